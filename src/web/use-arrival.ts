import { type RefObject, useEffect, useRef } from 'react'
import { keepInView } from './keep-in-view.ts'
import { isPageRestored } from './scroll-restoration.tsx'

/**
 * Scrolls a part of the page into view and focuses it when `isWanted` becomes true: because the address names it, or
 * because of what the person just did. It stays in view while other parts of the page are still loading, until the
 * person moves on. The part needs `tabIndex={-1}`.
 */
export function useArrival<E extends HTMLElement>(isWanted: boolean): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    if (!isWanted || isPageRestored() || ref.current === null) return
    ref.current.focus({ preventScroll: true })
    return keepInView(ref.current)
  }, [isWanted])
  return ref
}
