import { useEffect, useLayoutEffect } from 'react'
import { keepText, keptText } from './kept-text.ts'
import { useLocation } from './router.tsx'

/** Events after which the page must not scroll by itself any more, because the person moves on. */
export const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** The scroll position in pixels of each history entry. */
const places = new Map<string, number>()
/** The scroll position for the page that renders next. Null when the page keeps its position. */
let next: number | null = null
/** The address of the rendered page, without its query. */
let rendered = ''
/** Set while the page is not yet long enough to be scrolled to its position. */
let waiting: ResizeObserver | null = null
let returned = false

/**
 * Whether Back, Forward or a refresh opened the page and the person has not moved on since. Such a page keeps its scroll
 * position and does not scroll to what its address names.
 */
export const hasReturned = (): boolean => returned

const addressNow = () => window.location.pathname + window.location.hash

/** The current history entry. Older browsers cannot tell two entries with the same address apart. */
const entryNow = () => window.navigation?.currentEntry?.key ?? window.location.href

/** The scroll position of the current entry, also after a refresh. Null when it is unknown. */
function keptPlace(): number | null {
  const kept = places.get(entryNow()) ?? keptText(entryNow())
  return kept === '' ? null : Number(kept)
}

function keepPlace(): void {
  // While the next page loads, or this page is still too short, scrollY is not where the person left the page.
  if (waiting === null && rendered === addressNow()) places.set(entryNow(), window.scrollY)
}

function stopWaiting(): void {
  waiting?.disconnect()
  waiting = null
}

/** Scrolls to a position. Repeats it while lists load and make the page longer, until it is reached or the person moves on. */
function scrollTo(place: number): void {
  stopWaiting()
  const scroll = () => {
    window.scrollTo({ top: place, behavior: 'instant' })
    if (Math.abs(window.scrollY - place) < 1) stopWaiting()
  }
  waiting = new ResizeObserver(scroll)
  waiting.observe(document.body)
  scroll()
}

/**
 * Restores the position of a page that the browser renders itself. After a refresh, such a page is too short at first for
 * the browser to do so.
 */
export function returnAfterRefresh(): void {
  next = keptPlace()
}

function onNavigation({ type }: Event): void {
  stopWaiting()
  if (rendered === addressNow()) keepPlace()
  else {
    next = type === 'popstate' ? keptPlace() : null
    returned = next !== null
    // Read scrollY now: after the new page has rendered, reading it would force a second layout.
    if (window.scrollY !== 0 && window.location.hash === '') next ??= 0
  }
}

/** Takes over scroll restoration from the browser, which would restore the position before the page has rendered. */
export function keepPlaces(): void {
  window.history.scrollRestoration = 'manual'
  returned = keptPlace() !== null
  // Capture the events: the router handles popstate in the bubbling phase and renders at once.
  const listen = (events: readonly string[], listener: (event: Event) => void) => {
    for (const event of events) window.addEventListener(event, listener, true)
  }
  listen(['scroll'], keepPlace)
  listen(['pushState', 'popstate'], onNavigation)
  // A screen reader clicks without pointer events.
  listen([...MOVES, 'click'], () => {
    returned = false
    stopWaiting()
  })
  listen(['pagehide'], () => {
    // The next document may arrive whole. Then the browser restores its position.
    window.history.scrollRestoration = 'auto'
    places.forEach((place, entry) => {
      keepText(entry, String(place))
    })
  })
}

/**
 * Scrolls a new page to its top, and a page that Back or Forward leads to to its former position. Opening or closing a
 * panel moves nothing.
 */
export function ScrollPlace(): null {
  const { pathname, hash } = useLocation()
  // biome-ignore-start lint/correctness/useExhaustiveDependencies: runs for each new page
  useLayoutEffect(() => {
    rendered = addressNow()
    if (next !== null) scrollTo(next)
    next = null
  }, [pathname, hash])
  // A page that arrived whole may have been scrolled before this code ran. A page at its top sends no scroll event.
  useEffect(keepPlace, [pathname, hash])
  // biome-ignore-end lint/correctness/useExhaustiveDependencies: runs for each new page
  return null
}
