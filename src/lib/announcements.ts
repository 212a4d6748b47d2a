import type { InternalTypes, LoggedChange } from './inbox.ts'

/*
 * The `announcement-rules.ts` of a feature defines its announcements in the community's Discord: the events with their
 * placeholders, and the rules, which turn a change in the audit log into events.
 */

/**
 * Announced events, each with the placeholders that its text may contain. Every text may contain `{link}`, a page's
 * URL.
 */
export type AnnouncementEvents = Readonly<Record<string, readonly string[]>>

/** An event to announce. It contains nothing that a reader of the channel may not see. */
export interface AnnouncedEvent {
  event: string
  placeholders: Readonly<Record<string, string>>
  /** The path of the page that shows the event's subject. */
  path: string
  /** The Discord ID of the person whom the text names. */
  about: string | null
  /** The checklist with this person's status, when the text mentions that status. */
  list?: string
  /** The event that this event undoes. If that event still waits in the outbox, neither of the two is announced. */
  undoes?: AnnouncedEvent | null
  /** The event only cancels the one that it undoes. It is never announced itself. */
  isSilent?: boolean
  /** The event is announced only if the one that it undoes still waits. It then replaces that one. */
  isInstead?: boolean
}

/** One of the events `E`, with a value for each of its placeholders. */
export type EventOf<E extends AnnouncementEvents> = {
  [N in keyof E & string]: AnnouncedEvent & { event: N; placeholders: Readonly<Record<E[N][number], string>> }
}[keyof E & string]

/** The title and path of each roster and checklist, by the list name at the start of its audit log targets. */
export type ListPlaces = Readonly<Record<string, { title: string; path: string }>>

/** The data that a message needs besides the change. */
export interface AnnouncementSettings {
  /** The name of the person who made the change. */
  by: string
  places: ListPlaces
  internalTypes: InternalTypes
}

export interface AnnouncementRules<E extends AnnouncedEvent = AnnouncedEvent> {
  events: Readonly<Record<E['event'], readonly string[]>>
  /**
   * The event of one row of the audit log. It parses only what it needs, so no reason or note gets into a message. Not
   * called for an import of a file.
   */
  read?(change: LoggedChange, settings: AnnouncementSettings): E | null
  /** The one event of an imported file, however many rows it had. `summary` is the audit row that counts them. */
  readFile?(summary: LoggedChange, changes: readonly LoggedChange[], settings: AnnouncementSettings): E | null
  /** Events that are not announced if one change produces several of them. */
  alone?: readonly E['event'][]
  /** Events that are announced only once if one change produces several of them: their texts are the same. */
  once?: readonly E['event'][]
  /** Events whose change can be undone. They are announced after the time to undo. */
  undoable?: readonly E['event'][]
  /** Events about a status. An event that still waits is dropped when the status changes again. */
  ofStatus?: { events: readonly E['event'][]; isChanged(change: LoggedChange): boolean }
}
