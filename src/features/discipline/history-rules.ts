import type { PlayerSource } from './player-rules.ts'

/** Somebody whom a file knows. */
export interface SourcePerson {
  identifiers: readonly string[]
  name: string | null
  playMinutes: number | null
  firstSeen: string | null
  lastSeen: string | null
  note: { text: string; by: string | null; at: string | null } | null
}

/** What a file says was done to somebody. */
export interface SourceAction {
  nativeId: string
  kind: 'note' | 'warn' | 'kick' | 'ban'
  identifiers: readonly string[]
  name: string | null
  /** Untouched. */
  reason: string
  author: { name: string; discordId: string | null }
  at: string
  /** Of a ban; null: for good. */
  expiresAt: string | null
  isAcknowledged: boolean
  revoked: { at: string; by: string | null; reason: string | null } | null
}

/** All that a file of another program says of players. */
export interface SourceHistory {
  source: PlayerSource
  version: string | null
  people: readonly SourcePerson[]
  actions: readonly SourceAction[]
  unreadable: readonly { id: string; message: string }[]
  unknownFields: readonly string[]
}

export interface HistoryDecisions {
  /** By identifier: the Discord ID that it belongs to, or `none`. */
  accounts: Readonly<Record<string, string>>
  /** What is older than this day is left out. */
  olderThan: string | null
}

interface Counts {
  new: number
  same: number
  changed: number
}

/** What an import does or did. `new`, `same` and `changed` count people and actions together. */
export interface PlayerImport extends Counts {
  source: PlayerSource
  version: string | null
  unreadable: { id: string; message: string }[]
  people: Counts
  actions: Counts
  /** Nothing is written before each is answered. */
  questions: { identifier: string; names: string[]; accounts: { id: string; name: string | null }[] }[]
  /** How many of the new actions are removed again soon, as they were over for longer than players' are kept. */
  outdated: { actions: number; days: number } | null
  /** How people were matched: by Discord ID, by an identifier that is known here, by an answer about a name, not at all. */
  matched: { byId: number; byLicence: number; byName: number; none: number }
}

/** What is kept of a file: nothing from before a day, but for people who were seen or have an action since. */
export function keptOf({ people, actions }: Pick<SourceHistory, 'people' | 'actions'>, olderThan: string | null) {
  if (olderThan === null) return { people, actions }
  const since = `${olderThan}T00:00:00.000Z`
  const kept = actions.filter(({ at }) => at >= since)
  const named = new Set(kept.flatMap(({ identifiers }) => identifiers))
  return {
    actions: kept,
    people: people.filter(
      ({ identifiers, lastSeen }) =>
        lastSeen === null || lastSeen >= since || identifiers.some((each) => named.has(each)),
    ),
  }
}

/** What is known of somebody beside who they are. */
export interface Knowledge {
  name: string
  playMinutes: number | null
  firstSeen: Date | null
  lastSeen: Date | null
  note: string | null
  noteBy: string | null
  noteAt: Date | null
}

const earlier = (a: Date | null, b: Date | null) => (a === null || (b !== null && b < a) ? b : a)
const later = (a: Date | null, b: Date | null) => (a === null || (b !== null && b > a) ? b : a)

/** Both together: the name and the note are those of whichever is newer. Twice the same changes nothing. */
export function merged(first: Knowledge, second: Knowledge): Knowledge {
  const isNewer = second.lastSeen !== null && (first.lastSeen === null || second.lastSeen > first.lastSeen)
  const hasNewerNote =
    second.note !== null &&
    (first.note === null || (second.noteAt !== null && (first.noteAt === null || second.noteAt > first.noteAt)))
  const { note, noteBy, noteAt } = hasNewerNote ? second : first
  return {
    name: first.name === '' || (isNewer && second.name !== '') ? second.name : first.name,
    playMinutes:
      first.playMinutes === null && second.playMinutes === null
        ? null
        : Math.max(first.playMinutes ?? 0, second.playMinutes ?? 0),
    firstSeen: earlier(first.firstSeen, second.firstSeen),
    lastSeen: later(first.lastSeen, second.lastSeen),
    note,
    noteBy,
    noteAt,
  }
}
