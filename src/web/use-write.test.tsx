import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWrite } from './use-write.ts'

const LIST = { path: '/api/list' } as const
let readList: () => Promise<string>
let events: string[]

beforeEach(() => {
  vi.useFakeTimers()
  events = []
  readList = async () => 'first'
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A page that shows a list and writes to it. */
async function page(write: () => Promise<string>) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retryDelay: 5_000 } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => {
      const list = useQuery({ queryKey: [LIST.path], queryFn: () => readList() })
      return { list, ...useWrite(write, LIST) }
    },
    { wrapper },
  )
  await pass(0)
  return {
    shown: () => result.current.list.data,
    send: () =>
      act(async () => {
        result.current.mutateAsync().then(
          (reply) => events.push(`${reply}, read: ${queryClient.getQueryData([LIST.path])}`),
          (error: Error) => events.push(error.message),
        )
      }),
  }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const later = <T,>(value: T, ms: number) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms))

it('a write is complete after the changed data was read again', async () => {
  const { send } = await page(async () => 'written')
  readList = () => later('second', 200)
  await send()
  await pass(190)
  expect(events).toEqual([])
  await pass(20)
  expect(events).toEqual(['written, read: second'])
})

it.each([
  ['does not answer', () => new Promise<string>(() => {})],
  ['fails again and again', () => Promise.reject(new Error('down'))],
])('a successful write completes soon even if the list %s', async (_, read) => {
  const { send, shown } = await page(async () => 'written')
  readList = read
  await send()
  await pass(500)
  expect(events).toEqual(['written, read: first'])
  expect(shown()).toBe('first')
})

it('a failed write is reported at once, and its data is read again', async () => {
  const { send, shown } = await page(() => Promise.reject(new Error('Someone else changed it.')))
  readList = () => later('theirs', 200)
  await send()
  await pass(0)
  expect(events).toEqual(['Someone else changed it.'])
  await pass(210)
  expect(shown()).toBe('theirs')
})
