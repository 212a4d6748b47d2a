import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
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

const show = () =>
  render(
    <SiteProvider content={{ ...CONTENT, media: { '/media/hero.webm': '/media/hero-3f2a9c1b0d.webm' } }}>
      <HeroFilm />
    </SiteProvider>,
  )
const load = () => act(() => void window.dispatchEvent(new Event('load')))
const film = () => document.querySelector('video')

describe('The background video', () => {
  it('the video is loaded only after the page', () => {
    show()
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/media/hero-poster.webp')
    expect(film()).toBeNull()
    load()
    const sources = [...(film()?.querySelectorAll('source') ?? [])]
    expect(sources.map(({ type }) => type)).toEqual(['video/webm', 'video/mp4'])
    expect(sources[0]?.getAttribute('src')).toBe('/media/hero-3f2a9c1b0d.webm')
  })

  it('the video is loaded at once if the page was already complete', () => {
    readyState = 'complete'
    show()
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
      'with reduced motion',
      () => {
        isCalm = true
      },
    ],
    [
      'with data saving',
      () => void Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } }),
    ],
  ])('the video is not loaded %s', (_, given) => {
    given()
    show()
    load()
    expect(film()).toBeNull()
  })

  it('the video can be paused once it plays', () => {
    show()
    load()
    const video = film()
    if (video === null) throw new Error('no film')
    fireEvent.playing(video)
    screen.getByRole('button', { name: 'Pause the background film' })
    fireEvent.pause(video)
    screen.getByRole('button', { name: 'Play the background film' })
  })
})
