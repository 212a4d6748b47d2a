import { createServer } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { buildGameServerStandIn, type Mood, playersAt } from '#dev/game-server/stand-in.ts'
import { listen } from '#test/listen.ts'
import type { QueryResult } from '../rules.ts'
import { createGameServerQuery, parseCounts } from './gateway.ts'

const NOW = new Date('2026-03-14T20:00:00Z')
const standIn = buildGameServerStandIn({ clock: () => NOW })
const address = await standIn.listen()
afterEach(() => standIn.behave('online'))
afterAll(() => standIn.close())

describe('Responses of the game server', () => {
  it('the number of slots is read as a text, as FXServer writes it, or as a number', () => {
    const body = { clients: 28, sv_maxclients: '64', iv: '12345', hostname: '^1Hammock ^7Coast', mapname: 'fivem' }
    expect(parseCounts(JSON.stringify(body))).toEqual({ players: 28, slots: 64 })
    expect(parseCounts('{"clients":0,"sv_maxclients":48}')).toEqual({ players: 0, slots: 48 })
  })

  it.each([
    'Nope.',
    'Rate limit exceeded.',
    '',
    '[]',
    'null',
    '{"clients":28}',
    '{"clients":"many","sv_maxclients":"64"}',
    '{"clients":-1,"sv_maxclients":"64"}',
    '{"clients":1.5,"sv_maxclients":"64"}',
    '{"clients":1,"sv_maxclients":"64 slots"}',
    '{"clients":1,"sv_maxclients":"99999"}',
  ])('an invalid response is ignored: %j', (body) => {
    expect(parseCounts(body)).toBeNull()
  })
})

describe('Requests to the game server', () => {
  const ask = (at = address, timeoutMs = 10_000) => createGameServerQuery(at, { timeoutMs })()

  it('a request returns the counts only', async () => {
    expect(await ask()).toEqual({ players: playersAt(NOW), slots: 64 })
    expect(await ask(`${address}/`)).toEqual({ players: playersAt(NOW), slots: 64 })
  })

  it('a request has no header by which a server could take it for a browser or proxy', async () => {
    await ask()
    const headers = standIn.requests.at(-1) ?? {}
    for (const name of ['via', 'upgrade-insecure-requests', 'x-forwarded-for', 'cookie', 'origin']) {
      expect(headers).not.toHaveProperty(name)
    }
  })

  it.each<[Mood, QueryResult]>([
    ['suspicious', 'unreadable'],
    ['busy', 'unreadable'],
    ['elsewhere', 'unreadable'],
    ['endless', 'unreadable'],
    ['other', 'unreadable'],
    ['offline', 'unreachable'],
    ['silent', 'unreachable'],
  ])('a game server that is %s is reported as %s', async (mood, asked) => {
    standIn.behave(mood)
    expect(await ask(address, mood === 'silent' ? 200 : 10_000)).toBe(asked)
  })

  it('a closed port and an unknown host are reported as unreachable', async () => {
    const nobody = createServer()
    const port = await listen(nobody)
    nobody.close()
    expect(await ask(`http://127.0.0.1:${port}`)).toBe('unreachable')
    expect(await ask('http://127.0.0.1:1')).toBe('unreachable')
  })
})
