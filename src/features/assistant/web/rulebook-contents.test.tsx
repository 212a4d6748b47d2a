import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LiveRegion } from '#ui/live-region.tsx'
import { RuleText } from './rule-text.tsx'
import { RulebookContents } from './rulebook-contents.tsx'

const rule = (anchor: string, title: string) => ({ anchor, title, blocks: [] })
const CHAPTERS = [
  {
    anchor: '1-play',
    title: '1. Before you play',
    rules: [rule('11-age', '1.1 Age'), rule('12-language', '1.2 Language')],
  },
  { anchor: '2-respect', title: '2. Respect', rules: [rule('21-slurs', '2.1 Slurs')] },
]

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('the current rule is marked while scrolling down and up', () => {
  const tops: Record<string, number> = {}
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, tops[this.id] ?? 0, 0, 0)
  })
  const scrollBy = (pixels: number) => {
    for (const [at, id] of ['1-play', '11-age', '12-language', '2-respect', '21-slurs'].entries())
      tops[id] = window.innerHeight + at * 1_000 - pixels
    fireEvent.scroll(window)
  }
  scrollBy(0)
  render(
    <>
      <RulebookContents rulebook={{ chapters: CHAPTERS }} />
      {['1-play', '11-age', '12-language', '2-respect', '21-slurs'].map((id) => (
        <p key={id} id={id} />
      ))}
    </>,
  )
  const marked = () => document.querySelector('[aria-current="location"]')?.textContent
  expect(marked()).toBeUndefined()
  act(() => scrollBy(1_000 + window.innerHeight))
  expect(marked()).toBe('1.1 Age')
  act(() => scrollBy(4_000 + window.innerHeight))
  expect(marked()).toBe('2.1 Slurs')
  act(() => scrollBy(2_000 + window.innerHeight))
  expect(marked()).toBe('1.2 Language')
  act(() => scrollBy(0))
  expect(marked()).toBeUndefined()
})

it('the button beside a rule copies its link', async () => {
  const writeText = vi.fn(async (_: string) => undefined)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  render(
    <>
      <RuleText rule={rule('11-age', '1.1 Age')} />
      <LiveRegion />
    </>,
  )
  fireEvent.click(screen.getByRole('link', { name: 'Link to rule 1.1 Age' }))
  expect(await screen.findByText('Link to 1.1 Age copied')).toBeTruthy()
  expect(writeText.mock.calls[0]?.[0]).toMatch(/#11-age$/)
})
