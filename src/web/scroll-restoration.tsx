import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from './router.tsx'
import { readTabText, writeTabText } from './tab-text.ts'

/** Events after which the page must not scroll by itself any more, because the person moves on. */
export const USER_INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** The scroll position in pixels of each history entry. */
const positionByEntry = new Map<string, number>()
/** The scroll position for the page that renders next. Null when the page keeps its position. */
let nextPosition: number | null = null
/** The address of the rendered page, without its query. */
let renderedAddress = ''
/** Set on a restored page until the person moves on. */
let waiting: ResizeObserver | null = null
let isRestored = false

/**
 * Whether Back, Forward or a refresh opened the page and the person has not moved on since. Such a page keeps its scroll
 * position and does not scroll to what its address names.
 */
export const isPageRestored = (): boolean => isRestored

const addressNow = () => window.location.pathname + window.location.hash

/** The current history entry. Older browsers cannot tell two entries with the same address apart. */
export const entryNow = () => window.navigation?.currentEntry?.key ?? window.location.href

/** The scroll position of the current entry, also after a refresh. Null when it is unknown. */
function savedPosition(): number | null {
  const kept = positionByEntry.get(entryNow()) ?? readTabText(entryNow())
  return kept === '' ? null : Number(kept)
}

function savePosition(): void {
  // While the next page loads, or a page is being restored, scrollY is not where the person left the page.
  if (waiting === null && renderedAddress === addressNow()) positionByEntry.set(entryNow(), window.scrollY)
}

function stopWaiting(): void {
  waiting?.disconnect()
  waiting = null
}

/**
 * Scrolls to a position. On a restored page it does so again whenever the page changes its height, because lists load and
 * rows get their real heights, until the person moves on.
 */
function scrollTo(position: number): void {
  stopWaiting()
  const scroll = () => window.scrollTo({ top: position, behavior: 'instant' })
  if (isRestored) {
    waiting = new ResizeObserver(scroll)
    waiting.observe(document.body)
  }
  scroll()
}

/**
 * Restores the position of a page that the browser renders itself. After a refresh, such a page is too short at first for
 * the browser to do so.
 */
export function restoreAfterRefresh(): void {
  nextPosition = savedPosition()
}

function onNavigation({ type }: Event): void {
  stopWaiting()
  if (renderedAddress === addressNow()) savePosition()
  else {
    nextPosition = type === 'popstate' ? savedPosition() : null
    isRestored = nextPosition !== null
    // Read scrollY now: after the new page has rendered, reading it would force a second layout.
    if (window.scrollY !== 0 && window.location.hash === '') nextPosition ??= 0
  }
}

/** Takes over scroll restoration from the browser, which would restore the position before the page has rendered. */
export function trackScrollPositions(): void {
  window.history.scrollRestoration = 'manual'
  isRestored = savedPosition() !== null
  // Capture the events: the router handles popstate in the bubbling phase and renders at once.
  const listen = (events: readonly string[], listener: (event: Event) => void) => {
    for (const event of events) window.addEventListener(event, listener, true)
  }
  listen(['scroll'], savePosition)
  listen(['pushState', 'popstate'], onNavigation)
  // A screen reader clicks without pointer events.
  listen([...USER_INPUT_EVENTS, 'click'], () => {
    isRestored = false
    stopWaiting()
  })
  listen(['pagehide'], () => {
    // The next document may arrive whole. Then the browser restores its position.
    window.history.scrollRestoration = 'auto'
    positionByEntry.forEach((position, entry) => {
      writeTabText(entry, String(position))
    })
  })
}

/**
 * Scrolls a new page to its top, and a page that Back or Forward leads to to its former position. Opening or closing a
 * panel moves nothing.
 */
export function ScrollRestoration(): null {
  const { pathname, hash } = useLocation()
  // biome-ignore-start lint/correctness/useExhaustiveDependencies: runs for each new page
  useLayoutEffect(() => {
    renderedAddress = addressNow()
    if (nextPosition !== null) scrollTo(nextPosition)
    nextPosition = null
  }, [pathname, hash])
  // A page that arrived whole may have been scrolled before this code ran. A page at its top sends no scroll event.
  useEffect(savePosition, [pathname, hash])
  // biome-ignore-end lint/correctness/useExhaustiveDependencies: runs for each new page
  return null
}
