import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildGameServerStandIn, type Mood, playersAt } from '#dev/game-server/stand-in.ts'
import { createChanges } from '#server/changes.ts'
import { createLogger } from '#server/log.ts'
import { onlyProcess, type Processes } from '#server/processes/processes.ts'
import { createScheduler, type Scheduler } from '#server/processes/scheduler.ts'
import { type Asked, FORGOTTEN_AFTER, STANDS_FOR } from '../rules.ts'
import { createAskGameServer, readingOf, watchGameServer } from './gateway.ts'

const NOW = new Date('2026-03-14T20:00:00Z')
const standIn = buildGameServerStandIn({ clock: () => NOW })
const address = await standIn.listen()
afterEach(() => standIn.behave('online'))
afterAll(() => standIn.close())

describe('An answer of the game server', () => {
  it('is read with its slots as a text, as FXServer writes them, or as a number', () => {
    const body = { clients: 28, sv_maxclients: '64', iv: '12345', hostname: '^1Hammock ^7Coast', mapname: 'fivem' }
    expect(readingOf(JSON.stringify(body))).toEqual({ players: 28, slots: 64 })
    expect(readingOf('{"clients":0,"sv_maxclients":48}')).toEqual({ players: 0, slots: 48 })
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
    expect(readingOf(body)).toBeNull()
  })
})

describe('Asking the game server', () => {
  const ask = (at = address, timeoutMs = 10_000) => createAskGameServer(at, { timeoutMs })()

  it('brings its counts and nothing else', async () => {
    expect(await ask()).toEqual({ players: playersAt(NOW), slots: 64 })
    expect(await ask(`${address}/`)).toEqual({ players: playersAt(NOW), slots: 64 })
  })

  it('says nothing that a careful server takes for a browser or a proxy', async () => {
    await ask()
    const headers = standIn.asked.at(-1) ?? {}
    for (const name of ['via', 'upgrade-insecure-requests', 'x-forwarded-for', 'cookie', 'origin']) {
      expect(headers).not.toHaveProperty(name)
    }
  })

  it.each<[Mood, Asked]>([
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
    const nobody = createServer().listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const place = nobody.address()
    nobody.close()
    expect(await ask(`http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}`)).toBe('unreachable')
    expect(await ask('http://127.0.0.1:1')).toBe('unreachable')
  })
})

describe('Watching the game server', () => {
  let time = NOW.getTime()
  let answer: Asked = { players: 28, slots: 64 }
  let announced = 0
  const changes = createChanges()
  changes.on((topic) => {
    if (topic === 'game-server') announced += 1
  })
  beforeEach(() => {
    time = NOW.getTime()
    answer = { players: 28, slots: 64 }
    announced = 0
  })
  const schedulers: Scheduler[] = []
  afterEach(async () => {
    for (const scheduler of schedulers.splice(0)) await scheduler.close()
  })
  const watch = (processes: Processes = onlyProcess(createLogger('silent'))) => {
    const timing = { clock: () => new Date(time), log: createLogger('silent') }
    const scheduler = createScheduler({ ...timing, processes })
    schedulers.push(scheduler)
    return watchGameServer({ ask: async () => answer, processes, scheduler, changes, ...timing })
  }

  it('announces a change and no more', async () => {
    const watched = watch()
    expect(watched.status()).toBeNull()
    await watched.ask()
    expect([watched.status(), announced]).toEqual([{ isOnline: true, players: 28, slots: 64 }, 1])
    await watched.ask()
    expect(announced).toBe(1)
    answer = { players: 29, slots: 64 }
    await watched.ask()
    expect(announced).toBe(2)
  })

  it('keeps the last counts for a while, then says that it is offline, and hears that it is back', async () => {
    const watched = watch()
    await watched.ask()
    answer = 'unreachable'
    time += STANDS_FOR - 1
    await watched.ask()
    expect(watched.status()?.isOnline).toBe(true)
    time += 1
    await watched.ask()
    expect(watched.status()).toEqual({ isOnline: false, players: 0, slots: 64 })
    answer = { players: 3, slots: 64 }
    await watched.ask()
    expect(watched.status()).toEqual({ isOnline: true, players: 3, slots: 64 })
  })

  it('one process asks and tells the others, which forget when nobody tells them any more', async () => {
    const told: { channel: string; said: object }[] = []
    const asking = watch({
      ...onlyProcess(createLogger('silent')),
      tell: async (channel, said) => void told.push({ channel, said: JSON.parse(JSON.stringify(said)) }),
    })
    await asking.ask()
    let hear = (_said: unknown) => {}
    const other = watch({
      ...onlyProcess(createLogger('silent')),
      whileLeader: () => undefined,
      hear: (channel, listener) => {
        if (channel === told[0]?.channel) hear = listener
      },
    })
    expect(other.status()).toBeNull()
    hear(told[0]?.said)
    expect(other.status()).toEqual({ isOnline: true, players: 28, slots: 64 })
    hear({ from: 'another version' })
    expect(other.status()).toEqual({ isOnline: true, players: 28, slots: 64 })
    time += FORGOTTEN_AFTER
    expect(other.status()).toBeNull()
  })
})
