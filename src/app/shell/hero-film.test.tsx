import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HeroFilm } from './hero-film.tsx'

let isWide: boolean
let isCalm: boolean
let readyState: DocumentReadyState
beforeEach(() => {
  isWide = true
  isCalm = false
  readyState = 'interactive'
  vi.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: query.includes('reduced-motion') ? isCalm : isWide,
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'connection')
})

const load = () => act(() => void window.dispatchEvent(new Event('load')))
const film = () => document.querySelector('video')

describe('The background video', () => {
  it('is fetched only after the page has loaded', () => {
    render(<HeroFilm />)
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/media/hero-poster.webp')
    expect(film()).toBeNull()
    load()
    expect([...(film()?.querySelectorAll('source') ?? [])].map(({ type }) => type)).toEqual(['video/webm', 'video/mp4'])
  })

  it('is fetched at once where the page was complete before', () => {
    readyState = 'complete'
    render(<HeroFilm />)
    expect(film()).not.toBeNull()
  })

  it.each([
    [
      'on a narrow screen',
      () => {
        isWide = false
      },
    ],
    [
      'for who wishes for less motion',
      () => {
        isCalm = true
      },
    ],
    [
      'for who saves data',
      () => void Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } }),
    ],
  ])('is not fetched %s', (_, given) => {
    given()
    render(<HeroFilm />)
    load()
    expect(film()).toBeNull()
  })

  it('can be paused once it plays', () => {
    render(<HeroFilm />)
    load()
    const video = film()
    if (video === null) throw new Error('no film')
    fireEvent.playing(video)
    screen.getByRole('button', { name: 'Pause the background film' })
    fireEvent.pause(video)
    screen.getByRole('button', { name: 'Play the background film' })
  })
})
