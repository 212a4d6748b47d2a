import { USER_INPUT_EVENTS } from './scroll-restoration.tsx'

/** Calls `listener` once, on the next input of the person. Returns a function that stops listening. */
export function onUserInput(listener: () => void): () => void {
  const ended = new AbortController()
  const notice = () => {
    ended.abort()
    listener()
  }
  // A screen reader clicks without pointer events. The listeners capture, so that the click that led here does not count.
  for (const event of [...USER_INPUT_EVENTS, 'click'])
    window.addEventListener(event, notice, { capture: true, passive: true, signal: ended.signal })
  return () => ended.abort()
}

/**
 * Scrolls a part of the page to the top of the window, and does so again whenever the page changes its height, because
 * lists load and rows get their real heights, until the person moves on. Returns a function that ends it.
 */
export function keepInView(part: Element): () => void {
  const changes = new ResizeObserver(() => part.scrollIntoView({ block: 'start' }))
  const stopListening = onUserInput(() => changes.disconnect())
  part.scrollIntoView({ block: 'start' })
  changes.observe(document.body)
  return () => {
    stopListening()
    changes.disconnect()
  }
}
