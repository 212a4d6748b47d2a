import { t } from '#lib/messages.ts'
import { fitOf, fold } from '#lib/search.ts'
import type { PaletteRow } from '#web/palette-source.ts'

/** Something that the palette finds, and what opening it does. */
export interface Entry extends Omit<PaletteRow, 'to' | 'acts'> {
  /** Null: it copies. */
  run: (() => void) | null
  acts?: readonly Entry[]
  /** Its place among what the server found for this search, from 0. */
  rank?: number | undefined
}

/** As many of a group are shown. */
const MAX = 7

/** What the server finds by what people call it comes after names that begin so, and before what only holds the word. */
const FOUND = 15

/** What was chosen last comes first among equals. */
const RECENT_BONUS = 2

/**
 * What the palette shows for a search: the groups by their best find, the best first in each. Without a search: what
 * was chosen last, then everything of the groups that are short enough to read.
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
    return [{ label: t('Recent'), commands: last.slice(0, MAX) }, ...rest]
  }
  const fitting = (some: readonly Entry[]) =>
    some
      .map((entry) => ({ entry, fit: Math.max(fitOf(search, [entry.label, ...entry.texts]), foundFit(entry)) }))
      .filter(({ fit }) => fit > 0)
      .map(({ entry, fit }) => ({ entry, fit: recent.includes(entry.id) ? fit + RECENT_BONUS : fit }))
      .sort(byFit)
  const shown = bestOf(fitting(entries))
  const acts = [
    ...fitting(entries.flatMap(({ acts = [] }) => acts.filter((act) => isAsked(act, search)))),
    ...shown.flatMap(({ entry, fit }) => (entry.acts ?? []).map((act) => ({ entry: act, fit: fit * ACT }))),
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

/** The first of each group, each once. */
function bestOf(finds: readonly Find[]): Find[] {
  const counts = new Map<string, number>()
  const ids = new Set<string>()
  return finds.filter(({ entry: { id, group } }) => {
    const count = counts.get(group) ?? 0
    if (ids.has(id) || count >= MAX) return false
    ids.add(id)
    counts.set(group, count + 1)
    return true
  })
}

/** What can be done with a find comes after it. */
const ACT = 0.5

/** Whether a search begins with what an act is called, as 'log' does: only then are all of them looked through. */
const isAsked = ({ label }: Entry, search: string) =>
  fold(label).startsWith(fold(search.trim()).split(/\s+/, 1)[0] ?? '')

const foundFit = ({ rank }: Entry) => (rank === undefined ? 0 : FOUND / (rank + 1))

const RECENT_KEY = 'palette-recent'
const MAX_RECENT = 12

/** Ids of what was chosen in this browser, the last first. */
export function recentCommands(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return [] // a browser that keeps nothing, or kept something else
  }
}

export function rememberCommand(id: string): void {
  const ids = [id, ...recentCommands().filter((each) => each !== id)].slice(0, MAX_RECENT)
  try {
    localStorage.setItem(RECENT_KEY, JSON.stringify(ids))
  } catch {
    // Then nothing is recent.
  }
}
