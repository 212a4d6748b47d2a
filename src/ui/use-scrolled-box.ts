import { type RefObject, useLayoutEffect } from 'react'
import { isPageRestored } from '#web/scroll-restoration.tsx'
import { readTabText, writeTabText } from '#web/tab-text.ts'

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
    const position = Number(readTabText(key))
    const savePosition = () => writeTabText(key, box.scrollTop === 0 ? '' : String(box.scrollTop))
    const observer = new ResizeObserver(() => {
      if (isPageRestored()) box.scrollTop = position
      if (!isPageRestored() || Math.abs(box.scrollTop - position) < 1) observer.disconnect()
    })
    if (position > 0 && isPageRestored()) observer.observe(content)
    window.addEventListener('pagehide', savePosition)
    return () => {
      savePosition()
      window.removeEventListener('pagehide', savePosition)
      observer.disconnect()
    }
  }, [])
}
