import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildStandIn, type StandIn } from '#dev/discord/stand-in.ts'
import { startFaultyService } from '#test/fakes/faulty-service.ts'
import { createDiscord } from './discord.ts'
import type { Gateway, GatewayListener } from './gateway.ts'
import type { DiscordSettings } from './settings.ts'

const STAFF = '200000000000000003'
const OWNER = '200000000000000001'
const NOLAN = '310000000000000101'
const SAM = '310000000000000107'
const GUILD = '300000000000000001'
const MEMBER = { roles: [STAFF], nick: 'Nolan | S-40', avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' }

let standIn: StandIn
let settings: DiscordSettings
let gateway: Gateway | null
let events: [string, ...unknown[]][]

beforeEach(async () => {
  events = []
  gateway = null
  const about = { username: 'somebody', globalName: null, avatar: null, email: null, emailVerified: false }
  standIn = buildStandIn({
    applicationName: 'The site',
    redirectUri: 'http://localhost:3000/auth/discord/callback',
    guild: {
      id: GUILD,
      name: 'The guild',
      roles: [
        { id: STAFF, name: 'staff' },
        { id: OWNER, name: 'owner' },
      ],
      people: [
        { ...about, id: NOLAN, member: { ...MEMBER }, card: null, denies: false },
        { ...about, id: SAM, member: null, card: null, denies: false },
      ],
    },
  })
  settings = await standIn.listen()
})
afterEach(async () => {
  await gateway?.close()
  await standIn.close()
})

const listener: GatewayListener = {
  onJoined: () => events.push(['joined']),
  onResumed: () => events.push(['resumed']),
  onLost: ({ why, reason }) => events.push([reason === 'final' ? 'lost for good' : 'lost', why]),
  onMember: (id, membership) => events.push(['member', id, membership?.roles ?? null]),
  onRoleRemoved: (id) => events.push(['role removed', id]),
  onRolesChanged: () => events.push(['roles changed']),
}

function open(change: Partial<DiscordSettings> = {}): void {
  gateway = createDiscord({ ...settings, ...change }, { pauseAfter: () => 50 }).openGateway(listener)
}

/** Waits until the last event is of this kind, and returns all events. */
async function heardUntil(kind: string): Promise<[string, ...unknown[]][]> {
  await expect.poll(() => events.at(-1)?.[0], { timeout: 5_000, interval: 5 }).toBe(kind)
  return events.splice(0)
}

const callsFor = (path: string) => standIn.requests.filter((call) => call.path.endsWith(path)).length

describe('Events of the Discord gateway', () => {
  beforeEach(async () => {
    open()
    await heardUntil('joined')
  })

  it('the gateway reports the roles of a member, and new members', async () => {
    standIn.setRoles(NOLAN, [OWNER, STAFF])
    standIn.setRoles(NOLAN, [])
    standIn.setRoles(SAM, [STAFF])
    await expect.poll(() => events).toHaveLength(3)
    expect(events).toEqual([
      ['member', NOLAN, [OWNER, STAFF]],
      ['member', NOLAN, []],
      ['member', SAM, [STAFF]],
    ])
  })

  it('the gateway reports kicks, bans and deleted roles', async () => {
    standIn.setRoles(SAM, [])
    standIn.kick(NOLAN)
    standIn.ban(SAM)
    standIn.deleteRole(STAFF)
    expect((await heardUntil('roles changed')).slice(1)).toEqual([
      ['member', NOLAN, null],
      ['member', SAM, null],
      ['role removed', STAFF],
      ['roles changed'],
    ])
  })

  it('the gateway reports created and renamed roles', async () => {
    standIn.saveRole({ id: '200000000000000900', name: 'lawyers' })
    standIn.saveRole({ id: STAFF, name: 'the staff' })
    await expect.poll(() => events).toEqual([['roles changed'], ['roles changed']])
  })

  it('events during a lost connection are replayed', async () => {
    standIn.dropConnections()
    await heardUntil('lost')
    standIn.setRoles(NOLAN, [])
    expect(await heardUntil('resumed')).toEqual([['member', NOLAN, []], ['resumed']])
    standIn.kick(NOLAN)
    await heardUntil('member')
    expect(callsFor('/gateway/bot')).toBe(1)
  })

  it('the gateway reports missed events if Discord does not remember the session', async () => {
    standIn.dropConnections({ forgets: true })
    standIn.setRoles(NOLAN, [])
    expect((await heardUntil('joined')).map(([kind]) => kind)).toEqual(['lost', 'lost', 'joined'])
  })

  it('the gateway reports missed events after an outage, and reconnects with delays', async () => {
    standIn.goDown()
    await heardUntil('lost')
    standIn.setRoles(NOLAN, [])
    await sleep(1_200)
    standIn.comeBack()
    expect((await heardUntil('joined')).map(([kind]) => kind)).not.toContain('member')
    standIn.kick(NOLAN)
    await heardUntil('member')
  })

  it('the gateway reports that the bot was removed from the guild, and that it returned', async () => {
    standIn.removeBot()
    expect(await heardUntil('lost')).toEqual([['lost', 'the bot was removed from the guild']])
    standIn.comeBack()
    await heardUntil('joined')
  })

  it('the gateway reports nothing after it was closed', async () => {
    await gateway?.close()
    expect(standIn.listeners).toBe(0)
    standIn.kick(NOLAN)
    await sleep(700)
    expect(events).toEqual([])
    expect(standIn.listeners).toBe(0)
  })
})

describe('The gateway stops for good', () => {
  const nothingMoreHappens = async () => {
    const calls = standIn.requests.length
    await sleep(900) // the library's own pause is half a second
    expect(events).toEqual([])
    expect(standIn.requests.length).toBe(calls)
    expect(standIn.listeners).toBe(0)
  }

  it('the gateway stops without the members intent', async () => {
    standIn.forbidMembers()
    open()
    expect(await heardUntil('lost for good')).toEqual([
      ['lost for good', expect.stringContaining('Server Members Intent')],
    ])
    await nothingMoreHappens()
  })

  it('the gateway stops after one attempt with an unknown token', async () => {
    open({ botToken: 'a-token-of-yesterday' })
    expect(await heardUntil('lost for good')).toEqual([['lost for good', 'Discord does not accept the bot token']])
    expect(callsFor('/gateway/bot')).toBe(1)
    await nothingMoreHappens()
  })

  it('the gateway stops when the token is reset during the connection', async () => {
    open()
    await heardUntil('joined')
    standIn.resetBotToken()
    expect(await heardUntil('lost for good')).toEqual([
      ['lost for good', 'Discord does not accept the bot token (4004)'],
    ])
    await nothingMoreHappens()
  })
})

it('the gateway retries if Discord is unreachable at first', async () => {
  standIn.goDown()
  open()
  await heardUntil('lost')
  standIn.comeBack()
  await heardUntil('joined')
})

it('the gateway waits as long as Discord asks', async () => {
  standIn.flood({ retryAfterSeconds: 0.3, calls: 1 })
  open()
  expect(await heardUntil('joined')).toEqual([['joined']])
})

it.each([0, -1, 1e15])(
  'the gateway does not retry faster if no sessions remain and the reset time is %d ms',
  async (reset) => {
    const limits = await startFaultyService()
    const start = { total: 1000, remaining: 0, reset_after: reset, max_concurrency: 1 }
    const body = JSON.stringify({ url: 'wss://gateway.example', shards: 1, session_start_limit: start })
    limits.behaveAs({ kind: 'answers', status: 200, body })
    try {
      gateway = createDiscord({ ...settings, apiUrl: limits.url }, { pauseAfter: () => 60_000 }).openGateway(listener)
      expect(await heardUntil('lost')).toEqual([['lost', 'Discord lets the bot connect no more today']])
      await sleep(200)
      expect(limits.calls()).toBe(1)
      await gateway?.close()
    } finally {
      await limits.close()
    }
  },
)

it('the gateway reports a bot that is only in another guild', async () => {
  open({ guildId: '300000000000000002' })
  expect(await heardUntil('lost')).toEqual([['lost', 'the bot is not in the guild 300000000000000002']])
})

it('the gateway can be closed at any time', async () => {
  for (const wait of [0, 5, 10, 20, 40]) {
    open()
    await sleep(wait)
    await gateway?.close()
  }
  await expect.poll(() => standIn.listeners, { timeout: 3_000 }).toBe(0)
  await sleep(600)
  expect(standIn.listeners).toBe(0)
  expect(events.filter(([kind]) => kind !== 'joined')).toEqual([])
})

it('there is no gateway without a bot', () => {
  expect(createDiscord({ ...settings, botToken: undefined }).openGateway(listener)).toBeNull()
})
