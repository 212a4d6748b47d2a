import { EventEmitter } from 'node:events'
import { act, cleanup, renderHook } from '@testing-library/react'
import { Manager, Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PresenceList, PresenceMessage } from '../contract.ts'
import { usePresence } from './use-presence.ts'

/** A socket without a connection that records the messages sent. */
class FakeSocket extends Socket {
  readonly said: [string, PresenceMessage][] = []
  readonly heard = new EventEmitter()

  constructor() {
    super(new Manager('http://localhost', { autoConnect: false }), '/')
  }
  override emit(event: string, message: PresenceMessage): this {
    this.said.push([event, message])
    return this
  }
  /** Simulates an event from the server. */
  receive(event: string, list?: PresenceList): void {
    for (const listener of this.listeners(event)) listener(list)
  }
}

let socket: FakeSocket
const open = async () => socket

async function start() {
  const hook = renderHook(() => usePresence(open))
  await act(async () => {})
  return hook
}

const events = () => socket.said.map(([event]) => event)

function setVisibility(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  socket = new FakeSocket()
  socket.connected = true
})
afterEach(() => {
  cleanup()
  setVisibility('visible')
  vi.useRealTimers()
})

describe('The presence of a viewer', () => {
  it('the browser joins on connect, and after every reconnect', async () => {
    socket.connected = false
    await start()
    expect(events()).toEqual([])
    socket.connected = true
    socket.receive('connect')
    socket.receive('connect')
    expect(events()).toEqual(['presence:join', 'presence:join'])
  })

  it('the browser sends presence:heartbeat every 10 s', async () => {
    await start()
    vi.advanceTimersByTime(30_000)
    expect(events()).toEqual(['presence:join', ...Array(3).fill('presence:heartbeat')])
  })

  it('the browser responds to the ping of the server, for hidden tabs with slow timers', async () => {
    await start()
    for (const listener of socket.io.listeners('ping')) listener()
    expect(events()).toEqual(['presence:join', 'presence:heartbeat'])
  })

  it('the browser sends whether the tab is visible', async () => {
    await start()
    setVisibility('hidden')
    expect(socket.said.at(-1)).toMatchObject(['presence:visibility', { visible: false }])
    setVisibility('visible')
    expect(socket.said.at(-1)).toMatchObject(['presence:visibility', { visible: true }])
  })

  it('the browser leaves when the page is left or hidden for good, and then sends nothing', async () => {
    const { unmount } = await start()
    window.dispatchEvent(new Event('pagehide'))
    expect(events().at(-1)).toBe('presence:leave')
    unmount()
    const countBefore = socket.said.length
    vi.advanceTimersByTime(60_000)
    setVisibility('hidden')
    socket.receive('connect')
    expect(socket.said).toHaveLength(countBefore)
  })

  it('a message has room, pid, sid and a visible flag, and pid is stored in the browser', async () => {
    const first = await start()
    first.unmount()
    socket = new FakeSocket()
    socket.connected = true
    await start()
    const [, message] = socket.said[0] ?? []
    expect(message).toEqual({
      room: 'roster',
      pid: localStorage.getItem('presence-pid'),
      sid: expect.any(String),
      visible: true,
    })
    expect(message?.pid).not.toBe(message?.sid)
  })

  it('the list that the room sends is returned', async () => {
    const { result } = await start()
    expect(result.current).toBeNull()
    const list: PresenceList = { room: 'roster', viewers: [], total: 0 }
    act(() => socket.receive('presence:list', list))
    expect(result.current).toBe(list)
  })
})
