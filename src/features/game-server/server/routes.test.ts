import { describe, expect, it } from 'vitest'
import { useWorld } from '#test/world.ts'
import { findGameServer } from '../contract.ts'

describe('The game server', () => {
  const world = useWorld({ startsJobs: true, app: { queryGameServer: async () => ({ players: 28, slots: 64 }) } })
  const first = () => world().as.anyone(findGameServer)

  it('is told to everybody as counts, and an unchanged answer costs a 304', async () => {
    const { body, headers } = await first()
    expect(body).toEqual({ data: { isOnline: true, players: 28, slots: 64 } })
    const again = await world().as.anyone(findGameServer, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
  })

  it('stands in the page as the server made it, on the front page and in the bar of every page', async () => {
    expect((await world().visit('/')).html).toContain('28 of 64 in the city right now')
    expect((await world().visit('/supporters')).html).toContain('28/64')
  })
})

describe('Where no game server is configured', () => {
  const world = useWorld({ startsJobs: true })

  it('nothing is known, and no page keeps a place for it', async () => {
    expect((await world().as.anyone(findGameServer)).body).toEqual({ data: null })
    expect((await world().visit('/')).html).not.toContain('in the city')
  })
})
