import { type RefObject, useLayoutEffect } from 'react'
import { keepText, keptText } from '#web/kept-text.ts'
import { hasReturned } from '#web/scroll-place.tsx'

/**
 * Keeps how far the scroll box around an element is scrolled. When Back, Forward or a refresh leads to the page again, the
 * box returns to that position: at once, or as soon as its rows have loaded, unless the person has moved on. `name` tells
 * the boxes of one page apart.
 */
export function useScrolledBox(contentRef: RefObject<HTMLElement | null>, name: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name of a box does not change
  useLayoutEffect(() => {
    const content = contentRef.current
    const box = content?.parentElement
    if (!content || !box) return
    const key = `scrolled ${window.location.pathname} ${name}`
    const place = Number(keptText(key))
    const keep = () => keepText(key, box.scrollTop === 0 ? '' : String(box.scrollTop))
    const observer = new ResizeObserver(() => {
      if (hasReturned()) box.scrollTop = place
      if (!hasReturned() || Math.abs(box.scrollTop - place) < 1) observer.disconnect()
    })
    if (place > 0 && hasReturned()) observer.observe(content)
    window.addEventListener('pagehide', keep)
    return () => {
      keep()
      window.removeEventListener('pagehide', keep)
      observer.disconnect()
    }
  }, [])
}
