import { type TouchEvent, useRef } from 'react'

/** How many pixels to the right a swipe must go to close a sheet. */
const FAR = 96
/** How many pixels a finger must move before the sheet follows it. */
const SLOP = 12

/** Closes a sheet by a swipe to the right. The sheet follows the finger, and moves back if it stops halfway. */
export function useSwipeAway(onAway: () => void) {
  const from = useRef<{ x: number; y: number } | null>(null)
  const sheetOf = ({ currentTarget }: TouchEvent<HTMLElement>) => currentTarget.closest<HTMLElement>('dialog > div')

  const distance = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0]
    if (from.current === null || touch === undefined) return 0
    const [x, y] = [touch.clientX - from.current.x, touch.clientY - from.current.y]
    return x > SLOP && x > Math.abs(y) * 1.5 ? x : 0
  }
  const put = (event: TouchEvent<HTMLElement>, x: number) => {
    sheetOf(event)?.style.setProperty('translate', x === 0 ? '' : `${x}px`)
  }

  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      from.current = touches.length === 1 && touch !== undefined ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchMove: (event: TouchEvent<HTMLElement>) => put(event, distance(event)),
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      const x = distance(event)
      from.current = null
      put(event, 0)
      if (x >= FAR) onAway()
    },
    onTouchCancel: (event: TouchEvent<HTMLElement>) => {
      from.current = null
      put(event, 0)
    },
  }
}
