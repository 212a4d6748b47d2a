import { type MouseEvent, type TouchEvent, useEffect, useRef } from 'react'

/** Milliseconds that a finger rests until it counts; the browsers' own long press takes as long. */
const REST = 500
/** Pixels that a finger may move while it rests. */
const SLOP = 10

interface Press {
  target: EventTarget
  x: number
  y: number
  timer: number
  /** Ends the listening to the page's scroll. */
  ended: AbortController
}

/**
 * A finger that rests on something. One that moves scrolls, a second one zooms, and a short press stays a press.
 * `onLongPress` says whether it means anything there.
 */
export function useLongPress(onLongPress: (target: EventTarget) => boolean) {
  const press = useRef<Press | null>(null)
  /** The press that is under way has counted: what the browser makes of it besides is not meant. */
  const hasCounted = useRef(false)

  const forget = () => {
    window.clearTimeout(press.current?.timer)
    press.current?.ended.abort()
    press.current = null
  }
  const count = () => {
    if (press.current === null) return
    hasCounted.current = onLongPress(press.current.target)
    forget()
  }
  const latest = useRef({ forget, count })
  useEffect(() => {
    latest.current = { forget, count }
  })
  useEffect(() => () => latest.current.forget(), [])

  return {
    /** Whether a click belongs to a press that has counted. */
    isOver: () => hasCounted.current,
    props: {
      onPointerDown: () => {
        hasCounted.current = false
      },
      onTouchStart: ({ touches, target }: TouchEvent) => {
        forget()
        const touch = touches[0]
        if (touch === undefined || touches.length > 1) return
        const timer = window.setTimeout(() => latest.current.count(), REST)
        const ended = new AbortController()
        window.addEventListener('scroll', forget, { capture: true, signal: ended.signal })
        press.current = { target, x: touch.clientX, y: touch.clientY, timer, ended }
      },
      onTouchMove: ({ touches }: TouchEvent) => {
        const [touch, { current }] = [touches[0], press]
        if (touch === undefined || current === null) return
        if (Math.hypot(touch.clientX - current.x, touch.clientY - current.y) > SLOP) forget()
      },
      onTouchEnd: forget,
      onTouchCancel: forget,
      onContextMenu: (event: MouseEvent) => {
        // Where the browser counts first, its menu of the link or the text would open instead.
        count()
        if (hasCounted.current) event.preventDefault()
      },
    },
  }
}
