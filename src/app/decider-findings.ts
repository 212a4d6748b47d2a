import { ACTION_APPEALS } from '#features/appeals/server/decision-store.ts'
import { rightsOf } from '#features/auth/rules.ts'
import { listUsersWith } from '#features/auth/server/store.ts'
import { countStuck } from '#features/discipline/server/approval-store.ts'
import { PLAYER_RECORD } from '#features/discipline/server/player-store.ts'
import { STAFF_RECORD } from '#features/discipline/server/record-store.ts'
import type { Mapping } from '#features/rights/rules.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { listRosterIds } from '#features/roster/server/store.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Db } from '#server/database/database.ts'
import { bad, type Finding } from '#server/finding.ts'

/**
 * Finds roles that decide on appeals although none of their people has a position on the staff roster. A person without
 * a position ranks below everybody who gives actions. A role that nobody has signed in with yet is not reported.
 */
export async function checkDeciders(db: Db, { roles, ownerIds }: Mapping): Promise<Finding[]> {
  const deciding = roles.filter(({ access }) => access === 'can:appeals.decide')
  if (deciding.length === 0) return []
  const onRoster = new Set(await listRosterIds(db, staffRoster.name))
  const owners = roles.flatMap(({ access, roleId }) => (access === 'owner' ? [roleId] : []))
  const isOwner = (user: { id: string; roleIds: readonly string[] }) =>
    rightsOf(user, { owner: owners, management: [], staff: [], es: [] }, ownerIds).isOwner
  const found: Finding[] = []
  for (const { roleId } of deciding) {
    const people = await listUsersWith(db, [roleId], [])
    if (people.length === 0 || people.some((user) => onRoster.has(user.id) || isOwner(user))) continue
    found.push(
      bad(
        withValues(
          'nobody with the role {role} can decide on an appeal of an action that staff gave: none of them has a position on the staff roster',
          { role: roleId },
        ),
        msg('Put them on the staff roster, or remove appeals.decide from this role in site.yaml.'),
      ),
    )
  }
  return found
}

/** Finds actions that wait for approval although nobody who has signed in may approve them. */
export async function checkApprovers(db: Db, { roles, ownerIds }: Mapping): Promise<Finding[]> {
  const approving = roles.filter(({ access }) => ['owner', 'management', 'can:discipline.approve'].includes(access))
  const approvers = await listUsersWith(
    db,
    approving.map(({ roleId }) => roleId),
    ownerIds,
  )
  const ofStaff = await countStuck(db, { ...STAFF_RECORD, ...ACTION_APPEALS }, approvers)
  const ofPlayers = await countStuck(db, { ...PLAYER_RECORD, ...ACTION_APPEALS }, approvers)
  const count = ofStaff + ofPlayers
  if (count === 0) return []
  return [
    bad(
      withValues('{actions} for approval, but nobody who has signed in may approve them', {
        actions: ({ t }) => t({ one: '{count} action waits', other: '{count} actions wait' }, { count }),
      }),
      msg('Give one more person a role that may approve actions, and ask them to sign in once.'),
    ),
  ]
}
