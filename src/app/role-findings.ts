import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RIGHTS } from '#features/auth/rules.ts'
import { namedRight, RIGHT_NAMES } from '#features/rights/name-rules.ts'
import type { SupporterRoles } from '#features/supporters/contract.ts'
import { can } from '#lib/access.ts'
import { implies } from '#lib/implied-access.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import { type Community, readCommunity } from '#server/config/community.ts'
import type { Environment } from '#server/config/environment.ts'
import type { NamedRole } from '#server/discord/check.ts'
import { bad, doubtful, type Finding, good } from '#server/finding.ts'

/** What the roles of a community give, and where each role is named. */
export interface RoleFindings {
  found: Finding[]
  roleIds: NamedRole[]
  /** Roles of site.yaml that have no effect because settings override them. */
  unused: ReadonlySet<string>
}

const GIVE_STAFF = msg('Give these people a staff role too, or remove discipline.give from this role in site.yaml.')
const CHECK_STAFF = msg(
  'Check that these people also have a staff role. If not, give them one, or remove discipline.give from this role in site.yaml.',
)

export function checkRoles(
  dir: string,
  { roles, mapping, verifiedRole }: Community,
  {
    settings,
    supporters,
    isEsOn,
  }: { settings: Pick<Environment, 'roles'>; supporters: SupporterRoles | null; isEsOn: boolean },
): RoleFindings {
  const found: Finding[] = []
  // The ES group is optional. Without it, only staff have what it opens.
  if (roles.es.length === 0 && isEsOn) {
    found.push(good(msg('no Discord role gives the right es: only staff open the quick links')))
  }
  const empty = Object.entries(roles).filter(
    ([right, ids]) => right !== 'es' && ids.length === 0 && !(right in settings.roles),
  )
  if (empty.length > 0) {
    found.push(
      bad(
        withValues('no Discord role gives the right {rights}', {
          rights: empty.map(([right]) => right).join(', '),
        }),
        msg('Name one under roles in site.yaml.'),
      ),
    )
  }
  const staff = new Set(mapping.filter(({ access }) => implies(access, 'staff')).map(({ roleId }) => roleId))
  for (const { access, roleId } of mapping) {
    if (access !== can('discipline.give') || staff.has(roleId)) continue
    // The files do not say whether people with this role also have another one.
    const [finding, fix] = staff.size === 0 ? [bad, GIVE_STAFF] : [doubtful, CHECK_STAFF]
    found.push(
      finding(
        withValues(
          'the role {role} has discipline.give and is not staff, so people with it cannot open a page to log an action',
          {
            role: roleId,
          },
        ),
        fix,
      ),
    )
  }
  const ofSupporters = supporters ? [...supporters.tiers, ...supporters.badges] : []
  const roleIds = [
    ...mapping.map(({ access, roleId, file, line }) => {
      const right = access.includes('@') ? undefined : namedRight(access)
      return {
        id: roleId,
        use: access.replace(/^can:/, ''),
        name: right && RIGHT_NAMES[right],
        file,
        line: line ?? 1,
      }
    }),
    ...(verifiedRole ? namedIn(dir, 'site.yaml', [{ id: verifiedRole, use: 'verifiedRole' }]) : []),
    ...namedIn(
      dir,
      'supporters.yaml',
      ofSupporters.flatMap(({ label, roles: ids }) => ids.map((id) => ({ id, use: label }))),
    ),
  ]
  const own = readCommunity(dir).roles
  const unused = new Set(RIGHTS.flatMap((right) => (settings.roles[right] === undefined ? [] : own[right])))
  return { found, roleIds, unused }
}

/** Adds the line of the file on which each role is named. */
function namedIn(dir: string, file: string, roles: readonly { id: string; use: string }[]): NamedRole[] {
  if (roles.length === 0) return []
  const lines = readFileSync(join(dir, file), 'utf8').split('\n')
  return roles.map(({ id, use }) => {
    const at = lines.findIndex((line) => line.includes(id) && !/^\s*#/.test(line))
    return { id, use, file, line: at + 1 }
  })
}
