import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDebounced } from './use-debounced.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('the debounced value follows once the value is stable', () => {
  const { result, rerender } = renderHook(({ value }) => useDebounced(value, 350), { initialProps: { value: 'a' } })
  rerender({ value: 'ab' })
  act(() => vi.advanceTimersByTime(349))
  rerender({ value: 'abc' })
  act(() => vi.advanceTimersByTime(349))
  expect(result.current).toBe('a')
  act(() => vi.advanceTimersByTime(1))
  expect(result.current).toBe('abc')
})
