/**
 * The access levels. Owner includes management, and management includes staff. `es` is separate (`canESQuick`).
 * Everybody who is signed in is a member.
 */
export const ACCESS_LEVELS = ['anyone', 'member', 'es', 'staff', 'management', 'owner'] as const
export type AccessLevel = (typeof ACCESS_LEVELS)[number]

/** The levels that include one another, lowest first. The community's files may require one of these. */
export const STAFF_LEVELS = ['staff', 'management', 'owner'] as const satisfies readonly AccessLevel[]
export type StaffLevel = (typeof STAFF_LEVELS)[number]

/**
 * The capabilities that a community may give to further Discord roles in its site.yaml. Everybody of the level beside a
 * capability always has it, whatever the file says, so owners have all of them.
 */
export const CAPABILITIES = {
  'discipline.give': 'staff',
  'discipline.approve': 'management',
  'appeals.decide': 'management',
  'evidence.internal': 'staff',
  'ranks.change': 'management',
  'content.edit': 'management',
  'law.edit': 'staff',
  'import.run': 'management',
  'audit.read': 'owner',
} as const satisfies Record<string, StaffLevel>
export type Capability = keyof typeof CAPABILITIES

/** The capabilities that can be given for a single department, because their records may belong to a department. */
export const DEPARTMENTAL = ['ranks.change', 'import.run'] as const satisfies readonly Capability[]
export type Departmental = (typeof DEPARTMENTAL)[number]

/** A capability on the whole site, or only in the department after the `@`. */
export type CapabilityAccess<C extends Capability = Capability> = `can:${C}` | `can:${C & Departmental}@${string}`

export type Access = AccessLevel | CapabilityAccess
export type StaffAccess = StaffLevel | CapabilityAccess

/** The access that a capability grants: everywhere, or in one department. */
export function can<const C extends Capability>(capability: C): `can:${C}`
export function can<const C extends Departmental>(capability: C, department: string): `can:${C}@${string}`
export function can(capability: string, department?: string): string {
  return department === undefined ? `can:${capability}` : `can:${capability}@${department}`
}

/** The same access without its department. */
export const everywhere = (access: string) => access.split('@', 1)[0] ?? access

/** The names of all capabilities, in the order of `CAPABILITIES`. */
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES).filter((name) => isCapability(name))

function isCapability(name: string): name is Capability {
  return Object.hasOwn(CAPABILITIES, name)
}

const HELD_BY = new Map<string, StaffLevel>(CAPABILITY_NAMES.map((name) => [can(name), CAPABILITIES[name]]))

/** The lowest level that always has an access, whatever the community's file says. */
export function levelOf(access: Access): AccessLevel {
  // An unknown access is for owners only.
  return ACCESS_LEVELS.find((level) => level === access) ?? HELD_BY.get(everywhere(access)) ?? 'owner'
}

/** The access levels that a person's Discord roles grant. The names are those of `GET /api/auth/check`. */
export interface RightsByLevel {
  isOwner: boolean
  isManagement: boolean
  isStaff: boolean
  isES: boolean
  canESQuick: boolean
}

export interface Rights extends RightsByLevel {
  /** The capabilities that the community's file gives to the person's roles, each in the form `can:…`. */
  capabilities: readonly string[]
}

export const NO_RIGHTS: Rights = {
  isOwner: false,
  isManagement: false,
  isStaff: false,
  isES: false,
  canESQuick: false,
  capabilities: [],
}

/** A signed-in person. Every field comes from the session, never from what the browser sends. */
export interface Member extends Rights {
  /** Discord user id, 17 to 20 digits. */
  id: string
  /** Discord's unique account name. */
  username: string
  /** The person's Discord display name, or the account name if there is none. */
  name: string
  avatarUrl: string
}

export type Es = Member & { canESQuick: true }
export type Staff = Member & { isStaff: true }
export type Management = Staff & { isManagement: true }
export type Owner = Management & { isOwner: true }

declare const PROOF: unique symbol

/** A person with a capability in the place that was checked. Only `allows` gives a member this type. */
export type Capable<C extends Capability> = Member & { readonly [PROOF]: { [K in C]: true } }

interface ActorOfLevel {
  anyone: Member | null
  member: Member
  es: Es
  staff: Staff
  management: Management
  owner: Owner
}

/** The actor that a handler with this access receives. The type proves that the access was checked. */
export type ActorOf<A extends Access> = A extends AccessLevel
  ? ActorOfLevel[A]
  : A extends `can:${infer C extends Capability}`
    ? Capable<C>
    : A extends `can:${infer C extends Departmental}@${string}`
      ? Capable<C>
      : never

/** Decides whether a person has an access. No other code decides this. */
export function allows<A extends Access>(access: A, actor: Member | null): actor is ActorOf<A> & (Member | null)
export function allows(access: Access, actor: Member | null): boolean {
  return access === 'anyone' || (actor !== null && allowsRights(access, actor))
}

/** As `allows`, for a signed-in person when only the rights are known, as in the browser. */
export function allowsRights(access: Access, rights: Rights): boolean {
  switch (access) {
    case 'anyone':
    case 'member':
      return true
    case 'es':
      return rights.canESQuick
    case 'staff':
      return rights.isStaff
    case 'management':
      return rights.isManagement
    case 'owner':
      return rights.isOwner
    default:
      return (
        rights.capabilities.includes(access) ||
        rights.capabilities.includes(everywhere(access)) ||
        allowsRights(levelOf(access), rights)
      )
  }
}
