import * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { Message, PlaceholdersIn } from './messages.ts'

/*
 * The `inbox-rules.ts` of a feature defines its inbox messages: the titles, which the page shows, and the rules, which
 * turn a change in the audit log into inbox rows.
 */

/**
 * The title of an inbox row. It says what happened, never why: the linked page shows the reason. May contain `{list}`.
 */
export type InboxTitle = { [M in Message]: [PlaceholdersIn<M>] extends ['list'] ? M : never }[Message]
export type InboxTitles = Readonly<Record<string, InboxTitle>>

/** The properties of one kind of inbox row, besides its title. */
export interface InboxKind {
  /**
   * The page that the row links to, by default `/me`. `list` is the page of the roster or checklist that the target
   * names. A row about anything else names its page; otherwise nobody sees it.
   */
  opens?: 'list' | ((id: string, list: string) => InboxPage)
  /**
   * The row is about the person's place on a list. People choose Discord messages about it separately from the rest.
   */
  isRank?: true
  /** The queue that also contains the row's subject. The badge does not count it twice. */
  queue?: string
  /**
   * The row is added at once although a page offers to undo the change. Its Discord message waits until the time to
   * undo is over, because a sent message stays.
   */
  canBeUndone?: true
  /** Kinds that this kind replaces when the same change would tell the same person both. */
  replaces?: readonly string[]
}

export interface InboxPage {
  path: string
  access: Access
}

/** One row of the audit log, without its author and time. */
export interface LoggedChange {
  action: string
  target: string
  before?: unknown
  after?: unknown
}

/** One message in a person's inbox about themselves. */
export interface InboxRow<K extends string = string> {
  /** The person's Discord ID. */
  personId: string
  kind: K
  /** The target in the audit log that the row is about. The inbox groups rows by it. */
  about: string
}

/** The rows that a change adds to inboxes, and the rows that it removes because their people may no longer see them. */
export interface InboxChange<K extends string = string> {
  added: InboxRow<K>[]
  dropped: Pick<InboxRow, 'personId' | 'about'>[]
}

/**
 * For each family of actions, the types that stay between staff. The person an action is about does not see such an
 * action if it has no external reason.
 */
export type InternalTypes = Readonly<Record<'staff' | 'players', readonly string[]>>

export interface InboxRules<K extends string = string> {
  kinds: Readonly<Record<K, InboxKind>>
  /**
   * The inbox changes of one row of the audit log. It parses only what it needs, so no reason or note gets into an
   * inbox.
   */
  read(change: LoggedChange, internalTypes: InternalTypes): InboxChange<K>
  /** Actions that a page offers to undo, and their undo actions. Only their outcome is told, after the time to undo. */
  undoable?: readonly string[]
  /** Actions that cannot be undone. Every row that is written in the same change is told at once. */
  final?: readonly string[]
  /** Actions with which a person confirms that they have read the messages about the target. */
  confirms?: readonly string[]
  /** Whether messages that are still held back about this target are told before the next change to it. */
  isDeliveredInOrder?(target: string): boolean
  /** Whether the record was about this person and is now about another one. It then leaves this person's inbox. */
  isTakenFrom?(personId: string, change: LoggedChange): boolean
}

/** The inbox rules and titles of one feature. */
export interface FeatureInbox extends InboxRules {
  titles: InboxTitles
}

export const NO_INBOX_CHANGE: InboxChange<never> = { added: [], dropped: [] }

/** A change that adds one row to one person's inbox. Adds nothing if the person or the kind is missing. */
export const createInboxChange = <K extends string>(
  { target: about }: Pick<LoggedChange, 'target'>,
  personId: string | null | undefined,
  kind: K | null | undefined,
): InboxChange<K> => (personId && kind ? { added: [{ personId, kind, about }], dropped: [] } : NO_INBOX_CHANGE)

export const combineInboxChanges = <K extends string>(changes: readonly InboxChange<K>[]): InboxChange<K> => ({
  added: changes.flatMap(({ added }) => added),
  dropped: changes.flatMap(({ dropped }) => dropped),
})

/** The outcome of a Discord message. */
export const MESSAGE_OUTCOMES = [
  'sent',
  'closed',
  'no-server',
  'refused',
  'stopped',
  'uncertain',
  'late',
  'off',
] as const
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number]

/**
 * How an inbox row reached its person, as far as the site knows: they never signed in, they marked it as read, their
 * daily summary contains it, they see it when they open the site, or the outcome of its Discord message.
 */
export const DELIVERIES = ['never-here', 'seen', 'in-summary', 'on-site', ...MESSAGE_OUTCOMES] as const
export type Delivery = (typeof DELIVERIES)[number]

/** The name of the list that a target belongs to: the part before the first `/`. */
export const listOfTarget = (target: string): string => target.split('/', 1)[0] ?? ''

/** The record parsed by a schema. Null if the record does not match. */
export function parseRecord<S extends z.core.$ZodType>(schema: S, record: unknown): z.core.output<S> | null {
  const parsed = z.safeParse(schema, record)
  return parsed.success ? parsed.data : null
}
