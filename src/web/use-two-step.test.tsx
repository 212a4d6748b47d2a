import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTwoStep } from './use-two-step.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Delete({ act }: { act(): void }) {
  const { isArmed, buttonProps } = useTwoStep(act)
  return (
    <button type="button" {...buttonProps}>
      {isArmed ? 'Really delete?' : 'Delete'}
    </button>
  )
}

const button = () => screen.getByRole('button')

it('only the second press has an effect', () => {
  const remove = vi.fn()
  render(<Delete act={remove} />)
  fireEvent.click(button())
  expect(remove).not.toHaveBeenCalled()
  expect(button().textContent).toBe('Really delete?')
  fireEvent.click(button())
  expect(remove).toHaveBeenCalledOnce()
  expect(button().textContent).toBe('Delete')
})

it.each([
  ['focus leaves', () => fireEvent.blur(button())],
  ['Escape is pressed', () => fireEvent.keyDown(button(), { key: 'Escape' })],
  ['five seconds pass', () => act(() => vi.advanceTimersByTime(5000))],
])('the first press is reset when %s', (_, disarm) => {
  const remove = vi.fn()
  render(<Delete act={remove} />)
  fireEvent.click(button())
  disarm()
  expect(button().textContent).toBe('Delete')
  expect(remove).not.toHaveBeenCalled()
})
