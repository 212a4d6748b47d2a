/**
 * Who may do what, in one word. Owner includes management, management includes staff; es stands apart
 * (`canESQuick`); anyone who is signed in is a member.
 */
export const ACCESS_LEVELS = ['anyone', 'member', 'es', 'staff', 'management', 'owner'] as const
export type AccessLevel = (typeof ACCESS_LEVELS)[number]

/** Those that stand above each other, the lowest first: what a community's file may ask for. */
export const STAFF_LEVELS = ['staff', 'management', 'owner'] as const satisfies readonly AccessLevel[]
export type StaffLevel = (typeof STAFF_LEVELS)[number]

/**
 * What a community may give to further Discord roles, in its site.yaml. Each is held by everybody of the level beside
 * it, whatever the file says, so owners hold all of them.
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

/** Those of records that may belong to a department: they can be given for one department alone. */
export const DEPARTMENTAL = ['ranks.change', 'import.run'] as const satisfies readonly Capability[]
export type Departmental = (typeof DEPARTMENTAL)[number]

/** A capability everywhere, or in the department after the @. */
export type CapabilityAccess<C extends Capability = Capability> = `can:${C}` | `can:${C & Departmental}@${string}`

export type Access = AccessLevel | CapabilityAccess
export type StaffAccess = StaffLevel | CapabilityAccess

/** The access of who holds a capability: everywhere, or in the record's department. */
export function can<const C extends Capability>(capability: C): `can:${C}`
export function can<const C extends Departmental>(capability: C, department: string): `can:${C}@${string}`
export function can(capability: string, department?: string): string {
  return department === undefined ? `can:${capability}` : `can:${capability}@${department}`
}

/** An access everywhere, also where it is asked for in one department. */
export const everywhere = (access: string) => access.split('@', 1)[0] ?? access

/** The names of all capabilities, in their order. */
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES).filter((name) => isCapability(name))

function isCapability(name: string): name is Capability {
  return Object.hasOwn(CAPABILITIES, name)
}

const HELD_BY = new Map<string, StaffLevel>(CAPABILITY_NAMES.map((name) => [can(name), CAPABILITIES[name]]))

/** The level whose people have an access, whatever the community's file says. */
export function levelOf(access: Access): AccessLevel {
  // What is neither is for nobody else.
  return ACCESS_LEVELS.find((level) => level === access) ?? HELD_BY.get(everywhere(access)) ?? 'owner'
}

/** What a person's Discord roles allow here. The names are those of `GET /api/auth/check`. */
export interface RightsByLevel {
  isOwner: boolean
  isManagement: boolean
  isStaff: boolean
  isES: boolean
  canESQuick: boolean
}

export interface Rights extends RightsByLevel {
  /** What their roles open beyond these, by the community's file: each as the access that asks for it. */
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

/** A signed-in person. Everything here comes from the session; nothing from what a browser says of itself. */
export interface Member extends Rights {
  /** Discord user id, 17 to 20 digits. */
  id: string
  /** Discord's unique account name. */
  username: string
  /** What people call them: Discord's display name, else the account name. */
  name: string
  avatarUrl: string
}

export type Es = Member & { canESQuick: true }
export type Staff = Member & { isStaff: true }
export type Management = Staff & { isManagement: true }
export type Owner = Management & { isOwner: true }

declare const PROOF: unique symbol

/** Somebody who holds a capability where it was asked for. Only `allows` says so of anybody. */
export type Capable<C extends Capability> = Member & { readonly [PROOF]: { [K in C]: true } }

interface ActorOfLevel {
  anyone: Member | null
  member: Member
  es: Es
  staff: Staff
  management: Management
  owner: Owner
}

/** The actor that a handler of this access receives: its type is the proof of their access. */
export type ActorOf<A extends Access> = A extends AccessLevel
  ? ActorOfLevel[A]
  : A extends `can:${infer C extends Capability}`
    ? Capable<C>
    : A extends `can:${infer C extends Departmental}@${string}`
      ? Capable<C>
      : never

/** The one place that decides whether a person has an access. */
export function allows<A extends Access>(access: A, actor: Member | null): actor is ActorOf<A> & (Member | null)
export function allows(access: Access, actor: Member | null): boolean {
  return access === 'anyone' || (actor !== null && allowsRights(access, actor))
}

/** The same for a signed-in person of whom only the rights are known, as in the browser. */
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
