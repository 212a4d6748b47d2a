import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { agoInWords, Day } from './day.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it.each([
  ['2026-03-14', 'today'],
  ['2026-03-13', 'yesterday'],
  ['2026-03-04', 'last week'],
  ['2026-01-10', '2 months ago'],
  ['2023-03-10', '3 years ago'],
  ['2026-03-17', 'in 3 days'],
])('the day %s is shown as %s', (day, words) => {
  expect(agoInWords(day, '2026-03-14')).toBe(words)
})

it('a day shows its distance from today on hover', () => {
  vi.useFakeTimers({ now: new Date('2026-03-14T12:00:00Z') })
  render(<Day day="2026-03-12" />)
  const day = screen.getByText('03/12/2026')
  fireEvent.pointerEnter(day)
  expect(day.title).toBe('2 days ago')
})
