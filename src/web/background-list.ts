import { useEffect, useLayoutEffect } from 'react'

/** The rows of the page behind a panel, in their order. */
export interface BackgroundList {
  /** The id of the record that each row shows. */
  ids: readonly string[]
  /** Scrolls the row into view, and focuses it if `focus` is set. */
  show(id: string, how: { focus: boolean }): void
}

let behind: BackgroundList | null = null

/** Lets a panel step through the rows of this list and return the focus to the row that it showed last. */
export function useBackgroundList(list: BackgroundList): void {
  useLayoutEffect(() => {
    behind = list
    return () => {
      if (behind === list) behind = null
    }
  })
}

/** The list of the open page. Null when the page has none. */
export const backgroundList = (): BackgroundList | null => behind

/** The ids before and after an id in a list. Empty for an id that the list does not have. */
export function neighboursOf<Id>(ids: readonly Id[], id: Id): { previous?: Id; next?: Id } {
  const at = ids.indexOf(id)
  const [previous, next] = at < 0 ? [] : [ids[at - 1], ids[at + 1]]
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) }
}

/** Scrolls the list along with the open record, and focuses the row of the last record when the panel closes. */
export function useListFollowsRecord(id: string): void {
  useLayoutEffect(() => backgroundList()?.show(id, { focus: false }), [id])
  useEffect(() => () => giveFocusTo(id), [id])
}

/** Runs after the dialog has closed: it returns the focus to the element that opened it, which may be another row. */
function giveFocusTo(id: string): void {
  requestAnimationFrame(() => {
    const isOpen = document.querySelector('dialog[open]') !== null
    if (!isOpen && backgroundList()?.ids.includes(id)) backgroundList()?.show(id, { focus: true })
  })
}
