import type { ACTION_KINDS, SourceHistory } from './contract.ts'

/*
 * The decisions of a person about a file before its import, and the counts that the page shows for them: who the
 * authors are, and how much of the file is old.
 */

/** Discord IDs by the names in the other program. */
export type StaffNames = Readonly<Record<string, string>>

/** Programs compare names without regard to case. */
const keyOf = (name: string) => name.toLowerCase()

export function idOfStaff(staff: StaffNames, name: string): string | null {
  const found = Object.entries(staff).find(([known]) => keyOf(known) === keyOf(name))
  return found?.[1] ?? null
}

/** The history, with the Discord ID of every author whose name is known. */
export function withStaff<H extends Pick<SourceHistory, 'actions'>>(history: H, staff: StaffNames): H {
  const ids = new Map(Object.entries(staff).map(([name, id]) => [keyOf(name), id]))
  const actions = history.actions.map((action) => {
    const discordId = action.author.discordId ?? ids.get(keyOf(action.author.name)) ?? null
    return { ...action, author: { ...action.author, discordId } }
  })
  return { ...history, actions }
}

/** An author of actions in the other program. */
export interface SourceAuthor {
  name: string
  /** The Discord ID from the file. Null when the file has none. */
  discordId: string | null
  actions: number
}

/** Every author, those with the most actions first. */
export function authorsOf({ actions }: Pick<SourceHistory, 'actions'>): SourceAuthor[] {
  const authors = new Map<string, SourceAuthor>()
  for (const { author } of actions) {
    const known = authors.get(keyOf(author.name)) ?? { ...author, actions: 0 }
    authors.set(keyOf(author.name), { ...known, actions: known.actions + 1 })
  }
  return [...authors.values()].sort((a, b) => b.actions - a.actions || (a.name < b.name ? -1 : 1))
}

export type ActionKind = (typeof ACTION_KINDS)[number]

/** The number of actions of each kind. Kinds without actions are left out. */
export function countKinds({ actions }: Pick<SourceHistory, 'actions'>): { kind: ActionKind; count: number }[] {
  const counts = new Map<ActionKind, number>()
  for (const { kind } of actions) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count)
}

/** What would be left out if everything older than this many years was. */
export interface AgeCount {
  years: number
  /** The first day that is imported. */
  day: string
  actions: number
}

const MAX_YEARS = 5

/**
 * The number of older actions for each number of years. Years without older actions are left out. `today` as
 * 2026-03-14.
 */
export function countOlder({ actions }: Pick<SourceHistory, 'actions'>, today: string): AgeCount[] {
  return Array.from({ length: MAX_YEARS }, (_, before) => {
    const years = before + 1
    const day = yearsBefore(today, years)
    return { years, day, actions: actions.filter(({ at }) => at < day).length }
  }).filter((count) => count.actions > 0)
}

function yearsBefore(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date.toISOString().slice(0, 10)
}
