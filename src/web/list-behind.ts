import { useLayoutEffect } from 'react'

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
