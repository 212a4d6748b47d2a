import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { allowedWidth, MAX_WIDTH, MIN_WIDTH } from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'

interface WidthHandleProps {
  /** The name of the column. */
  label: string
  /** Its position among the shown columns. */
  at: number
  /** The width in pixels. Null while the column has its default width. */
  width: number | null
  /** Called with the widths of all shown columns when resizing ends. */
  onKeep(widths: readonly number[]): void
}

/** How many pixels a key press changes the width. */
const STEP = 16

/**
 * The edge of a column's head. Dragging it, or moving it with the arrow keys, resizes the column. The Tab key reaches
 * the first edge. The arrows up and down lead to the others. The table resizes at once, and React renders it when
 * resizing ends.
 */
export function WidthHandle({ label, at, width, onKeep }: WidthHandleProps) {
  const [shown, setShown] = useState(MIN_WIDTH)
  /** Where a drag started. */
  const drag = useRef<{ x: number; widths: readonly number[] } | null>(null)
  /** The widths that are shown but not saved yet. */
  const unsavedWidths = useRef<readonly number[] | null>(null)

  const resizeTo = (handle: Element, widths: readonly number[], wanted: number) => {
    unsavedWidths.current = widths.with(at, allowedWidth(wanted))
    applyWidths(handle, unsavedWidths.current)
    setShown(allowedWidth(wanted))
  }
  const keep = () => {
    drag.current = null
    if (unsavedWidths.current !== null) onKeep(unsavedWidths.current)
    unsavedWidths.current = null
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, widths: measure(event.currentTarget) }
  }
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    if (drag.current === null) return
    const { x, widths } = drag.current
    resizeTo(currentTarget, widths, (widths[at] ?? 0) + clientX - x)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, currentTarget } = event
    const handles = [...(currentTarget.closest('tr')?.querySelectorAll('hr') ?? [])]
    const widths = unsavedWidths.current ?? measure(currentTarget)
    const current = widths[at] ?? 0
    const steps: Record<string, number> = {
      ArrowLeft: current - STEP,
      ArrowRight: current + STEP,
      Home: MIN_WIDTH,
      End: MAX_WIDTH,
    }
    const step = steps[key]
    if (step !== undefined) resizeTo(currentTarget, widths, step)
    else if (key === 'ArrowDown' || key === 'ArrowUp') handles[at + (key === 'ArrowDown' ? 1 : -1)]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <hr
      tabIndex={at === 0 ? 0 : -1}
      aria-orientation="vertical"
      aria-label={t('Width of {column}', { column: label })}
      aria-valuenow={width ?? shown}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      onFocus={({ currentTarget }) => setShown(allowedWidth(measure(currentTarget)[at] ?? 0))}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={keep}
      onKeyDown={onKeyDown}
      onKeyUp={keep}
      onBlur={keep}
      className="absolute inset-y-0 right-0 m-0 h-auto w-2 cursor-col-resize touch-none border-0 border-transparent border-r-2 hover:border-paper-faint focus-visible:border-lagoon pointer-coarse:hidden max-sm:hidden print:hidden"
    />
  )
}

/** The widths of the shown columns. */
function measure(handle: Element): number[] {
  const heads = [...(handle.closest('tr')?.cells ?? [])]
  return heads.filter((head) => getComputedStyle(head).display !== 'none').map((head) => allowedWidth(head.offsetWidth))
}

/** Applies widths to the columns without rendering a row again. */
function applyWidths(handle: Element, widths: readonly number[]): void {
  const table = handle.closest('table')
  if (table === null) return
  table.querySelectorAll('col').forEach((col, at) => {
    col.style.width = at === widths.length - 1 ? 'auto' : `${widths[at]}px`
  })
  table.dataset.widths = ''
  table.style.setProperty('--columns', `${sumOf(widths)}px`)
  table.style.setProperty('--pin', `${widths[0]}px`)
}

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)
