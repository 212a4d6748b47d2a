import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import type { GameServer } from '../contract.ts'
import { PlayerCount } from './player-count.tsx'

let answer: GameServer | null
let asked: number
beforeEach(() => {
  asked = 0
  answer = { isOnline: true, players: 29, slots: 64 }
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ data: answer })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(data: GameServer | null, hasGameServer = true) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } })
  queryClient.setQueryData(['/api/game-server'], { data })
  const content = { ...CONTENT, hasGameServer }
  return render(
    <SiteProvider content={content}>
      <QueryClientProvider client={queryClient}>
        <PlayerCount look="sentence" />
        <PlayerCount look="tally" />
      </QueryClientProvider>
    </SiteProvider>,
  )
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('The player count', () => {
  it('the count of the page is shown, reloads after five seconds, and then once a minute', async () => {
    show({ isOnline: true, players: 12, slots: 64 })
    expect(screen.getAllByText('12 of 64 in the city right now')).toHaveLength(2)
    expect(screen.getByText('12/64').getAttribute('aria-hidden')).toBe('true')
    await pass(4_900)
    expect(asked).toBe(0)
    await pass(200)
    expect([asked, screen.getByText('29/64').textContent]).toEqual([1, '29/64'])
    await pass(59_000)
    expect(asked).toBe(1)
    await pass(2_000)
    expect(asked).toBe(2)
  })

  it('the count stays while the site does not respond, is marked as old, and is requested no more often', async () => {
    vi.stubGlobal('fetch', async () => {
      asked += 1
      return Response.json({ ok: false, error: { code: 'unavailable', message: 'x' } }, { status: 503 })
    })
    show({ isOnline: true, players: 12, slots: 64 })
    await pass(30_000)
    expect([asked, screen.getByText('12/64').textContent]).toEqual([1, '12/64'])
    expect(screen.getAllByText('12 of 64 in the city when last checked')).toHaveLength(2)
    expect(screen.getByText('12/64').title).toBe('12 of 64 in the city when last checked')
  })

  it('says that the server was offline while the site does not answer', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    show({ isOnline: false, players: 0, slots: 64 })
    await pass(5_100)
    expect(screen.getAllByText('The city was offline when last checked')).toHaveLength(2)
  })

  it('an offline server is shown', () => {
    show({ isOnline: false, players: 0, slots: 64 })
    expect(screen.getAllByText('The city is offline right now')).toHaveLength(2)
    expect(screen.getByText('Offline')).toBeTruthy()
  })

  it('an unknown count is empty and keeps its place, so that nothing moves later', async () => {
    const { container } = show(null)
    const places = [...container.querySelectorAll('p')]
    expect(places.map(({ textContent }) => textContent)).toEqual(['', ''])
    await pass(5_100)
    expect([...container.querySelectorAll('p')]).toEqual(places)
    expect(places[0]?.textContent).toBe('29 of 64 in the city right now')
  })

  it('there is no count without a game server, and no request', async () => {
    const { container } = show(null, false)
    await pass(10_000)
    expect([container.innerHTML, asked]).toEqual(['', 0])
  })
})
