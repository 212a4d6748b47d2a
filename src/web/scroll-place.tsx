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
let drawn = ''
/** Set while the page is not yet long enough to be scrolled to its position. */
let waiting: ResizeObserver | null = null

const addressNow = () => window.location.pathname + window.location.hash

/** The current history entry. Older browsers cannot tell two entries with the same address apart. */
const stepNow = () => ('navigation' in window && navigation.currentEntry?.key) || window.location.href

/** The scroll position of the current entry, also after a refresh. */
function keptPlace(): number | null {
  const step = stepNow()
  return places.get(step) ?? (Number(keptText(step)) || null)
}

function keepPlace(): void {
  // Between two pages, and while a page waits to reach its position, scrollY is not a position that a person chose.
  if (waiting === null && drawn === addressNow()) places.set(stepNow(), window.scrollY)
}

function stopWaiting(): void {
  waiting?.disconnect()
  waiting = null
}

/** Scrolls to the position, and again whenever the page grows, until it is reached or the person scrolls themselves. */
function goTo(place: number): void {
  stopWaiting()
  const go = () => {
    window.scrollTo({ top: place, behavior: 'instant' })
    if (Math.abs(window.scrollY - place) < 1) stopWaiting()
  }
  waiting = new ResizeObserver(go)
  waiting.observe(document.body)
  go()
}

/**
 * For pages that the browser renders: after a refresh they are too short at first for the browser to restore the
 * position.
 */
export function returnAfterRefresh(): void {
  const place = keptPlace()
  if (place !== null) goTo(place)
}

function onStep({ type }: Event): void {
  stopWaiting()
  if (drawn === addressNow()) keepPlace()
  else if (type === 'popstate') next = keptPlace()
  else {
    // Read scrollY now: reading it after the new page renders would force a second layout.
    next = window.scrollY === 0 || window.location.hash !== '' ? null : 0
    places.set(stepNow(), 0)
  }
}

/** Keeps the scroll positions instead of the browser, which would restore them before the page has rendered. */
export function keepPlaces(): void {
  window.history.scrollRestoration = 'manual'
  // Listen in the capture phase: the router hears of the navigation in the bubble phase, and renders at once.
  const listen = (events: readonly string[], listener: (event: Event) => void) => {
    for (const event of events) window.addEventListener(event, listener, true)
  }
  listen(['scroll'], keepPlace)
  listen(['pushState', 'popstate'], onStep)
  listen(MOVES, stopWaiting)
  listen(['pagehide'], () => {
    // Let the browser restore the position of the next document: it may be complete when it arrives.
    window.history.scrollRestoration = 'auto'
    for (const [step, place] of places) keepText(step, String(place))
  })
}

/** A new page starts at its top. Back and Forward restore the position of a page. Closing a panel does not scroll. */
export function ScrollPlace(): null {
  const { pathname, hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is a new path
  useLayoutEffect(() => {
    drawn = addressNow()
    if (next !== null) goTo(next)
    next = null
  }, [pathname, hash])
  // A page that the server rendered may be scrolled before this runs.
  useEffect(keepPlace, [])
  return null
}
