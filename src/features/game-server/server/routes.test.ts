import { describe, expect, it } from 'vitest'
import { useWorld } from '#test/world.ts'
import { findGameServer } from '../contract.ts'

describe('The counts of the game server', () => {
  const world = useWorld({ startsJobs: true, app: { queryGameServer: async () => ({ players: 28, slots: 64 }) } })
  const first = () => world().as.anyone(findGameServer)

  it('everybody receives the counts, and an unchanged response is a 304', async () => {
    const { body, headers } = await first()
    expect(body).toEqual({ data: { isOnline: true, players: 28, slots: 64 } })
    const again = await world().as.anyone(findGameServer, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
  })

  it('the counts are rendered by the server on the home page and in the bar of every page', async () => {
    expect((await world().visit('/')).html).toContain('28 of 64 in the city right now')
    expect((await world().visit('/supporters')).html).toContain('28/64')
  })
})

describe('A site without a game server', () => {
  const world = useWorld({ startsJobs: true })

  it('there are no counts, and no page reserves space for them', async () => {
    expect((await world().as.anyone(findGameServer)).body).toEqual({ data: null })
    expect((await world().visit('/')).html).not.toContain('in the city')
  })
})
