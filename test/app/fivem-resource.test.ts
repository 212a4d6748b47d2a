import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { LuaFactory } from 'wasmoon'
import { listPlayerActions, listSubjects } from '#features/discipline/player-contract.ts'
import { addIngestToken, listIngestTokens, removeIngestToken } from '#features/ingest/contract.ts'
import { root } from '#server/paths.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const world = useWorld()

const SCRIPT = readFileSync(join(root, 'integrations/fivem/site-actions/server.lua'), 'utf8')
const URL_OF_SITE = 'https://hammockcoast.example'
const lua = new LuaFactory()

type ResponseCallback = (status: number, body: string | undefined, headers: object, problem: string | undefined) => void

/** The part of FXServer's Lua runtime that the resource uses. Its requests go to the real site. */
interface GameServer {
  convars: Map<string, string>
  players: Map<string, { name: string; identifiers: string[] }>
  stored: Map<string, string>
  printed: string[]
  requests: { url: string; headers: Record<string, string>; options: { followLocation?: boolean } }[]
  /** The ids of the events in the order in which they were sent. */
  sentIds(): string[]
  /** Null lets requests through to the site, 0 fails the connection, and a status answers in the site's place. */
  outage: number | null
  emit(event: string, data?: object, source?: string): void
  /** Runs the next timer and returns its delay in seconds. */
  runTimer(): number
  /** Waits until all requests have their responses. */
  settled(): Promise<void>
  /** Restarts the resource as `restart site-actions` does: everything in memory is lost. */
  restart(): Promise<void>
  close(): void
}

let open: GameServer[] = []
afterEach(() => {
  for (const each of open) each.close()
  open = []
})

async function startGame(convars: Record<string, string>): Promise<GameServer> {
  let handlers = new Map<string, ((data?: object) => void)[]>()
  let timers: { milliseconds: number; run: () => void }[] = []
  let waiting: Promise<void>[] = []
  const sent: string[] = []
  let engine = await lua.createEngine({ enableProxy: false })

  async function perform(
    url: string,
    callback: ResponseCallback,
    method: string,
    data: string,
    headers: Record<string, string>,
  ) {
    if (game.outage === 0) return callback(0, undefined, {}, 'no connection')
    if (game.outage !== null) return callback(game.outage, undefined, {}, `HTTP ${game.outage}: {}`)
    const { pathname } = new URL(url)
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const response = await world().app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: pathname,
      headers: sent,
      payload: data,
    })
    // As in scheduler.lua, the fourth argument contains the body of an error.
    if (response.statusCode < 400) callback(response.statusCode, response.body, {}, undefined)
    else callback(response.statusCode, undefined, {}, `HTTP ${response.statusCode}: ${response.body}`)
  }

  async function load(): Promise<void> {
    const { global } = engine
    const give = (name: string, value: unknown) => global.set(name, value)
    give('json', { encode: (value: unknown) => JSON.stringify(value), decode: (text: string) => JSON.parse(text) })
    give('print', (...words: unknown[]) => void game.printed.push(words.join(' ')))
    give('GetConvar', (name: string, otherwise: string) => game.convars.get(name) ?? otherwise)
    give('GetPlayers', () => [...game.players.keys()])
    give('GetPlayerName', (id: string | number) => game.players.get(String(id))?.name)
    give('GetPlayerIdentifiers', (id: string | number) => game.players.get(String(id))?.identifiers ?? [])
    give('GetResourceKvpString', (key: string) => game.stored.get(key))
    give('SetResourceKvp', (key: string, value: string) => void game.stored.set(key, value))
    give('SetTimeout', (milliseconds: number, run: () => void) => void timers.push({ milliseconds, run }))
    give('AddEventHandler', (event: string, handler: (data?: object) => void) => {
      handlers.set(event, [...(handlers.get(event) ?? []), handler])
    })
    give(
      'PerformHttpRequest',
      (
        url: string,
        callback: ResponseCallback,
        method: string,
        data: string,
        headers: Record<string, string>,
        options: { followLocation?: boolean },
      ) => {
        game.requests.push({ url, headers, options })
        sent.push(JSON.parse(data).id)
        // Respond asynchronously, because the game's runtime calls back from its event loop.
        waiting.push(Promise.resolve().then(() => perform(url, callback, method, data, headers)))
      },
    )
    await engine.doString(SCRIPT)
  }

  const game: GameServer = {
    convars: new Map(Object.entries(convars)),
    players: new Map(),
    stored: new Map(),
    printed: [],
    requests: [],
    sentIds: () => sent,
    outage: null,
    emit: (event, data, source) => {
      engine.global.set('source', source)
      for (const handler of handlers.get(event) ?? []) handler(data)
    },
    runTimer: () => {
      const [next] = timers.splice(0, 1)
      if (next === undefined) throw new Error('no timer is set')
      next.run()
      return next.milliseconds / 1000
    },
    settled: async () => {
      while (waiting.length > 0) await Promise.all(waiting.splice(0))
    },
    restart: async () => {
      engine.global.close()
      handlers = new Map()
      timers = []
      waiting = []
      engine = await lua.createEngine({ enableProxy: false })
      await load()
    },
    close: () => engine.global.close(),
  }
  open.push(game)
  await load()
  return game
}

async function startWithToken(more: Record<string, string> = {}, label = 'City 1') {
  const { item, token } = (await world().as.owner(addIngestToken, { body: { label } })).body
  const game = await startGame({ site_actions_url: URL_OF_SITE, site_actions_token: token, ...more })
  return { game, token, item }
}

const actions = async () => (await world().as.staff(listPlayerActions)).body.rows
const NOLAN = { name: 'Nolan Reyes', identifiers: ['license:4f0c', 'discord:310000000000000101', 'ip:203.0.113.9'] }
/** The data of a warning event, as txAdmin's docs/events.md describes it. */
const warning = (more: object = {}) => ({
  author: 'priya',
  reason: 'Ran a roadblock in a scene.',
  actionId: 'WK3D-9QZ1',
  targetNetId: 12,
  targetIds: NOLAN.identifiers,
  targetName: 'Nolan Reyes',
  ...more,
})
const warn = (game: GameServer, more: object = {}) => game.emit('txAdmin:events:playerWarned', warning(more))

describe('The resource for the game server', () => {
  it('forwards a warning, which staff see as an action from the game', async () => {
    const { game, token } = await startWithToken()
    expect(game.printed).toEqual(['[site-actions] ready'])
    warn(game)
    await game.settled()
    expect(await actions()).toMatchObject([
      {
        user: '310000000000000101',
        user_name: 'Nolan Reyes',
        admin_name: 'City 1',
        type: 'Warning',
        external_reason: 'Ran a roadblock in a scene.',
        is_from_game: true,
      },
    ])
    expect(game.requests).toEqual([
      {
        url: `${URL_OF_SITE}/api/ingest/actions`,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        options: { followLocation: false },
      },
    ])
    expect(Object.keys(JSON.parse(game.stored.get('queue') ?? 'null'))).toEqual([])
  })

  it('sends the identifiers that the site stores, even without a Discord ID, and never the IP address', async () => {
    const { game } = await startWithToken()
    warn(game, { targetIds: ['license:4f0c', 'ip:203.0.113.9', '2:0123abcd'], targetName: 'Kai' })
    await game.settled()
    expect(await actions()).toMatchObject([{ user: expect.stringMatching(/^subject:\d+$/), user_name: 'Kai' }])
    const { data } = (await world().as.staff(listSubjects, { query: { query: 'license:4f0c' } })).body
    expect(data).toMatchObject([{ name: 'Kai', identifiers: ['license:4f0c'] }])
    warn(game, { actionId: 'WK3D-9QZ2' })
    await game.settled()
    expect((await actions()).map(({ user }) => user)).toEqual(['310000000000000101', '310000000000000101'])
  })

  it('forwards bans with and without an end, and revocations', async () => {
    const { game } = await startWithToken()
    const ban = {
      ...warning(),
      targetHwids: [],
      kickMessage: 'bye',
      durationInput: '2 days',
      durationTranslated: '2 days',
    }
    const end = Date.parse('2026-04-01T12:00:00Z') / 1000
    game.emit('txAdmin:events:playerBanned', { ...ban, actionId: 'B1', expiration: end })
    game.emit('txAdmin:events:playerBanned', { ...ban, actionId: 'B2', expiration: false })
    for (let n = 0; n < 2; n += 1) await game.settled()
    expect((await actions()).map(({ type }) => type).sort()).toEqual(['Ban', 'Ban'])
    expect((await actions()).find(({ native_id }) => native_id === 'B1')?.internal_reason).toContain(
      'until 2026-04-01 12:00 UTC',
    )
    game.emit('txAdmin:events:actionRevoked', {
      actionId: 'B2',
      actionType: 'ban',
      actionReason: 'Ran a roadblock in a scene.',
      actionAuthor: 'priya',
      playerName: 'Nolan Reyes',
      playerIds: NOLAN.identifiers,
      playerHwids: [],
      revokedBy: 'dana',
    })
    await game.settled()
    const removal = (await actions()).find(({ native_id }) => native_id === 'B2')
    expect(removal?.revoked).toMatchObject({ outcome: 'expunged', why: 'Taken back in game by dana' })
  })

  it('forwards the kick of one player, even one who left already, and not a kick of all players', async () => {
    const { game } = await startWithToken()
    game.players.set('12', NOLAN)
    game.emit('playerJoining', undefined, '12')
    game.players.delete('12')
    game.emit('playerDropped', undefined, '12')
    const kick = { target: 12, author: 'priya', reason: 'Fail RP', dropMessage: 'You were kicked' }
    game.emit('txAdmin:events:playerKicked', kick)
    game.emit('txAdmin:events:playerKicked', { ...kick, target: -1 })
    await game.settled()
    expect(await actions()).toMatchObject([{ type: 'Kick', user_name: 'Nolan Reyes' }])
    game.runTimer()
    game.emit('txAdmin:events:playerKicked', kick)
    await game.settled()
    expect(await actions()).toHaveLength(1)
    expect(game.printed.at(-1)).toMatch(/kick-.* was not forwarded: the player has no identifier/)
  })

  it('gives kicks ids that are unique across game servers and restarts', async () => {
    const { game: one } = await startWithToken()
    const { game: other } = await startWithToken({}, 'City 2')
    const keyOf = async (game: GameServer) => {
      game.players.set('12', NOLAN)
      game.emit('txAdmin:events:playerKicked', { target: 12, author: 'priya', reason: 'Fail RP' })
      await game.settled()
      expect(game.sentIds().at(-1)).toMatch(/^[\w-]{1,64}$/)
      return game.sentIds().at(-1)?.split('-').at(-1)
    }
    const key = await keyOf(one)
    expect(await keyOf(other)).not.toBe(key)
    await one.restart()
    expect(await keyOf(one)).toBe(key)
  })

  it('drops an event whose id belongs to another person, and continues', async () => {
    const { game } = await startWithToken()
    game.outage = 409
    warn(game)
    await game.settled()
    expect(game.printed.at(-1)).toMatch(/the site rejected warn/)
    await game.restart()
    expect(game.printed.at(-1)).toBe('[site-actions] ready')
  })

  it('names the author by Discord ID if they were seen in the game', async () => {
    const { game } = await startWithToken()
    game.players.set('3', { name: 'Priya', identifiers: [`discord:${PEOPLE.staff.id}`] })
    game.emit('txAdmin:events:adminAuth', { netid: 3, isAdmin: true, username: 'priya' })
    game.emit('txAdmin:events:adminAuth', { netid: -1, isAdmin: false })
    warn(game)
    await game.settled()
    expect(await actions()).toMatchObject([{ admin: PEOPLE.staff.id, admin_name: 'priya' }])
  })

  it('queues events while the site fails, retries with growing delays, and adds nothing twice', async () => {
    const { game } = await startWithToken()
    game.outage = 0
    warn(game)
    warn(game, { actionId: 'W2', reason: 'Again.' })
    await game.settled()
    const pauses = []
    for (const outage of [503, 500, 429, 502, 0]) {
      game.outage = outage
      pauses.push(game.runTimer())
      await game.settled()
    }
    expect(pauses).toEqual([5, 15, 60, 300, 300])
    expect(await actions()).toEqual([])
    game.outage = null
    game.runTimer()
    await game.settled()
    expect((await actions()).map(({ external_reason }) => external_reason).sort()).toEqual([
      'Again.',
      'Ran a roadblock in a scene.',
    ])
    warn(game)
    await game.settled()
    expect(await actions()).toHaveLength(2)
  })

  it('sends queued events after a restart', async () => {
    const { game } = await startWithToken()
    game.outage = 0
    warn(game)
    await game.settled()
    game.outage = null
    await game.restart()
    await game.settled()
    expect(game.printed.at(-1)).toBe('[site-actions] ready, 1 waiting')
    expect(await actions()).toHaveLength(1)
  })

  it('waits while its token is unknown, and continues with a new one', async () => {
    const { game, item } = await startWithToken()
    await world().as.owner(removeIngestToken, { params: { id: String(item.id) } })
    warn(game)
    await game.settled()
    expect(game.printed.at(-1)).toContain('1 waiting: the site does not know the token: it may be revoked')
    const { token } = (await world().as.owner(addIngestToken, { body: { label: 'City 1' } })).body
    game.convars.set('site_actions_token', token)
    expect(game.runTimer()).toBe(300)
    await game.settled()
    expect(await actions()).toHaveLength(1)
    expect((await world().as.owner(listIngestTokens)).body.data[0]?.lastUsedAt).not.toBeNull()
  })

  it('drops an event that the site rejects, logs the reason and continues', async () => {
    const { game } = await startWithToken()
    warn(game, { targetIds: ['discord:12'] })
    warn(game, { actionId: 'W2' })
    await game.settled()
    expect(game.printed.at(-1)).toMatch(/rejected warn WK3D-9QZ1: target\.discordId: A Discord ID has 17 to 20 digits/)
    expect(await actions()).toHaveLength(1)
  })

  it('drops an event that fails repeatedly, logs it and continues', async () => {
    const { game } = await startWithToken()
    game.outage = 500
    warn(game)
    warn(game, { actionId: 'W2' })
    await game.settled()
    let tries = 1
    for (; game.sentIds().at(-1) === 'WK3D-9QZ1' && tries < 100; tries++) {
      game.runTimer()
      await game.settled()
    }
    expect(tries).toBe(12)
    expect(game.printed.join('\n')).toContain(
      'dropped warn WK3D-9QZ1 of Nolan Reyes (discord:310000000000000101): the site failed 12 times (500). Log it on the site by hand',
    )
    game.outage = null
    game.runTimer()
    await game.settled()
    expect(await actions()).toHaveLength(1)
  })

  it('drops no event while the site is unreachable', async () => {
    const { game } = await startWithToken()
    warn(game)
    for (const outage of [0, 429, 502, 503, 504]) {
      game.outage = outage
      await game.settled()
      for (let n = 0; n < 20; n++) {
        game.runTimer()
        await game.settled()
      }
    }
    game.outage = null
    game.runTimer()
    await game.settled()
    expect(await actions()).toHaveLength(1)
  })

  it('waits and logs a message if the site redirects it elsewhere', async () => {
    const { game } = await startWithToken()
    game.outage = 301
    warn(game)
    await game.settled()
    expect(game.printed.at(-1)).toContain(
      '1 waiting: the site redirects to another address (301): correct site_actions_url',
    )
    game.outage = null
    expect(game.runTimer()).toBe(300)
    await game.settled()
    expect(await actions()).toHaveLength(1)
  })

  it('does not forward an event without a usable identifier, or one that the convar excludes', async () => {
    const { game } = await startWithToken({ site_actions_forward: 'ban' })
    warn(game)
    game.emit('txAdmin:events:playerBanned', { ...warning(), targetIds: ['ip:203.0.113.9'], expiration: false })
    await game.settled()
    expect(game.requests).toEqual([])
    expect(game.printed.at(-1)).toContain('ban WK3D-9QZ1 was not forwarded: Nolan Reyes has no identifier')
  })

  it.each([
    [{}, 'set site_actions_url and site_actions_token in server.cfg'],
    [{ site_actions_url: 'http://hammockcoast.example', site_actions_token: 'x' }, 'must be the https address'],
    [{ site_actions_url: `${URL_OF_SITE}/staff`, site_actions_token: 'x' }, 'must be the https address'],
    [{ site_actions_url: 'http://localhost.evil.example', site_actions_token: 'x' }, 'must be the https address'],
  ])('reports the wrong configuration %j and sends nothing, and no event is lost', async (convars, words) => {
    const game = await startGame({ ...convars })
    expect(game.printed[0]).toContain(words)
    warn(game)
    await game.settled()
    expect(game.requests).toEqual([])
    expect(JSON.parse(game.stored.get('queue') ?? '[]')).toHaveLength(1)
  })

  it('never prints its token', async () => {
    const { game, token } = await startWithToken()
    for (const outage of [0, 401, 500, 400, null]) {
      game.outage = outage
      warn(game, { actionId: `W-${outage}` })
      await game.settled()
      if (outage !== null && outage !== 400) game.runTimer()
      await game.settled()
    }
    expect(game.printed.length).toBeGreaterThan(3)
    expect(game.printed.join('\n')).not.toContain(token)
    expect([...game.stored.values()].join('\n')).not.toContain(token)
  })
})
