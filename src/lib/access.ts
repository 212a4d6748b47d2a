/**
 * Who may do what, in one word. Owner includes management, management includes staff; es stands apart
 * (`canESQuick`); anyone who is signed in is a member.
 */
export const ACCESS_LEVELS = ['anyone', 'member', 'es', 'staff', 'management', 'owner'] as const
export type Access = (typeof ACCESS_LEVELS)[number]

/** Those that stand above each other, the lowest first: what a community's file may ask for. */
export const STAFF_LEVELS = ['staff', 'management', 'owner'] as const satisfies readonly Access[]
export type StaffLevel = (typeof STAFF_LEVELS)[number]

/** What a person's Discord roles allow here. The names are those of `GET /api/auth/check`. */
export interface Rights {
  isOwner: boolean
  isManagement: boolean
  isStaff: boolean
  isES: boolean
  canESQuick: boolean
}

export const NO_RIGHTS: Rights = {
  isOwner: false,
  isManagement: false,
  isStaff: false,
  isES: false,
  canESQuick: false,
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

/** The actor that a handler of this access receives: its type is the proof of their access. */
export interface ActorOf {
  anyone: Member | null
  member: Member
  es: Es
  staff: Staff
  management: Management
  owner: Owner
}

/** The one place that decides whether a person has an access. */
export function allows<A extends Access>(access: A, actor: Member | null): actor is ActorOf[A] & (Member | null)
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
  }
}
