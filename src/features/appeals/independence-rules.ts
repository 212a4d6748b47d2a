import { isErased } from '#lib/discord-id.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'

/** Somebody's place on the staff roster, 0 the highest; null where they have none. Owners stand above all. */
export type Rank = number | null
export const OWNER_RANK = -1

/** Whom an appeal concerns. An issuer without a rank is the game server, a file, or somebody who is no longer staff. */
export interface Parties {
  appellant: string
  issuer: { id: string; rank: Rank }
  /** Who brought the action in a file. */
  importer: string | null
  /** Who approved it, as it is or as it was before a revision. */
  approvers: readonly string[]
  /** Who revised the action, so that it became what it is. */
  revisers: readonly string[]
  /** Where only a name is known of who gave it: the accounts that gave other actions under that name. */
  namesakes: readonly string[]
  /** Accounts that may be the same person as the appellant. */
  linked: readonly string[]
  /** Who added evidence before it was appealed. */
  witnesses: readonly string[]
}

/** Somebody who may decide on appeals. */
export interface Holder {
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

/** Whether what bars somebody is a part that they had in the action, so that what others write is kept from them. */
export const hadPart = (barred: Barred | null) => barred !== null && barred !== 'appellant' && barred !== 'rank'

/**
 * Why somebody is not independent enough to decide; null when they are. The database holds the same, but for names, linked
 * accounts and witnesses.
 */
export function whyNotDecide(parties: Parties, decider: Holder, ranksAbove: number) {
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

/** As what somebody decides on an appeal; each but the first only where nobody before it in this list can. */
export const DECIDED_AS = ['independent', 'lower', 'owner', 'issuer'] as const
export type DecidedAs = (typeof DECIDED_AS)[number]
/** Who would decide now; `nobody`: those who could and have signed in had a part in the action and are no owners. */
export const DECIDING = [...DECIDED_AS, 'nobody'] as const
export type Deciding = (typeof DECIDING)[number]

function asWhat(parties: Parties, holder: Holder, ranksAbove: number): DecidedAs | null {
  const barred = whyNotDecide(parties, holder, ranksAbove)
  if (barred === null) return 'independent'
  if (barred === 'rank') return 'lower'
  if (['appellant', 'linked', 'namesake'].includes(barred) || holder.rank !== OWNER_RANK) return null
  return barred === 'issuer' ? 'issuer' : 'owner'
}

/** As what an appeal is decided by those who may decide on appeals. */
export function decidingOf(parties: Parties, holders: readonly Holder[], ranksAbove: number): Deciding {
  const all = holders.map((holder) => asWhat(parties, holder, ranksAbove))
  return DECIDED_AS.find((one) => all.includes(one)) ?? 'nobody'
}

/**
 * Whether somebody decides on an appeal. Where nobody is independent, somebody of a lower position who had no part in the
 * action does; where everybody had a part, an owner who imported, approved or revised it or added evidence, and last the
 * owner who gave it. The appeal says so. The appellant never does.
 */
export function decisionOf(
  parties: Parties,
  decider: Holder,
  holders: readonly Holder[],
  ranksAbove: number,
): { barred: Barred } | { barred: null; as: DecidedAs } {
  const all = holders.some(({ id }) => id === decider.id) ? holders : [...holders, decider]
  const as = asWhat(parties, decider, ranksAbove)
  if (as !== null && as === decidingOf(parties, all, ranksAbove)) return { barred: null, as }
  return { barred: whyNotDecide(parties, decider, ranksAbove) ?? 'rank' }
}

export const BARRED_LABELS: Record<Barred, PlainMessage> = {
  appellant: msg('This is your own appeal. Somebody else decides.'),
  linked: msg('Your account shares a game licence with theirs. Somebody else decides.'),
  issuer: msg('You gave this action. Somebody else decides.'),
  namesake: msg(
    'You gave other actions under the name of who gave this one. Somebody else must decide on this appeal.',
  ),
  importer: msg('You imported this action from a file. Somebody else decides.'),
  approver: msg('You approved this action. Somebody else decides.'),
  reviser: msg('You revised this action. Somebody else decides.'),
  witness: msg('You added evidence to this action. Somebody else decides.'),
  rank: msg('Someone with a higher position must decide on this appeal.'),
}

/** Who decides, in the words of everybody who reads the appeal, before it is filed and while it is open. */
export const DECIDING_TEXTS: Record<Deciding, PlainMessage> = {
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

/** What is left where nobody can decide, in place of a promise. Only a person can take back what they gave. */
export const withoutDecider = ({ isByPerson }: { isByPerson: boolean }): PlainMessage =>
  isByPerson
    ? msg(
        'The person who gave the action can take it back, and management can revoke it. Otherwise the appeal waits until somebody else can decide.',
      )
    : msg('Management can revoke the action. Otherwise the appeal waits until somebody else can decide.')

/**
 * Whether somebody who decides must say that it was not them who gave the action: where only a name is known of its issuer.
 * Nobody can say so of a person who was erased.
 */
export const isUnknown = ({ id, isPerson }: { id: string; isPerson: boolean }) => !isPerson && !isErased(id)

/** Who decided. */
export const DECIDED_TEXTS: Record<DecidedAs, PlainMessage> = {
  independent: msg('Somebody who had no part in the action decided.'),
  lower: msg(
    'Somebody who had no part in the action decided. They have a lower position than the person who gave it, because nobody else could.',
  ),
  owner: msg(
    'An owner who imported, approved or revised the action, or added evidence to it, decided, because nobody else could.',
  ),
  issuer: msg('The owner who gave the action decided, because nobody else could.'),
}
