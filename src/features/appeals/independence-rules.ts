import { isErased } from '#lib/discord-id.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'

/**
 * A person's position on the staff roster. 0 is the highest, null means no position. Owners are above all positions.
 */
export type Rank = number | null
export const OWNER_RANK = -1

/**
 * The people who are involved in an appeal. An issuer without a rank is the game server, a name in a file, or a person
 * who is no longer staff.
 */
export interface Parties {
  appellant: string
  issuer: { id: string; rank: Rank }
  /** The person who imported the action from a file. */
  importer: string | null
  /** The people who approved the action, in its current version or in an earlier one. */
  approvers: readonly string[]
  /** The people who revised the action. */
  revisers: readonly string[]
  /** When only the issuer's name is known: the accounts that gave other actions under this name. */
  namesakes: readonly string[]
  /** Accounts that may belong to the appellant. */
  linked: readonly string[]
  /** The people who added evidence before the appeal was filed. */
  witnesses: readonly string[]
}

/** A person with the right to decide on appeals. */
export interface Decider {
  id: string
  rank: Rank
}

export const BARRED = [
  'appellant',
  'linked',
  'issuer',
  'namesake',
  'importer',
  'approver',
  'reviser',
  'witness',
  'rank',
] as const
export type Barred = (typeof BARRED)[number]

/** Whether a person is barred because they had a part in the action. Messages and comments are hidden from them. */
export const hasPartInAction = (barred: Barred | null) => barred !== null && barred !== 'appellant' && barred !== 'rank'

/**
 * Why a person is not independent enough to decide. Null when they are. The database enforces the same, except for
 * namesakes, linked accounts and witnesses.
 */
export function whyNotDecide(parties: Parties, decider: Decider, ranksAbove: number) {
  const { appellant, issuer, importer, approvers, revisers, namesakes, linked, witnesses } = parties
  if (decider.id === appellant) return 'appellant' as const
  if (linked.includes(decider.id)) return 'linked' as const
  if (decider.id === issuer.id) return 'issuer' as const
  if (namesakes.includes(decider.id)) return 'namesake' as const
  if (decider.id === importer) return 'importer' as const
  if (approvers.includes(decider.id)) return 'approver' as const
  if (revisers.includes(decider.id)) return 'reviser' as const
  if (witnesses.includes(decider.id)) return 'witness' as const
  if (decider.rank === OWNER_RANK || issuer.rank === null) return null
  return decider.rank !== null && decider.rank <= issuer.rank - ranksAbove ? null : ('rank' as const)
}

/**
 * The roles in which a person can decide on an appeal, best first. Each role applies only when nobody can decide in a
 * role before it.
 */
export const DECIDER_ROLES = ['independent', 'lower', 'owner', 'issuer'] as const
export type DeciderRole = (typeof DECIDER_ROLES)[number]
/**
 * Who would decide now. `nobody` means that everybody with the right to decide who has signed in had a part in the
 * action and is not an owner.
 */
export const DECIDER_ROLES_OR_NOBODY = [...DECIDER_ROLES, 'nobody'] as const
export type DeciderRoleOrNobody = (typeof DECIDER_ROLES_OR_NOBODY)[number]

function roleOf(parties: Parties, decider: Decider, ranksAbove: number): DeciderRole | null {
  const barred = whyNotDecide(parties, decider, ranksAbove)
  if (barred === null) return 'independent'
  if (barred === 'rank') return 'lower'
  if (['appellant', 'linked', 'namesake'].includes(barred) || decider.rank !== OWNER_RANK) return null
  return barred === 'issuer' ? 'issuer' : 'owner'
}

/** In which role an appeal is decided, given the people with the right to decide. */
export function bestDeciderRole(
  parties: Parties,
  deciders: readonly Decider[],
  ranksAbove: number,
): DeciderRoleOrNobody {
  const all = deciders.map((decider) => roleOf(parties, decider, ranksAbove))
  return DECIDER_ROLES.find((one) => all.includes(one)) ?? 'nobody'
}

/**
 * Whether a person may decide on an appeal, and in which role. If nobody is independent, a person in a lower position
 * who had no part in the action decides. If everybody had a part, an owner who imported, approved or revised the action
 * or added evidence decides, and last of all the owner who gave it. The appeal states the role. The appellant never
 * decides.
 */
export function checkDecider(
  parties: Parties,
  decider: Decider,
  deciders: readonly Decider[],
  ranksAbove: number,
): { barred: Barred } | { barred: null; as: DeciderRole } {
  const all = deciders.some(({ id }) => id === decider.id) ? deciders : [...deciders, decider]
  const as = roleOf(parties, decider, ranksAbove)
  if (as !== null && as === bestDeciderRole(parties, all, ranksAbove)) return { barred: null, as }
  return { barred: whyNotDecide(parties, decider, ranksAbove) ?? 'rank' }
}

export const BARRED_LABELS: Record<Barred, PlainMessage> = {
  appellant: msg('This is your own appeal. Somebody else decides.'),
  linked: msg('Your account shares a game licence with theirs. Somebody else decides.'),
  issuer: msg('You gave this action. Somebody else decides.'),
  namesake: msg(
    'You logged other actions under the name of the person who gave this one. Somebody else must decide on this appeal.',
  ),
  importer: msg('You imported this action from a file. Somebody else decides.'),
  approver: msg('You approved this action. Somebody else decides.'),
  reviser: msg('You revised this action. Somebody else decides.'),
  witness: msg('You added evidence to this action. Somebody else decides.'),
  rank: msg('Someone with a higher position must decide on this appeal.'),
}

/** Who decides, as a text for everybody who reads the appeal, before it is filed and while it is open. */
export const DECIDING_TEXTS: Record<DeciderRoleOrNobody, PlainMessage> = {
  independent: msg('Somebody who had no part in the action decides.'),
  lower: msg(
    'Somebody who had no part in the action decides. They have a lower position than the person who gave it, because nobody else can.',
  ),
  owner: msg(
    'An owner who imported, approved or revised the action, or added evidence to it, decides, because nobody else can.',
  ),
  issuer: msg('The owner who gave the action decides, because nobody else can.'),
  nobody: msg(
    'Nobody who has signed in here can decide on this now. Everybody who may decide had a part in the action, appeals it, or has not signed in yet.',
  ),
}

/** The text shown in place of a promise when nobody can decide. `canTakeBack`: the issuer can take the action back. */
export const noDeciderText = ({ canTakeBack }: { canTakeBack: boolean }): PlainMessage =>
  canTakeBack
    ? msg(
        'The person who gave the action can take it back, and management can revoke it. Otherwise the appeal waits until somebody else can decide.',
      )
    : msg('Management can revoke the action. Otherwise the appeal waits until somebody else can decide.')

/**
 * Whether the decider must state that they did not give the action, because only the issuer's name is known. Nobody can
 * state this about an issuer who was erased.
 */
export const mustDenyIssuing = ({ id, isPerson }: { id: string; isPerson: boolean }) => !isPerson && !isErased(id)

export const DECIDED_TEXTS: Record<DeciderRole, PlainMessage> = {
  independent: msg('Somebody who had no part in the action decided.'),
  lower: msg(
    'Somebody who had no part in the action decided. They have a lower position than the person who gave it, because nobody else could.',
  ),
  owner: msg(
    'An owner who imported, approved or revised the action, or added evidence to it, decided, because nobody else could.',
  ),
  issuer: msg('The owner who gave the action decided, because nobody else could.'),
}
