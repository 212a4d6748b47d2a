import { fold } from './search.ts'

/*
 * How one person has a list: views of it by name, which columns are shown, how wide and how dense. A list is named by the
 * path of its page.
 */

export const DENSITIES = ['normal', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

/** A list as it was filtered and sorted once, under a name. */
export interface View {
  name: string
  /** The query of the address, without its question mark. */
  search: string
}

export interface ListPreferences {
  views: readonly View[]
  /** Columns that are not shown, by their keys. */
  hidden: readonly string[]
  /** Pixels by column. Empty: as wide as the list has them. */
  widths: Readonly<Record<string, number>>
  /** Null: as dense as the list is by itself. */
  density: Density | null
}

/** A person's preferences of the list that they look at. */
export interface KeptList {
  /** The path of its page. */
  list: string
  preferences: ListPreferences
  /** Null while they are not known. */
  change: ((change: (now: ListPreferences) => ListPreferences) => void) | null
}

export const NOTHING_KEPT: ListPreferences = { views: [], hidden: [], widths: {}, density: null }

export const MAX_VIEWS = 20
export const MAX_VIEW_NAME = 60
export const MAX_VIEW_SEARCH = 1000
export const MAX_COLUMNS = 60
/** Pixels. */
export const [MIN_WIDTH, MAX_WIDTH] = [48, 2000]

/** What an address says beside the list: the page one is on, and what is open. */
const PASSING = ['page', 'person', 'entry']

/** What a view keeps of an address. */
export function viewSearch(search: string): string {
  const address = new URLSearchParams(search)
  for (const name of PASSING) address.delete(name)
  address.sort()
  // Between the texts of a list they are easier to read.
  return address.toString().replaceAll('%2C', ',')
}

/** Two names that people take for one. */
export const isSameName = (one: string, other: string) => fold(one.trim()) === fold(other.trim())

export const findView = (views: readonly View[], name: string) => views.find((view) => isSameName(view.name, name))

/** The view that shows what this address shows. */
export const shownView = (views: readonly View[], search: string) =>
  views.find((view) => viewSearch(view.search) === viewSearch(search))

/** With a view, in the place of the one of its name. */
export function withView(now: ListPreferences, view: View, at = now.views.length): ListPreferences {
  if (findView(now.views, view.name) === undefined) return { ...now, views: now.views.toSpliced(at, 0, view) }
  return { ...now, views: now.views.map((each) => (isSameName(each.name, view.name) ? view : each)) }
}

export const withoutView = (now: ListPreferences, name: string): ListPreferences => ({
  ...now,
  views: now.views.filter((view) => !isSameName(view.name, name)),
})

/** With a view under another name; as before where another view has that name. */
export function withViewRenamed(now: ListPreferences, name: string, next: string): ListPreferences {
  const holder = findView(now.views, next)
  if (holder !== undefined && !isSameName(holder.name, name)) return now
  return { ...now, views: now.views.map((view) => (isSameName(view.name, name) ? { ...view, name: next } : view)) }
}

export const withColumn = (now: ListPreferences, column: string, isShown: boolean): ListPreferences => ({
  ...now,
  hidden: [...now.hidden.filter((each) => each !== column), ...(isShown ? [] : [column])],
})

/** A width that a column may have. */
export const allowedWidth = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))
