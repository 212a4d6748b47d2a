import { type MouseEvent, type TouchEvent, useEffect, useRef } from 'react'

/** How many milliseconds a finger must rest. The long press of browsers takes as long. */
const REST = 500
/** How many pixels a finger may move while it rests. */
const SLOP = 10

interface Press {
  target: EventTarget
  x: number
  y: number
  timer: number
  /** Stops listening to the page's scrolling. */
  ended: AbortController
}

/**
 * Detects a long press. A finger that moves scrolls, a second finger zooms, and a short press stays a press.
 * `onLongPress` returns whether a long press does anything there.
 */
export function useLongPress(onLongPress: (target: EventTarget) => boolean) {
  const press = useRef<Press | null>(null)
  /** The current press was a long press, so the browser's click and context menu must be ignored. */
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
    /** Whether a click belongs to a press that was a long press. */
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
        // If the browser detects the long press first, prevent its menu for the link or the text.
        count()
        if (hasCounted.current) event.preventDefault()
      },
    },
  }
}
