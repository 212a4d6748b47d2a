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

describe('An answer of the game server', () => {
  it('is read with its slots as a text, as FXServer writes them, or as a number', () => {
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
  ])('says nothing where it is %j', (body) => {
    expect(parseCounts(body)).toBeNull()
  })
})

describe('Asking the game server', () => {
  const ask = (at = address, timeoutMs = 10_000) => createGameServerQuery(at, { timeoutMs })()

  it('brings its counts and nothing else', async () => {
    expect(await ask()).toEqual({ players: playersAt(NOW), slots: 64 })
    expect(await ask(`${address}/`)).toEqual({ players: playersAt(NOW), slots: 64 })
  })

  it('says nothing that a careful server takes for a browser or a proxy', async () => {
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
  ])('of one that is %s says that it is %s', async (mood, asked) => {
    standIn.behave(mood)
    expect(await ask(address, mood === 'silent' ? 200 : 10_000)).toBe(asked)
  })

  it('of a port where nobody listens, and of a name that nobody has, says that it is unreachable', async () => {
    const nobody = createServer()
    const port = await listen(nobody)
    nobody.close()
    expect(await ask(`http://127.0.0.1:${port}`)).toBe('unreachable')
    expect(await ask('http://127.0.0.1:1')).toBe('unreachable')
  })
})
