import { type Access, CAPABILITY_NAMES, can } from '#lib/access.ts'
import { compareText } from '#lib/compare.ts'
import { implies, isAccess } from '#lib/implied-access.ts'
import { matchesSearch } from '#lib/search.ts'
import type { GivingRole, Holder } from './contract.ts'

/** An access that a Discord role gives, and the place that says so. */
export interface MappedRole {
  access: Access
  roleId: string
  file: string
  line: number | null
}

/** A person's Discord roles. `isNamed`: the person is named in OWNER_IDS. */
export interface PersonWithRoles {
  roleIds: readonly string[]
  isNamed: boolean
}

export const LEVELS = ['es', 'staff', 'management', 'owner'] as const

/** The setting that names people who are owners whatever their roles. */
export const OWNER_IDS = 'OWNER_IDS'

/** Every right of this community: the levels, the capabilities, and capabilities that a role has in one department. */
export function rightsIn(mapping: readonly MappedRole[]): Access[] {
  const departmental = mapping.map(({ access }) => access).filter((access) => access.includes('@'))
  const sorted = [...new Set(departmental)].toSorted(compareText)
  return [...LEVELS, ...CAPABILITY_NAMES.map((name): Access => can(name)), ...sorted]
}

/** Why a person has a right: each line of the mapping that gives it to them, and OWNER_IDS. Empty without the right. */
export function waysOf(person: PersonWithRoles, asked: Access, mapping: readonly MappedRole[]) {
  const byRoles = mapping
    .filter(({ access, roleId }) => person.roleIds.includes(roleId) && implies(access, asked))
    .map(({ access, roleId, file, line }) => ({ by: access, roleId, file, line }))
  const named = { by: 'owner' as const, roleId: null, file: OWNER_IDS, line: null }
  return person.isNamed && implies('owner', asked) ? [named, ...byRoles] : byRoles
}

/** The roles that give a right, without duplicates. */
export const rolesGiving = (asked: Access, mapping: readonly MappedRole[]) => [
  ...new Set(mapping.filter(({ access }) => implies(access, asked)).map(({ roleId }) => roleId)),
]

/** The roles of the mapping that the guild does not have. Empty while the guild's roles are unknown. */
export function missingRoles(mapping: readonly MappedRole[], existing: ReadonlyMap<string, unknown>): MappedRole[] {
  return existing.size === 0 ? [] : mapping.filter(({ roleId }) => !existing.has(roleId))
}

/** The data about all rights that owners read. */
interface RightsData {
  rights: readonly string[]
  roles: readonly GivingRole[]
  people: readonly Holder[]
}

/** A right with the roles that give it and the people who have it now. */
export interface RightWithHolders {
  access: string
  roles: GivingRole[]
  people: Holder[]
}

/** A role with what each of its lines gives, all rights that these include, and the people who have the role. */
export interface RoleWithRights extends GivingRole {
  opens: string[]
  people: Holder[]
}

const gives = (has: string, asked: string) => isAccess(has) && isAccess(asked) && implies(has, asked)
const textsOf = (roles: readonly { id: string; name: string | null }[]) => roles.flatMap(({ id, name }) => [id, name])

/** The rights that match a search by name, role or person. If only people match, only those are listed. */
export function findRights({ rights, roles, people }: RightsData, search: string, nameOf: (access: string) => string) {
  return rights.flatMap((access): RightWithHolders[] => {
    const giving = roles.filter((role) => role.gives.some((given) => gives(given.access, access)))
    const ids = new Set(giving.map(({ id }) => id))
    const having = people.filter(
      (person) => (person.isNamed && gives('owner', access)) || person.roleIds.some((id) => ids.has(id)),
    )
    if (matchesSearch(search, [nameOf(access), ...textsOf(giving)])) return [{ access, roles: giving, people: having }]
    const found = having.filter(({ id, name }) => matchesSearch(search, [id, name]))
    return found.length === 0 ? [] : [{ access, roles: giving, people: found }]
  })
}

/** The roles that match a search by name, right or person. If only people match, only those are listed. */
export function findRoles({ rights, roles, people }: RightsData, search: string, nameOf: (access: string) => string) {
  return roles.flatMap((role): RoleWithRights[] => {
    const opens = rights.filter((access) => role.gives.some((given) => gives(given.access, access)))
    const having = people.filter(({ roleIds }) => roleIds.includes(role.id))
    if (matchesSearch(search, [...textsOf([role]), ...opens.map(nameOf)])) return [{ ...role, opens, people: having }]
    const found = having.filter(({ id, name }) => matchesSearch(search, [id, name]))
    return found.length === 0 ? [] : [{ ...role, opens, people: found }]
  })
}

/** Which roles give which right, and who is named in OWNER_IDS. Each start compares it with the previous start's. */
export interface Mapping {
  roles: readonly { access: string; roleId: string }[]
  ownerIds: readonly string[]
}

/** The rights that a person gains and loses by another mapping, without the rights that these include. */
export interface RightsChange {
  id: string
  gained: string[]
  lost: string[]
}

export const isSameMapping = (a: Mapping, b: Mapping) => linesOf(a).join('\n') === linesOf(b).join('\n')

/** The entries of a mapping as texts, in an order that does not depend on the file. */
export const linesOf = ({ roles, ownerIds }: Mapping) =>
  [
    ...new Set([
      ...roles.map(({ access, roleId }) => `${roleId} ${access}`),
      ...ownerIds.map((id) => `${OWNER_IDS} ${id}`),
    ]),
  ].toSorted(compareText)

/** The people who gain or lose rights between two mappings. `people` must have the roles of both mappings. */
export function changesBetween(
  people: readonly { id: string; roleIds: readonly string[] }[],
  before: Mapping,
  after: Mapping,
): RightsChange[] {
  const rights = [...new Set([...before.roles, ...after.roles].map(({ access }) => access).concat(LEVELS))]
  return people.flatMap((person): RightsChange[] => {
    const was = rightsOfPerson(person, before, rights)
    const is = rightsOfPerson(person, after, rights)
    const gained = withoutIncluded(is.filter((access) => !was.includes(access)))
    const lost = withoutIncluded(was.filter((access) => !is.includes(access)))
    return gained.length + lost.length === 0 ? [] : [{ id: person.id, gained, lost }]
  })
}

/**
 * Whether there was an owner before and there is none after. A person in OWNER_IDS counts as an owner after, even if
 * they have never signed in.
 */
export function losesLastOwner(
  people: readonly { id: string; roleIds: readonly string[] }[],
  before: Mapping,
  after: Mapping,
): boolean {
  const hasOwner = (mapping: Mapping) => people.some((person) => rightsOfPerson(person, mapping, ['owner']).length > 0)
  return hasOwner(before) && after.ownerIds.length === 0 && !hasOwner(after)
}

const rightsOfPerson = (
  person: { id: string; roleIds: readonly string[] },
  { roles, ownerIds }: Mapping,
  rights: readonly string[],
) => {
  const own = roles.filter(({ roleId }) => person.roleIds.includes(roleId)).map(({ access }) => access)
  const all = ownerIds.includes(person.id) ? ['owner', ...own] : own
  return rights.filter((asked) => all.some((has) => gives(has, asked)))
}

/** Drops the rights that another right in the list includes. */
const withoutIncluded = (rights: readonly string[]) =>
  rights.filter((access) => !rights.some((other) => other !== access && gives(other, access)))

/** Rights as the file names them. */
export const rightsText = (rights: readonly string[]) => rights.map((access) => access.replace(/^can:/, '')).join(', ')
