import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SITE } from '#test/site.ts'
import { Developers } from './developers.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('two developers are shown with their pictures', () => {
  const { container } = render(<Developers developers={SITE.developers} />)
  expect(container.querySelectorAll('img')).toHaveLength(2)
})

it('there is no heading without developers', () => {
  const { container } = render(<Developers developers={[]} />)
  expect(container.innerHTML).toBe('')
})

it('a press copies a mention and shows Copied! for 2 seconds', async () => {
  const written: string[] = []
  const write = async (text: string) => void written.push(text)
  render(<Developers developers={SITE.developers} write={write} />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy a mention of Iris Kowalczyk' })))
  expect(written).toEqual(['<@310000000000000110>'])
  screen.getByText('Copied!')
  act(() => void vi.advanceTimersByTime(1999))
  screen.getByText('Copied!')
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('Copied!')).toBeNull()
})

it('nothing is confirmed if the browser denies the clipboard', async () => {
  render(<Developers developers={SITE.developers} write={() => Promise.reject(new Error('refused'))} />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy a mention of Emil Navarro' })))
  expect(screen.queryByText('Copied!')).toBeNull()
})
