import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCopied } from './use-copied.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a copy is confirmed for 1.2 s by default', async () => {
  const written: string[] = []
  const { result } = renderHook(() => useCopied(undefined, async (text) => void written.push(text)))
  await act(() => result.current.copy('<@1>', 'row 1'))
  expect(written).toEqual(['<@1>'])
  expect(result.current.copiedKey).toBe('row 1')
  act(() => vi.advanceTimersByTime(1199))
  expect(result.current.copiedKey).toBe('row 1')
  act(() => vi.advanceTimersByTime(1))
  expect(result.current.copiedKey).toBeNull()
})

it('a second copy restarts the time', async () => {
  const { result } = renderHook(() => useCopied(2000, async () => {}))
  await act(() => result.current.copy('a'))
  act(() => vi.advanceTimersByTime(1500))
  await act(() => result.current.copy('a'))
  act(() => vi.advanceTimersByTime(1500))
  expect(result.current.copiedKey).toBe('a')
})

it('a denied clipboard is reported and not confirmed', async () => {
  const { result } = renderHook(() => useCopied(2000, () => Promise.reject(new Error('denied'))))
  await expect(act(() => result.current.copy('a'))).rejects.toThrow('denied')
  expect(result.current.copiedKey).toBeNull()
})
