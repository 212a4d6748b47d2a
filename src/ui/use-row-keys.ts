import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  startTransition,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { useBackgroundList } from '#web/background-list.ts'
import { keyTargets } from './key-targets.ts'

/**
 * Keyboard navigation for the rows of a table: one row is in the tab order, arrow keys, Home and End move between rows,
 * and Enter opens the focused one. The arrow down leads from the page's search to the first row. Keys pressed in a
 * row's own controls are left to them.
 */
export function useRowKeys({ ids, onOpen }: { ids: readonly string[]; onOpen?: (id: string) => void }) {
  const [wanted, setWanted] = useState<string>()
  const current = wanted !== undefined && ids.includes(wanted) ? wanted : ids[0]

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isInSearch = event.target instanceof HTMLInputElement && event.target.type === 'search'
      if (event.key !== 'ArrowDown' || !isInSearch || event.defaultPrevented) return
      const row = document.querySelector<HTMLElement>('tr[data-row]')
      if (row === null) return
      event.preventDefault()
      row.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target
    if (!(row instanceof HTMLTableRowElement)) return
    const rows = [...event.currentTarget.querySelectorAll<HTMLTableRowElement>('tr[data-row]')]
    const at = rows.indexOf(row)
    if (at < 0) return
    const targets = keyTargets(rows, at)
    if (event.key in targets) {
      event.preventDefault()
      targets[event.key]?.focus()
    } else if (event.key === 'Enter' && onOpen && row.dataset.row !== undefined) {
      event.preventDefault()
      onOpen(row.dataset.row)
    }
  }

  // A transition, so that the result of the press renders first.
  const onFocus = useCallback(
    ({ currentTarget }: FocusEvent<HTMLElement>) => startTransition(() => setWanted(currentTarget.dataset.row)),
    [],
  )
  return {
    /** For the element around the rows. */
    onKeyDown,
    /** For each row. A memoized row renders again only when its own props change. */
    rowProps: (id: string) => ({ 'data-row': id, tabIndex: id === current ? 0 : -1, onFocus }),
  }
}

/** Lets a panel step through rows that are marked with the ids of their records. */
export function useRowsBehind(ids: readonly string[]): void {
  useBackgroundList({
    ids,
    show: (id, { focus }) => {
      const row = document.querySelector<HTMLElement>(`tr[data-row="${id}"]`)
      if (focus) row?.focus()
      else row?.scrollIntoView({ block: 'nearest' })
    },
  })
}

/**
 * Opens a row on a press anywhere in it except on its own controls. Selecting an id to copy it does not open the row.
 */
export function openOnPress(onOpen: () => void) {
  return ({ target }: MouseEvent<HTMLElement>) => {
    const isOnControl = target instanceof Element && target.closest('button, a, input, label') !== null
    if (!isOnControl && window.getSelection()?.isCollapsed !== false) onOpen()
  }
}

/** How many milliseconds to wait for a row, in case the list loads slowly. */
const ROW_WAIT = 10_000

/**
 * Focuses the row of one of these ids. Until the row is shown, the page's heading has the focus. If the person moves on
 * meanwhile, the focus stays there.
 */
export function focusRow(ids: readonly number[]): void {
  const find = () =>
    [...document.querySelectorAll<HTMLElement>('tr[data-row]')].find(({ dataset }) => ids.includes(Number(dataset.row)))
  requestAnimationFrame(() => {
    const row = find()
    if (row !== undefined) return row.focus()
    const heading = document.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
    const observer = new MutationObserver(() => {
      const came = find()
      if (document.activeElement !== heading) observer.disconnect()
      else if (came !== undefined) {
        observer.disconnect()
        came.focus()
      }
    })
    observer.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => observer.disconnect(), ROW_WAIT)
  })
}
