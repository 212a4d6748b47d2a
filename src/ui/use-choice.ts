import { type KeyboardEvent, type MouseEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { EMPTY_SELECTION, extendSelection, selectAllRows, selectRange, toggleRow } from '#lib/row-selection.ts'
import { useLongPress } from './use-long-press.ts'

export interface Choice {
  /** The ids of the rows that are chosen and shown, in the order of the list. */
  ids: readonly string[]
  has(id: string): boolean
  /** How many rows are shown. */
  total: number
  /** Touch mode: each press on a row chooses it until this is turned off. */
  isOn: boolean
  start(): void
  /** Chooses a row, or stops choosing it. `upTo` chooses all rows from the last one to this one. A stable function. */
  choose(id: string, upTo?: boolean): void
  chooseAll(): void
  end(): void
  /** For the element around the rows. Each row has its id in `data-choice`. */
  listProps: {
    'data-choosing': true | undefined
    onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void
    onMouseDown(event: MouseEvent<HTMLElement>): void
    onClickCapture(event: MouseEvent<HTMLElement>): void
  }
  /** In addition, for a list on a phone: a long press on a row chooses it. */
  pressProps: ReturnType<typeof useLongPress>['props']
}

const ROW = '[data-choice]'
/** Controls in a row. A press on them is not for the row. */
const CONTROL = 'a, button, input, select, textarea, label'
const FIELD = 'input:not([type="checkbox"]), select, textarea'
const CLOSES = '[popover], [aria-expanded="true"], dialog'

/**
 * The choice of rows: by checkbox, a press with Ctrl or Shift, Space, Shift with an arrow key, or Ctrl A. On a phone:
 * after "Choose", or by a long press. Escape clears the choice. Any other press does what it does in the list.
 */
export function useChoice(order: readonly string[]): Choice {
  const [chosen, setChosen] = useState(EMPTY_SELECTION)
  const [isOn, setIsOn] = useState(false)
  const shown = useRef(order)
  useLayoutEffect(() => {
    shown.current = order
  })
  const choose = useCallback(
    (id: string, upTo = false) => setChosen((now) => (upTo ? selectRange(now, shown.current, id) : toggleRow(now, id))),
    [],
  )
  const ids = order.filter((id) => chosen.ids.has(id))
  const chooseAll = () => setChosen(selectAllRows(order))
  const end = () => {
    // The pressed button is in the bar and disappears with it.
    focusListOf(document.activeElement?.closest('[data-choice-bar]'))
    setChosen(EMPTY_SELECTION)
    setIsOn(false)
  }

  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, target } = event
    const row = rowOf(target)
    if (row === null || (target instanceof Element && target.matches(FIELD))) return
    const id = row.dataset.choice ?? ''
    const isOnRow = target === row || (target instanceof Element && target.matches('input'))
    if (key === 'Escape' && ids.length > 0 && !closesByItself(target)) {
      event.stopPropagation()
      end()
    } else if (key === 'a' && (event.ctrlKey || event.metaKey) && !shiftKey && !event.altKey) {
      chooseAll()
    } else if (key === ' ' && target === row) {
      choose(id, shiftKey)
    } else if (shiftKey && isOnRow && (key === 'ArrowDown' || key === 'ArrowUp')) {
      // The list itself moves the focus.
      const next = order[order.indexOf(id) + (key === 'ArrowDown' ? 1 : -1)]
      if (next !== undefined) setChosen((now) => extendSelection(now, order, id, next))
      return
    } else return
    event.preventDefault()
  }

  const longPress = useLongPress((target) => {
    const row = rowOf(target)
    if (row === null || isOn) return false
    setIsOn(true)
    choose(row.dataset.choice ?? '')
    return true
  })
  const isForChoice = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (!(target instanceof Element)) return false
    return isOn ? target.closest('input, label') === null : (ctrlKey || metaKey || shiftKey) && !target.closest(CONTROL)
  }

  return {
    ...{ ids, total: order.length, isOn, choose, chooseAll, end },
    has: (id) => chosen.ids.has(id),
    start: () => setIsOn(true),
    listProps: {
      'data-choosing': ids.length > 0 || isOn || undefined,
      onKeyDownCapture,
      onMouseDown: (event) => {
        // Prevent the browser from selecting the text up to here.
        if (event.shiftKey && rowOf(event.target) !== null && isForChoice(event)) event.preventDefault()
      },
      onClickCapture: (event) => {
        const row = rowOf(event.target)
        if (longPress.isOver()) {
          event.preventDefault()
          event.stopPropagation()
          return
        }
        if (row === null || !isForChoice(event)) return
        event.preventDefault()
        event.stopPropagation()
        row.focus({ preventScroll: true })
        choose(row.dataset.choice ?? '', event.shiftKey)
      },
    },
    pressProps: longPress.props,
  }
}

/** Focuses the list of a bar: the row in the tab order, or the first checkbox. */
function focusListOf(bar: Element | null | undefined): void {
  for (let box = bar?.parentElement; box != null; box = box.parentElement) {
    const part =
      box.querySelector<HTMLElement>(`${ROW}[tabindex="0"]`) ?? box.querySelector<HTMLElement>(`${ROW} input`)
    part?.focus({ preventScroll: true })
    if (part !== null) return
  }
}

const rowOf = (target: EventTarget) => (target instanceof Element ? target.closest<HTMLElement>(ROW) : null)

/** Whether Escape is for an open menu or dialog, which then closes first. */
export const closesByItself = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(CLOSES) !== null
