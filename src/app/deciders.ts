import { type Decider, OWNER_RANK, type Rank } from '#features/appeals/independence-rules.ts'
import { rightsOf } from '#features/auth/rules.ts'
import { findUser, listUsersWith } from '#features/auth/server/store.ts'
import { ladderOf } from '#features/roster/content-rules.ts'
import { type RosterContent, staffRoster } from '#features/roster/contract.ts'
import { positionRank } from '#features/roster/position-rules.ts'
import type { RosterStore } from '#features/roster/server/store.ts'
import { allowsRights, type Capability, can } from '#lib/access.ts'
import type { Community } from '#server/config/community.ts'
import type { Database, Db } from '#server/database/database.ts'

interface RightsDeps {
  community: Pick<Community, 'roles' | 'capabilityRoles'>
  ownerIds: readonly string[]
}
interface PeopleDeps extends RightsDeps {
  database: Pick<Database, 'db'>
}

/**
 * Returns a function that says whether a person may use a capability now, by the roles that the site knows. For a
 * person who never signed in, the site knows no roles and answers true.
 */
export function createHasCapability({ community, ownerIds }: RightsDeps, capability: Capability) {
  const given = community.capabilityRoles.filter((role) => role.capability === capability)
  return async (on: Db, id: string): Promise<boolean> => {
    const user = await findUser(on, id)
    if (user === null) return true
    const roleIds = user.inGuild ? user.roleIds : []
    return allowsRights(can(capability), rightsOf({ ...user, roleIds }, community.roles, ownerIds, given))
  }
}

/** Returns a function that lists the people who have signed in and may use a capability. */
export function createListPeopleWith({ database, community, ownerIds }: PeopleDeps, capability: Capability) {
  const { roles, capabilityRoles } = community
  const given = capabilityRoles.filter((role) => role.capability === capability)
  const roleIds = [...roles.owner, ...roles.management, ...given.map(({ roleId }) => roleId)]
  return async () =>
    (await listUsersWith(database.db, roleIds, ownerIds)).filter((user) =>
      allowsRights(can(capability), rightsOf(user, roles, ownerIds, given)),
    )
}

/**
 * Returns a function that lists who may decide on appeals, and gives the rank of these people and of the issuers of
 * actions.
 */
export function createDeciders(deps: PeopleDeps & { rosterContent: RosterContent; roster: Pick<RosterStore, 'list'> }) {
  const { roles } = deps.community
  const listDeciders = createListPeopleWith(deps, 'appeals.decide')
  const { positions } = ladderOf(deps.rosterContent, staffRoster.key)
  return async () => {
    const [members, users] = await Promise.all([deps.roster.list(), listDeciders()])
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
    return { rankOf, people: users.map(({ id }): Decider => ({ id, rank: rankOf(id) })) }
  }
}
