import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  startTransition,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { useListBehind } from '#web/list-behind.ts'
import { keyTargets } from './key-targets.ts'

/**
 * A table's rows by keyboard: one of them is in the tab order, arrow keys, Home and End move over them and Enter opens
 * the one that has the focus. The arrow down leads from the page's search to the first of them. Keys pressed inside a row's
 * own controls are theirs.
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

  // What the press leads to is drawn first.
  const onFocus = useCallback(
    ({ currentTarget }: FocusEvent<HTMLElement>) => startTransition(() => setWanted(currentTarget.dataset.row)),
    [],
  )
  return {
    /** For what holds the rows. */
    onKeyDown,
    /** For each row: of a memoized one only what changes draws it again. */
    rowProps: (id: string) => ({ 'data-row': id, tabIndex: id === current ? 0 : -1, onFocus }),
  }
}

/** Lets a panel walk through rows that are marked with the ids of what it shows. */
export function useRowsBehind(ids: readonly string[]): void {
  useListBehind({
    ids,
    show: (id, { focus }) => {
      const row = document.querySelector<HTMLElement>(`tr[data-row="${id}"]`)
      if (focus) row?.focus()
      else row?.scrollIntoView({ block: 'nearest' })
    },
  })
}

/**
 * A press anywhere in a row opens it, but on its own controls. Anyone who marks an id to copy it does not want a
 * dialog.
 */
export function openOnPress(onOpen: () => void) {
  return ({ target }: MouseEvent<HTMLElement>) => {
    const isOnControl = target instanceof Element && target.closest('button, a, input, label') !== null
    if (!isOnControl && window.getSelection()?.isCollapsed !== false) onOpen()
  }
}

/** Milliseconds that a row may take to come, where the list is read slowly. */
const ROW_WAIT = 10_000

/**
 * Gives the focus to the row of one of these ids, or else to the heading of the page until the row is shown. Anyone who
 * goes on meanwhile stays where they are.
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
