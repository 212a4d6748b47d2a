import { t } from '#lib/messages.ts'
import { fitOf } from '#lib/search.ts'
import type { PaletteRow } from '#web/palette-source.ts'

/** Something that the palette finds, and what opening it does. */
export interface Entry extends Omit<PaletteRow, 'to'> {
  run(): void
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
    const last = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? [])
    const rest = always.map((group) => ({
      label: group,
      commands: entries.filter((entry) => entry.group === group && !last.includes(entry)),
    }))
    return [{ label: t('Recent'), commands: last.slice(0, MAX) }, ...rest]
  }
  const finds = entries
    .map((entry) => ({ entry, fit: Math.max(fitOf(search, [entry.label, ...entry.texts]), foundFit(entry)) }))
    .filter(({ fit }) => fit > 0)
    .map(({ entry, fit }) => ({ entry, fit: recent.includes(entry.id) ? fit + RECENT_BONUS : fit }))
    .sort((a, b) => b.fit - a.fit)
  const groups = [...new Set(finds.map(({ entry }) => entry.group))]
  return groups.map((label) => ({
    label,
    commands: finds.flatMap(({ entry }) => (entry.group === label ? [entry] : [])).slice(0, MAX),
  }))
}

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
