/*
 * Which rows of a list are chosen, by their ids. A row that is not shown stays chosen, and counts again once it is.
 */

export interface Chosen {
  readonly ids: ReadonlySet<string>
  /** What was chosen before rows were chosen from one on, and that one. */
  readonly before: ReadonlySet<string>
  readonly from: string | null
  /** Up to here. */
  readonly to: string | null
}

const NOBODY: ReadonlySet<string> = new Set()
export const NONE_CHOSEN: Chosen = { ids: NOBODY, before: NOBODY, from: null, to: null }

/** One more, or one less. */
export function withFlipped({ ids: before }: Chosen, id: string): Chosen {
  const ids = new Set(before)
  if (!ids.delete(id)) ids.add(id)
  return { ids, before: ids, from: id, to: id }
}

/** All from the row that was chosen last up to this one, in the order of the list, instead of all up to another one. */
export function withRange(now: Chosen, order: readonly string[], to: string): Chosen {
  const start = now.from === null ? -1 : order.indexOf(now.from)
  const end = order.indexOf(to)
  if (end < 0) return now
  if (start < 0) return withFlipped({ ...now, ids: without(now.ids, to) }, to)
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1)
  return { ...now, ids: new Set([...now.before, ...range]), to }
}

/** One step further by key, from the row that has the focus. */
export function withStep(now: Chosen, order: readonly string[], at: string, to: string): Chosen {
  const begun = now.to === at ? now : { ...now, before: now.ids, from: at }
  return withRange(begun, order, to)
}

export function withAll(order: readonly string[]): Chosen {
  const ids = new Set(order)
  return { ids, before: ids, from: null, to: null }
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const rest = new Set(ids)
  rest.delete(id)
  return rest
}
