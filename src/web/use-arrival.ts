import { type RefObject, useEffect, useRef } from 'react'
import { isPageRestored, USER_INPUT_EVENTS } from './scroll-restoration.tsx'

/**
 * Scrolls a part of the page into view and focuses it when `isWanted` becomes true: because the address names it, or
 * because of what the person just did. It stays in view while other parts of the page are still loading, until the
 * person moves on. The part needs `tabIndex={-1}`.
 */
export function useArrival<E extends HTMLElement>(isWanted: boolean): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    if (!isWanted || isPageRestored()) return
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
    for (const event of USER_INPUT_EVENTS) window.addEventListener(event, stop, { passive: true, signal: ended.signal })
    return stop
  }, [isWanted])
  return ref
}
