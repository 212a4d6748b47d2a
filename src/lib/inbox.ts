import * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { Message, NamesIn } from './messages.ts'

/*
 * What a feature tells people in their inbox stands in its `inbox-rules.ts`: the titles, which the page shows, and the
 * rules, by which a change of the audit log is read.
 */

/** Says what happened and never why: a reason stands on the page that it leads to. May say `{list}`. */
export type InboxTitle = { [M in Message]: [NamesIn<M>] extends ['list'] ? M : never }[Message]
export type InboxTitles = Readonly<Record<string, InboxTitle>>

/** What its title does not say of one kind. */
export interface InboxKind {
  /** Where it leads: to the page of its list, or another one. Left out, it leads to `/me`. */
  opens?: 'list' | ((id: string, list: string) => InboxPage)
  /** It is about where somebody stands, which people choose apart from the rest to be written to of. */
  isRank?: true
  /** The queue in which it also waits: what is counted there is not counted again. */
  queue?: string
  /** It is told at once, and a page offers to undo it: its message in Discord waits until that is over, for it stays. */
  canBeUndone?: true
  /** Kinds of which the same change does not tell the same person: this one says it. */
  instead?: readonly string[]
}

export interface InboxPage {
  path: string
  access: Access
}

/** One row of a change, as the audit log has it. */
export interface LoggedChange {
  action: string
  target: string
  before?: unknown
  after?: unknown
}

/** One thing that somebody is told of themselves. */
export interface InboxRow<K extends string = string> {
  /** Their Discord ID. */
  personId: string
  kind: K
  /** What it is about: rows about the same stand together. */
  about: string
}

/** What a change adds to the inboxes of people, and what it takes away because they may no longer see it. */
export interface InboxChange<K extends string = string> {
  added: InboxRow<K>[]
  dropped: Pick<InboxRow, 'personId' | 'about'>[]
}

/** The types of action between staff of each family: without a word for the person they do not see it. */
export type BetweenStaff = Readonly<Record<'staff' | 'players', readonly string[]>>

export interface InboxRules<K extends string = string> {
  kinds: Readonly<Record<K, InboxKind>>
  /** What one row of the audit log tells. It parses what it needs, so that reasons and notes have no way into an inbox. */
  read(change: LoggedChange, betweenStaff: BetweenStaff): InboxChange<K>
  /** Actions that a page offers to undo, or that undo: told once that is over, as what came of it in the end. */
  undoable?: readonly string[]
  /** Actions that no page undoes, nor what is written with them: all of it is told at once. */
  final?: readonly string[]
  /** Actions by which somebody confirms that they read what they were told about the target. */
  confirms?: readonly string[]
  /** Whether what is still held back about this target is told before another change of it. */
  isToldInOrder?(target: string): boolean
  /** Whether it was about this person and is about somebody else now: for them there is none any more. */
  isTakenFrom?(personId: string, change: LoggedChange): boolean
}

/** All of one feature. */
export interface FeatureInbox extends InboxRules {
  titles: InboxTitles
}

export const nothingTold: InboxChange<never> = { added: [], dropped: [] }

/** Tells one person one thing; nothing where there is no person, or nothing to tell. */
export const told = <K extends string>(
  { target: about }: Pick<LoggedChange, 'target'>,
  personId: string | null | undefined,
  kind: K | null | undefined,
): InboxChange<K> => (personId && kind ? { added: [{ personId, kind, about }], dropped: [] } : nothingTold)

export const allTold = <K extends string>(changes: readonly InboxChange<K>[]): InboxChange<K> => ({
  added: changes.flatMap(({ added }) => added),
  dropped: changes.flatMap(({ dropped }) => dropped),
})

/** What became of a message in Discord. */
export const SENDINGS = ['sent', 'closed', 'no-server', 'refused', 'stopped', 'uncertain', 'late', 'off'] as const
export type Sending = (typeof SENDINGS)[number]

/**
 * How what somebody was told of one thing reached them, as far as that is known: they never signed in here, they marked
 * it as read, it comes with their daily summary, they see it when they open the site, or what became of the message.
 */
export const DELIVERIES = ['never-here', 'seen', 'in-summary', 'on-site', ...SENDINGS] as const
export type Delivery = (typeof DELIVERIES)[number]

/** The list that a row is about, by the name that begins its target. */
export const listOfTarget = (target: string): string => target.split('/', 1)[0] ?? ''

/** What a schema finds in a record; null where it is another one. */
export function partOf<S extends z.core.$ZodType>(schema: S, record: unknown): z.core.output<S> | null {
  const parsed = z.safeParse(schema, record)
  return parsed.success ? parsed.data : null
}
