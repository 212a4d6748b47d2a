import type { PlayerSource } from './player-rules.ts'

/** A person in a file of another program. */
export interface SourcePerson {
  identifiers: readonly string[]
  name: string | null
  playMinutes: number | null
  firstSeen: string | null
  lastSeen: string | null
  note: { text: string; by: string | null; at: string | null } | null
}

/** An action in a file of another program. */
export interface SourceAction {
  nativeId: string
  kind: 'note' | 'warn' | 'kick' | 'ban'
  identifiers: readonly string[]
  name: string | null
  /** The reason exactly as the file has it. */
  reason: string
  author: { name: string; discordId: string | null }
  at: string
  /** The end of a ban. Null when the ban is for good. */
  expiresAt: string | null
  isAcknowledged: boolean
  revoked: { at: string; by: string | null; reason: string | null } | null
}

/** Everything that a file of another program contains about players. */
export interface SourceHistory {
  source: PlayerSource
  version: string | null
  people: readonly SourcePerson[]
  actions: readonly SourceAction[]
  unreadable: readonly { id: string; message: string }[]
  unknownFields: readonly string[]
}

export interface HistoryDecisions {
  /** By identifier: the Discord ID of its owner, or `none`. */
  accounts: Readonly<Record<string, string>>
  /** Records from before this day are left out. */
  olderThan: string | null
}

interface Counts {
  new: number
  same: number
  changed: number
}

/** The result of an import or of its preview. `new`, `same` and `changed` count people and actions together. */
export interface PlayerImport extends Counts {
  source: PlayerSource
  version: string | null
  unreadable: { id: string; message: string }[]
  people: Counts
  actions: Counts
  /** Nothing is written before each question is answered. */
  questions: { identifier: string; names: string[]; accounts: { id: string; name: string | null }[] }[]
  /**
   * The number of new actions that will soon be removed again, because they ended longer ago than `days`, the time for
   * which actions against players are kept.
   */
  outdated: { actions: number; days: number } | null
  /**
   * How people were matched: by Discord ID, by an identifier that the site knows, by an answer about a name, or not at
   * all.
   */
  matched: { byId: number; byLicence: number; byName: number; none: number }
}

/**
 * The part of a file that is imported: actions from the given day on, and people who were seen or have an action since
 * then or whose last visit is unknown.
 */
export function selectForImport(
  { people, actions }: Pick<SourceHistory, 'people' | 'actions'>,
  olderThan: string | null,
) {
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

/** What is known of a person, apart from their identity. */
export interface SubjectDetails {
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

/**
 * Merges two records of a person. The name and the note come from the newer one. Merging the same record twice changes
 * nothing.
 */
export function mergeDetails(first: SubjectDetails, second: SubjectDetails): SubjectDetails {
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
