import { type RefObject, useEffect, useRef } from 'react'

/** With these people move on by themselves. */
export const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Brings a part of the page into sight and gives it the focus, once it is the one that somebody asked for: by the address,
 * or by what they just did. It stays in sight while other parts of the page are still loading, until the person moves on.
 * The part needs `tabIndex={-1}`.
 */
export function useArrival<E extends HTMLElement>(isWanted: boolean): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    if (!isWanted) return
    const show = () => ref.current?.scrollIntoView({ block: 'start' })
    show()
    ref.current?.focus({ preventScroll: true })
    const changes = new MutationObserver(show)
    changes.observe(document.body, { childList: true, subtree: true })
    const ended = new AbortController()
    const stop = () => {
      changes.disconnect()
      ended.abort()
    }
    for (const move of MOVES) window.addEventListener(move, stop, { passive: true, signal: ended.signal })
    return stop
  }, [isWanted])
  return ref
}
