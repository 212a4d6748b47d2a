import { fold } from './search.ts'

/*
 * One person's preferences for a list: saved views, hidden columns, column widths and density. A list is identified by
 * the path of its page.
 */

export const DENSITIES = ['normal', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

/** A saved view: the filters and the sorting of a list, under a name. */
export interface View {
  name: string
  /** The query string of the page's URL, without its question mark. */
  search: string
}

export interface ListPreferences {
  views: readonly View[]
  /** The keys of the hidden columns. */
  hidden: readonly string[]
  /** The width of each column in pixels. Columns without one have the list's default width. */
  widths: Readonly<Record<string, number>>
  /** Null means the list's default density. */
  density: Density | null
}

/** A person's preferences for the list on the current page. */
export interface KeptList {
  /** The path of the list's page. */
  list: string
  preferences: ListPreferences
  /** Changes the preferences, and calls `onSaved` when the change is saved. Null until they are loaded. */
  change: ((change: (now: ListPreferences) => ListPreferences, onSaved?: () => void) => void) | null
}

export const NO_PREFERENCES: ListPreferences = { views: [], hidden: [], widths: {}, density: null }

export const MAX_VIEWS = 20
export const MAX_VIEW_NAME = 60
export const MAX_VIEW_SEARCH = 1000
export const MAX_COLUMNS = 60
/** The limits of a column's width, in pixels. */
export const [MIN_WIDTH, MAX_WIDTH] = [48, 2000]

/** Query parameters that a view does not save: the page number and what is open beside the list. */
const PASSING = ['page', 'person', 'entry']

/** The part of a query string that a view saves. */
export function viewSearch(search: string): string {
  const address = new URLSearchParams(search)
  for (const name of PASSING) address.delete(name)
  address.sort()
  // Plain commas between the values of a list are easier to read.
  return address.toString().replaceAll('%2C', ',')
}

/** Whether two names differ at most in case, accents and surrounding spaces. */
export const isSameName = (one: string, other: string) => fold(one.trim()) === fold(other.trim())

export const findView = (views: readonly View[], name: string) => views.find((view) => isSameName(view.name, name))

/** The view with the same filters and sorting as this query string. */
export const shownView = (views: readonly View[], search: string) =>
  views.find((view) => viewSearch(view.search) === viewSearch(search))

/** Adds a view at `at`, or replaces the view with the same name. */
export function withView(now: ListPreferences, view: View, at = now.views.length): ListPreferences {
  if (findView(now.views, view.name) === undefined) return { ...now, views: now.views.toSpliced(at, 0, view) }
  return { ...now, views: now.views.map((each) => (isSameName(each.name, view.name) ? view : each)) }
}

export const withoutView = (now: ListPreferences, name: string): ListPreferences => ({
  ...now,
  views: now.views.filter((view) => !isSameName(view.name, name)),
})

/** Renames a view. Changes nothing if another view already has the new name. */
export function withViewRenamed(now: ListPreferences, name: string, next: string): ListPreferences {
  const holder = findView(now.views, next)
  if (holder !== undefined && !isSameName(holder.name, name)) return now
  return { ...now, views: now.views.map((view) => (isSameName(view.name, name) ? { ...view, name: next } : view)) }
}

export const withColumn = (now: ListPreferences, column: string, isShown: boolean): ListPreferences => ({
  ...now,
  hidden: [...now.hidden.filter((each) => each !== column), ...(isShown ? [] : [column])],
})

/** The width rounded and limited to what a column may have. */
export const allowedWidth = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))
