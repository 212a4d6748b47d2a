import { type RefObject, useEffect, useRef } from 'react'

/**
 * Brings a part of the page into sight and gives it the focus, once it is the one that somebody asked for: by the address,
 * or by what they just did. The part needs `tabIndex={-1}`.
 */
export function useArrival<E extends HTMLElement>(isWanted: boolean): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    if (!isWanted) return
    ref.current?.scrollIntoView({ block: 'start' })
    ref.current?.focus({ preventScroll: true })
  }, [isWanted])
  return ref
}
