import type { BetweenStaff, LoggedChange } from './inbox.ts'

/*
 * What a feature announces in the community's Discord stands in its `announcement-rules.ts`: the events, with what their
 * words may say, and the rules, by which a change of the audit log is read.
 */

/** What is announced, each with what its words may say. All may say `{link}`: where it stands on the site. */
export type AnnouncementEvents = Readonly<Record<string, readonly string[]>>

/** Something that happened, with nothing in it that a reader of the channel may not see. */
export interface AnnouncedEvent {
  event: string
  placeholders: Readonly<Record<string, string>>
  /** Where it stands on the site. */
  path: string
  /** Discord ID of the person whom the words name. */
  about: string | null
  /** The checklist that the status of this person stands on, where the words tell of that. */
  list?: string
  /** What it undoes: where that still waits to be told, neither is. */
  undoes?: AnnouncedEvent | null
  /** It only undoes, and is never told itself. */
  isSilent?: boolean
  /** It is told only in place of what it undoes, where that still waits. */
  isInstead?: boolean
}

/** One of these events, with all that its words may say. */
export type EventOf<E extends AnnouncementEvents> = {
  [N in keyof E & string]: AnnouncedEvent & { event: N; placeholders: Readonly<Record<E[N][number], string>> }
}[keyof E & string]

/** What each roster and checklist is called and where it stands, by the name that begins its targets. */
export type ListPlaces = Readonly<Record<string, { title: string; path: string }>>

/** What a message needs besides the change. */
export interface AnnouncementSettings {
  /** The name of the person who made the change. */
  by: string
  places: ListPlaces
  betweenStaff: BetweenStaff
}

export interface AnnouncementRules<E extends AnnouncedEvent = AnnouncedEvent> {
  events: Readonly<Record<E['event'], readonly string[]>>
  /**
   * What one row of the audit log tells. It parses what it needs: reasons and notes have no way into a message. Not asked
   * where a file was taken over.
   */
  read?(change: LoggedChange, settings: AnnouncementSettings): E | null
  /** What a file that was taken over tells: one event, however many rows it had. `summary` is the row that counts them. */
  readFile?(summary: LoggedChange, changes: readonly LoggedChange[], settings: AnnouncementSettings): E | null
  /** Events that are not announced where several of them come of one change. */
  alone?: readonly E['event'][]
  /** Events of which only the first is announced where several come of one change: their words are the same. */
  once?: readonly E['event'][]
  /** What may be undone: it waits to be told until that is over. */
  undoable?: readonly E['event'][]
  /** What is told of a status: it is dropped where the status changes before. */
  ofStatus?: { events: readonly E['event'][]; isChanged(change: LoggedChange): boolean }
}
