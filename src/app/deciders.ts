import { type Holder, OWNER_RANK, type Rank } from '#features/appeals/independence-rules.ts'
import { rightsOf } from '#features/auth/rules.ts'
import { listUsersWith } from '#features/auth/server/store.ts'
import { ladderOf } from '#features/roster/content-rules.ts'
import { type RosterContent, staffRoster } from '#features/roster/contract.ts'
import { positionRank } from '#features/roster/position-rules.ts'
import type { RosterStore } from '#features/roster/server/store.ts'
import { allowsRights, can } from '#lib/access.ts'
import type { Community } from '#server/config/community.ts'
import type { Database } from '#server/database/database.ts'

/** Who may decide on appeals, and where they and the issuers of actions stand. */
export function createDeciders(deps: {
  database: Database
  community: Pick<Community, 'roles' | 'capabilityRoles'>
  ownerIds: readonly string[]
  rosterContent: RosterContent
  roster: Pick<RosterStore, 'list'>
}) {
  const { roles, capabilityRoles } = deps.community
  const given = capabilityRoles.filter(({ capability }) => capability === 'appeals.decide')
  const deciding = [...roles.owner, ...roles.management, ...given.map(({ roleId }) => roleId)]
  const { positions } = ladderOf(deps.rosterContent, staffRoster.key)
  return async () => {
    const [members, users] = await Promise.all([
      deps.roster.list(),
      listUsersWith(deps.database.db, deciding, deps.ownerIds),
    ])
    const ranks = new Map(
      members.map(({ discordId, position }) => [discordId, positionRank(position, positions)] as const),
    )
    const owners = new Set(deps.ownerIds)
    for (const user of users) if (rightsOf(user, roles, deps.ownerIds).isOwner) owners.add(user.id)
    const rankOf = (id: string): Rank => {
      if (owners.has(id)) return OWNER_RANK
      const rank = ranks.get(id) ?? Number.POSITIVE_INFINITY
      return Number.isFinite(rank) ? rank : null
    }
    const holders = users
      .filter((user) => allowsRights(can('appeals.decide'), rightsOf(user, roles, deps.ownerIds, given)))
      .map(({ id }): Holder => ({ id, rank: rankOf(id) }))
    return { rankOf, holders }
  }
}
