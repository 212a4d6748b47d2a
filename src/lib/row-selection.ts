/*
 * The selected rows of a list, by id. A row stays selected while it is not shown, and counts again when it is shown.
 */

export interface RowSelection {
  readonly ids: ReadonlySet<string>
  /** The rows that were selected before the current range. */
  readonly before: ReadonlySet<string>
  /** The first row of the current range. */
  readonly from: string | null
  /** The last row of the current range. */
  readonly to: string | null
}

const NOBODY: ReadonlySet<string> = new Set()
export const EMPTY_SELECTION: RowSelection = { ids: NOBODY, before: NOBODY, from: null, to: null }

/** Selects a row, or deselects it if it is selected. */
export function toggleRow({ ids: before }: RowSelection, id: string): RowSelection {
  const ids = new Set(before)
  if (!ids.delete(id)) ids.add(id)
  return { ids, before: ids, from: id, to: id }
}

/**
 * Selects the range from the last selected row to this one, in the order of the list. It replaces the previous range.
 */
export function selectRange(now: RowSelection, order: readonly string[], to: string): RowSelection {
  const start = now.from === null ? -1 : order.indexOf(now.from)
  const end = order.indexOf(to)
  if (end < 0) return now
  if (start < 0) return toggleRow({ ...now, ids: without(now.ids, to) }, to)
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1)
  return { ...now, ids: new Set([...now.before, ...range]), to }
}

/** Extends the range by one row with the keyboard, from the row with the focus. */
export function extendSelection(now: RowSelection, order: readonly string[], at: string, to: string): RowSelection {
  const begun = now.to === at ? now : { ...now, before: now.ids, from: at }
  return selectRange(begun, order, to)
}

export function selectAllRows(order: readonly string[]): RowSelection {
  const ids = new Set(order)
  return { ids, before: ids, from: null, to: null }
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const rest = new Set(ids)
  rest.delete(id)
  return rest
}
