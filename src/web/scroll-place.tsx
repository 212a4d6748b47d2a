import { useEffect, useLayoutEffect } from 'react'
import { keepText, keptText } from './kept-text.ts'
import { useLocation } from './router.tsx'
import { MOVES } from './use-arrival.ts'

/** How far the page of each step of the history is scrolled, in pixels. */
const places = new Map<string, number>()
/** Where the page that is drawn next is to stand. Null where it stays. */
let next: number | null = null
/** The address of the page that is drawn, without what lies beside it. */
let drawn = ''
/** While a page is not long enough yet to stand at its place. */
let waiting: ResizeObserver | null = null

const addressNow = () => window.location.pathname + window.location.hash

/** The step of the history that is shown. Older browsers do not tell two steps with one address apart. */
const stepNow = () => ('navigation' in window && navigation.currentEntry?.key) || window.location.href

/** Where its page stood, also before a refresh. */
function keptPlace(): number | null {
  const step = stepNow()
  return places.get(step) ?? (Number(keptText(step)) || null)
}

function keepPlace(): void {
  // Between two pages, and on its way to its place, a page stands where nobody left it.
  if (waiting === null && drawn === addressNow()) places.set(stepNow(), window.scrollY)
}

function stopWaiting(): void {
  waiting?.disconnect()
  waiting = null
}

/** Scrolls there, and again as its lists make the page longer, until it is there or the person moves on. */
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

/** For a page that the browser draws itself: after a refresh it is too short at first for the browser to find its place. */
export function returnAfterRefresh(): void {
  const place = keptPlace()
  if (place !== null) goTo(place)
}

function onStep({ type }: Event): void {
  stopWaiting()
  if (drawn === addressNow()) keepPlace()
  else if (type === 'popstate') next = keptPlace()
  else {
    // Asked after the new page is drawn, the browser would lay it out once more.
    next = window.scrollY === 0 || window.location.hash !== '' ? null : 0
    places.set(stepNow(), 0)
  }
}

/** Notes where pages stand, in place of the browser: it looks for the place of a page before the page is drawn. */
export function keepPlaces(): void {
  window.history.scrollRestoration = 'manual'
  // While events go down to what they are about: on their way up the router hears of a step, and draws at once.
  const listen = (events: readonly string[], listener: (event: Event) => void) => {
    for (const event of events) window.addEventListener(event, listener, true)
  }
  listen(['scroll'], keepPlace)
  listen(['pushState', 'popstate'], onStep)
  listen(MOVES, stopWaiting)
  listen(['pagehide'], () => {
    // The next document may come whole.
    window.history.scrollRestoration = 'auto'
    for (const [step, place] of places) keepText(step, String(place))
  })
}

/** A new page begins at its top. Back and Forward lead to where a page stood, and a panel that closes moves nothing. */
export function ScrollPlace(): null {
  const { pathname, hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is a new path
  useLayoutEffect(() => {
    drawn = addressNow()
    if (next !== null) goTo(next)
    next = null
  }, [pathname, hash])
  // A page that came whole may be scrolled before this runs.
  useEffect(keepPlace, [])
  return null
}
