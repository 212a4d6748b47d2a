import { act, render } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Router } from './router.tsx'
import { isPageRestored, ScrollRestoration, trackScrollPositions } from './scroll-restoration.tsx'

const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)

/** Goes back as a browser does: popstate is sent after the address has changed. */
const goBackTo = (path: string) =>
  act(() => {
    window.history.replaceState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

/** Simulates a page that was left at this position before a refresh. */
const wasLeft = (path: string, place: number) =>
  window.sessionStorage.setItem(new URL(path, window.location.href).href, String(place))

beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  window.history.replaceState(null, '', '/roster')
  trackScrollPositions()
  render(
    <Router path="/roster">
      <ScrollRestoration />
    </Router>,
  )
})
afterAll(() => {
  window.sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})
beforeEach(() => {
  act(() => window.history.pushState(null, '', '/roster'))
  vi.stubGlobal('scrollY', 4000)
  scrollTo.mockClear()
})

describe('The scroll position of a page', () => {
  it('the position is the one where the page was left', () => {
    wasLeft('/codes', 1500)
    goBackTo('/codes')
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 1500, behavior: 'instant' })
  })

  it('the position is the top if the page was left there', () => {
    wasLeft('/', 0)
    goBackTo('/')
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
  })

  it('the position has priority over the fragment, until the person scrolls or leaves', () => {
    wasLeft('/codes#10-97', 1500)
    goBackTo('/codes#10-97')
    expect(isPageRestored()).toBe(true)
    document.body.click()
    expect(isPageRestored()).toBe(false)
    goBackTo('/roster')
    goBackTo('/codes#10-97')
    expect(isPageRestored()).toBe(true)
    act(() => window.history.pushState(null, '', '/offences#P-3'))
    expect(isPageRestored()).toBe(false)
  })

  it('the position stays when rows above get their real heights', () => {
    const scroll = (place: number) => {
      vi.stubGlobal('scrollY', place)
      window.dispatchEvent(new Event('scroll'))
    }
    wasLeft('/trial-mods', 1500)
    vi.stubGlobal('scrollY', 1500)
    goBackTo('/trial-mods')
    scroll(1538)
    goBackTo('/roster')
    vi.stubGlobal('scrollY', 1500)
    goBackTo('/trial-mods')
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 1500, behavior: 'instant' })
    window.dispatchEvent(new Event('wheel'))
    scroll(1700)
    goBackTo('/roster')
    goBackTo('/trial-mods')
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 1700, behavior: 'instant' })
  })

  it('the position is left to the browser for a page without a stored one', () => {
    goBackTo('/rules#2-respect')
    expect(scrollTo).not.toHaveBeenCalled()
    expect(isPageRestored()).toBe(false)
  })
})
