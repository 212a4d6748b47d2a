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
let heard: [string, ...unknown[]][]

beforeEach(async () => {
  heard = []
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
  onJoined: () => heard.push(['joined']),
  onResumed: () => heard.push(['resumed']),
  onLost: ({ why, reason }) => heard.push([reason === 'final' ? 'lost for good' : 'lost', why]),
  onMember: (id, membership) => heard.push(['member', id, membership?.roles ?? null]),
  onRoleRemoved: (id) => heard.push(['role removed', id]),
  onRolesChanged: () => heard.push(['roles changed']),
}

function open(change: Partial<DiscordSettings> = {}): void {
  gateway = createDiscord({ ...settings, ...change }, { pauseAfter: () => 50 }).openGateway(listener)
}

/** Waits until the last event is of this kind, and returns all events. */
async function heardUntil(kind: string): Promise<[string, ...unknown[]][]> {
  await expect.poll(() => heard.at(-1)?.[0], { timeout: 5_000, interval: 5 }).toBe(kind)
  return heard.splice(0)
}

const callsFor = (path: string) => standIn.requests.filter((call) => call.path.endsWith(path)).length

describe('the gateway tells', () => {
  beforeEach(async () => {
    open()
    await heardUntil('joined')
  })

  it('which roles somebody has now, and who joins', async () => {
    standIn.setRoles(NOLAN, [OWNER, STAFF])
    standIn.setRoles(NOLAN, [])
    standIn.setRoles(SAM, [STAFF])
    await expect.poll(() => heard).toHaveLength(3)
    expect(heard).toEqual([
      ['member', NOLAN, [OWNER, STAFF]],
      ['member', NOLAN, []],
      ['member', SAM, [STAFF]],
    ])
  })

  it('who was kicked, who was banned, and which role is gone', async () => {
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

  it('that a role was made or renamed', async () => {
    standIn.saveRole({ id: '200000000000000900', name: 'lawyers' })
    standIn.saveRole({ id: STAFF, name: 'the staff' })
    await expect.poll(() => heard).toEqual([['roles changed'], ['roles changed']])
  })

  it('with nothing lost what happened while the connection was', async () => {
    standIn.dropConnections()
    await heardUntil('lost')
    standIn.setRoles(NOLAN, [])
    expect(await heardUntil('resumed')).toEqual([['member', NOLAN, []], ['resumed']])
    standIn.kick(NOLAN)
    await heardUntil('member')
    expect(callsFor('/gateway/bot')).toBe(1)
  })

  it('that something may have been missed, where Discord does not remember the session', async () => {
    standIn.dropConnections({ forgets: true })
    standIn.setRoles(NOLAN, [])
    expect((await heardUntil('joined')).map(([kind]) => kind)).toEqual(['lost', 'lost', 'joined'])
  })

  it('the same after an outage, which it tries to end with pauses', async () => {
    standIn.goDown()
    await heardUntil('lost')
    standIn.setRoles(NOLAN, [])
    await sleep(1_200)
    standIn.comeBack()
    expect((await heardUntil('joined')).map(([kind]) => kind)).not.toContain('member')
    standIn.kick(NOLAN)
    await heardUntil('member')
  })

  it('that the bot was removed from the guild, and that it is back', async () => {
    standIn.removeBot()
    expect(await heardUntil('lost')).toEqual([['lost', 'the bot was removed from the guild']])
    standIn.comeBack()
    await heardUntil('joined')
  })

  it('nothing more once it is closed', async () => {
    await gateway?.close()
    expect(standIn.listeners).toBe(0)
    standIn.kick(NOLAN)
    await sleep(700)
    expect(heard).toEqual([])
    expect(standIn.listeners).toBe(0)
  })
})

describe('the gateway gives up for good', () => {
  const nothingMoreHappens = async () => {
    const calls = standIn.requests.length
    await sleep(900) // the library's own pause is half a second
    expect(heard).toEqual([])
    expect(standIn.requests.length).toBe(calls)
    expect(standIn.listeners).toBe(0)
  }

  it('where the bot may not hear of members', async () => {
    standIn.forbidMembers()
    open()
    expect(await heardUntil('lost for good')).toEqual([
      ['lost for good', expect.stringContaining('Server Members Intent')],
    ])
    await nothingMoreHappens()
  })

  it('where Discord does not know the token, after asking once', async () => {
    open({ botToken: 'a-token-of-yesterday' })
    expect(await heardUntil('lost for good')).toEqual([['lost for good', 'Discord does not accept the bot token']])
    expect(callsFor('/gateway/bot')).toBe(1)
    await nothingMoreHappens()
  })

  it('where the token is made anew while it listens', async () => {
    open()
    await heardUntil('joined')
    standIn.resetBotToken()
    expect(await heardUntil('lost for good')).toEqual([
      ['lost for good', 'Discord does not accept the bot token (4004)'],
    ])
    await nothingMoreHappens()
  })
})

it('asks again where Discord cannot be reached at first', async () => {
  standIn.goDown()
  open()
  await heardUntil('lost')
  standIn.comeBack()
  await heardUntil('joined')
})

it('waits as long as Discord asks it to', async () => {
  standIn.flood({ retryAfterSeconds: 0.3, calls: 1 })
  open()
  expect(await heardUntil('joined')).toEqual([['joined']])
})

it.each([0, -1, 1e15])('asks no faster where the bot may connect no more and %d ms are named for it', async (reset) => {
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
})

it('says where the bot is in another guild only', async () => {
  open({ guildId: '300000000000000002' })
  expect(await heardUntil('lost')).toEqual([['lost', 'the bot is not in the guild 300000000000000002']])
})

it('can be closed at any moment', async () => {
  for (const wait of [0, 5, 10, 20, 40]) {
    open()
    await sleep(wait)
    await gateway?.close()
  }
  await expect.poll(() => standIn.listeners, { timeout: 3_000 }).toBe(0)
  await sleep(600)
  expect(standIn.listeners).toBe(0)
  expect(heard.filter(([kind]) => kind !== 'joined')).toEqual([])
})

it('is not there without a bot', () => {
  expect(createDiscord({ ...settings, botToken: undefined }).openGateway(listener)).toBeNull()
})
