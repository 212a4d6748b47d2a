import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('socket.io-client')
})

it('the live connection opens once, and later if its code could not be loaded at first', async () => {
  vi.useFakeTimers()
  const opened: object[] = []
  let isReachable = false
  vi.doMock('socket.io-client', () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
    return { io: (options: object) => opened.push(options) && options }
  })
  const { openSocket } = await import('./socket.ts')
  const first = openSocket()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(opened).toEqual([])
  isReachable = true
  await vi.advanceTimersByTimeAsync(200)
  expect(await first).toMatchObject({ transports: ['websocket'], reconnectionDelay: 1000, reconnectionDelayMax: 5000 })
  expect(await openSocket()).toBe(await first)
  expect(opened).toHaveLength(1)
})
