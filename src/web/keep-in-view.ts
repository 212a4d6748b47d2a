import { USER_INPUT_EVENTS } from './scroll-restoration.tsx'

/**
 * Scrolls a part of the page to the top of the window, and does so again whenever the page changes its height, because
 * lists load and rows get their real heights, until the person moves on. Returns a function that ends it.
 */
export function keepInView(part: Element): () => void {
  const changes = new ResizeObserver(() => part.scrollIntoView({ block: 'start' }))
  const ended = new AbortController()
  const stop = () => {
    changes.disconnect()
    ended.abort()
  }
  part.scrollIntoView({ block: 'start' })
  changes.observe(document.body)
  for (const event of USER_INPUT_EVENTS) window.addEventListener(event, stop, { passive: true, signal: ended.signal })
  return stop
}
