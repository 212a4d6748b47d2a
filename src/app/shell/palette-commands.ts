import { t } from '#lib/messages.ts'
import { fold, scoreSearch } from '#lib/search.ts'
import type { PaletteRow } from '#web/palette-source.ts'

/** An entry that the palette can find, and what happens when it is opened. */
export interface Entry extends Omit<PaletteRow, 'to' | 'acts'> {
  /** Null for an entry that is copied instead of opened. */
  run: (() => void) | null
  acts?: readonly Entry[]
  /** The position of the entry in the server's search results, from 0. */
  rank?: number | undefined
}

/** The most entries that are shown of a group. */
const MAX_IN_GROUP = 7

/**
 * The fit of the server's best result. The server also finds things by the words that people use for them, so its
 * results rank below names that begin with the search text and above names that only contain it.
 */
const BEST_SERVER_FIT = 15

/** Recently chosen entries come first among entries that fit equally well. */
const RECENT_BONUS = 2

/**
 * The groups that the palette shows for a search. Groups and their entries are sorted by their best fit. Without a
 * search: the recently chosen entries, then the groups that are short enough to read as a whole.
 */
export function findCommands(
  entries: readonly Entry[],
  search: string,
  recent: readonly string[],
  always: readonly string[],
): { label: string; commands: Entry[] }[] {
  if (search.trim() === '') {
    const all = entries.flatMap((entry) => [entry, ...(entry.acts ?? [])])
    const last = recent.flatMap((id) => all.find((entry) => entry.id === id) ?? [])
    const rest = always.map((group) => ({
      label: group,
      commands: entries.filter((entry) => entry.group === group && !last.includes(entry)),
    }))
    return [{ label: t('Recent'), commands: last.slice(0, MAX_IN_GROUP) }, ...rest]
  }
  const fitting = (some: readonly Entry[]) =>
    some
      .map((entry) => ({ entry, fit: Math.max(scoreSearch(search, [entry.label, ...entry.texts]), serverFit(entry)) }))
      .filter(({ fit }) => fit > 0)
      .map(({ entry, fit }) => ({ entry, fit: recent.includes(entry.id) ? fit + RECENT_BONUS : fit }))
      .sort(byFit)
  const shown = bestOf(fitting(entries))
  const acts = [
    ...fitting(entries.flatMap(({ acts = [] }) => acts.filter((act) => startsWithAction(act, search)))),
    ...shown.flatMap(({ entry, fit }) => (entry.acts ?? []).map((act) => ({ entry: act, fit: fit * ACTION_WEIGHT }))),
  ]
  const finds = bestOf([...shown, ...acts].sort(byFit))
  const groups = [...new Set(finds.map(({ entry }) => entry.group))]
  return groups.map((label) => ({
    label,
    commands: finds.flatMap(({ entry }) => (entry.group === label ? [entry] : [])),
  }))
}

interface Find {
  entry: Entry
  fit: number
}
const byFit = (a: Find, b: Find) => b.fit - a.fit

/** Keeps each entry once, and at most the first MAX_IN_GROUP entries of each group. */
function bestOf(finds: readonly Find[]): Find[] {
  const counts = new Map<string, number>()
  const ids = new Set<string>()
  return finds.filter(({ entry: { id, group } }) => {
    const count = counts.get(group) ?? 0
    if (ids.has(id) || count >= MAX_IN_GROUP) return false
    ids.add(id)
    counts.set(group, count + 1)
    return true
  })
}

/** The actions on an entry rank below the entry itself. */
const ACTION_WEIGHT = 0.5

/**
 * Whether a search begins with the name of an action, such as 'log'. Only then are the actions of all entries searched.
 */
const startsWithAction = ({ label }: Entry, search: string) =>
  fold(label).startsWith(fold(search.trim()).split(/\s+/, 1)[0] ?? '')

const serverFit = ({ rank }: Entry) => (rank === undefined ? 0 : BEST_SERVER_FIT / (rank + 1))

const RECENT_KEY = 'palette-recent'
const MAX_RECENT = 12

/** Ids of the entries that were chosen in this browser, the most recent first. */
export function recentCommands(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return [] // localStorage is blocked or holds something else
  }
}

export function rememberCommand(id: string): void {
  const ids = [id, ...recentCommands().filter((each) => each !== id)].slice(0, MAX_RECENT)
  try {
    localStorage.setItem(RECENT_KEY, JSON.stringify(ids))
  } catch {
    // Without localStorage, no entry counts as recent.
  }
}
