import { useEffect, useLayoutEffect } from 'react'

/** The rows of the page that a panel lies beside, in their order. */
export interface ListBehind {
  /** Whom or what each row shows. */
  ids: readonly string[]
  /** Brings the row into sight, and gives it the focus where it is asked for. */
  show(id: string, how: { focus: boolean }): void
}

let behind: ListBehind | null = null

/** Lets a panel walk through the rows of this list, and give the focus back to the row that it showed last. */
export function useListBehind(list: ListBehind): void {
  useLayoutEffect(() => {
    behind = list
    return () => {
      if (behind === list) behind = null
    }
  })
}

/** The list of the open page; null where it has none. */
export const listBehind = (): ListBehind | null => behind

/** The one before and the one after in a list; nothing at its ends, or where it has no such one. */
export function neighboursOf<Id>(ids: readonly Id[], id: Id): { previous?: Id; next?: Id } {
  const at = ids.indexOf(id)
  const [previous, next] = at < 0 ? [] : [ids[at - 1], ids[at + 1]]
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) }
}

/** Lets the list follow what is open, so that one comes back to the row that was shown last. */
export function useRowFollows(id: string): void {
  useLayoutEffect(() => listBehind()?.show(id, { focus: false }), [id])
  useEffect(() => () => giveFocusTo(id), [id])
}

/** Once nothing is open any more: a dialog gives the focus back to what opened it, which may be another row. */
function giveFocusTo(id: string): void {
  requestAnimationFrame(() => {
    const isOpen = document.querySelector('dialog[open]') !== null
    if (!isOpen && listBehind()?.ids.includes(id)) listBehind()?.show(id, { focus: true })
  })
}
