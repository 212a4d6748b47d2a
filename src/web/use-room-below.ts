import { useLayoutEffect } from 'react'

/** Tells a part of the page how much stands above it (`--above`), so that it can fill the rest of the screen. */
export function useRoomBelow(ref: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const measure = () => {
      const part = ref.current
      if (part) part.style.setProperty('--above', `${part.getBoundingClientRect().top + window.scrollY}px`)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [ref])
}
