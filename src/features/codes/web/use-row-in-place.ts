import { useLayoutEffect } from 'react'

/** The row in the middle of the window when the public rows were removed, and its place in pixels from the top. */
let rowInMiddle: { id: string; top: number } | null = null

/** Notes which row is in the middle of the window when these rows are removed. */
export function useNoteRowInMiddle(): void {
  useLayoutEffect(
    () => () => {
      const row = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2)?.closest('tbody tr')
      // A page at its top stays there.
      if (row == null || window.scrollY === 0) return
      rowInMiddle = { id: row.id, top: row.getBoundingClientRect().top }
      // Only rows that replace these in the same commit read it.
      queueMicrotask(() => {
        rowInMiddle = null
      })
    },
    [],
  )
}

/**
 * Keeps the row in the middle of the window there when these rows replace the public ones, which have other heights. On
 * a phone, rows near the window have their real heights only after the first layout.
 */
export function useKeepRowInMiddle(): void {
  useLayoutEffect(() => {
    const row = rowInMiddle && document.getElementById(rowInMiddle.id)
    if (rowInMiddle === null || row === null) return
    const { top } = rowInMiddle
    const scroll = () => window.scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' })
    scroll()
    const changes = new ResizeObserver(scroll)
    changes.observe(document.body)
    requestAnimationFrame(() => requestAnimationFrame(() => changes.disconnect()))
    return () => changes.disconnect()
  }, [])
}
