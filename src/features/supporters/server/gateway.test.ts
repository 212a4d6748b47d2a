import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StandInPerson } from '#dev/discord/guild.ts'
import { buildStandIn, type StandIn } from '#dev/discord/stand-in.ts'
import { discordName } from '#features/auth/rules.ts'
import type { User } from '#features/auth/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { createDiscord } from '#server/discord/discord.ts'
import type { GuildMember } from '#server/discord/member.ts'
import type { DiscordSettings } from '#server/discord/settings.ts'
import { createLogger } from '#server/log.ts'
import { root } from '#server/paths.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { createScheduler, type Scheduler } from '#server/processes/scheduler.ts'
import { copyCommunity } from '#test/community-copy.ts'
import { userOf } from '#test/people.ts'
import { createSupporters, hasSupporters, readSupporterRoles, type Supporters } from './gateway.ts'

const CONTENT = readSupporterRoles(join(root, 'community'))
const LIGHTHOUSE = '200000000000000011'
const SANDBAR = '200000000000000014'
const FOUNDER = '200000000000000021'
const MINUTE = 60_000

function somebody(index: number, roles: string[], about: Partial<StandInPerson> = {}): StandInPerson {
  return {
    id: String(310000000000000000n + BigInt(index)),
    username: `user${index}`,
    globalName: null,
    avatar: null,
    email: null,
    emailVerified: false,
    member: { roles, nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' },
    card: null,
    denies: false,
    ...about,
  }
}

let now: Date
let standIn: StandIn
let settings: DiscordSettings
let announced: number
let supporters: Supporters
let scheduler: Scheduler

beforeEach(async () => {
  now = new Date('2026-01-10T20:00:00Z')
  announced = 0
  onMember = () => undefined
  standIn = buildStandIn({
    applicationName: 'The site',
    redirectUri: 'http://localhost:3000/auth/discord/callback',
    clock: () => now,
    guild: {
      id: '300000000000000001',
      name: 'The guild',
      roles: [],
      people: [
        somebody(1, [LIGHTHOUSE, SANDBAR, FOUNDER], { globalName: 'Marisol' }),
        somebody(2, [SANDBAR]),
        somebody(3, []),
      ],
    },
  })
  settings = await standIn.listen()
  supporters = supportersOf({})
})
afterEach(async () => {
  await scheduler.close()
  await standIn.close()
})

/** Called for each member that the stand-in for Discord returned, with their number so far. */
let onMember: (count: number) => void
/** The abort signal of the last reading of the members. */
let readingUntil: AbortSignal | undefined

const THEO = { id: '', username: 'theo', name: '', roleIds: [] }
const SIGNED_IN = { ...userOf(THEO, new Date('2026-01-10T20:00:00Z')), globalName: null }

interface Options {
  timeoutMs?: number
  firstWait?: number
  content?: typeof CONTENT
  known?: User[]
}

function supportersOf(change: Partial<DiscordSettings>, timing: Options = {}) {
  const changes = createChanges()
  changes.on((topic) => {
    if (topic === 'supporters') announced++
  })
  const discord = createDiscord({ ...settings, ...change }, { clock: () => now, timeoutMs: timing.timeoutMs })
  async function* recorded(members: AsyncIterable<GuildMember>) {
    let count = 0
    for await (const member of members) {
      onMember(++count)
      yield member
    }
  }
  scheduler = createScheduler({
    processes: onlyProcess(createLogger('silent')),
    clock: () => now,
    log: createLogger('silent'),
  })
  return createSupporters({
    discord: {
      ...discord,
      members: (signal) => {
        readingUntil = signal
        const members = discord.members(signal)
        return members && recorded(members)
      },
    },
    listKnown: async (ids) => (timing.known ?? []).filter(({ id }) => ids.includes(id)),
    content: timing.content ?? CONTENT,
    directory: { nameOf: discordName },
    changes,
    scheduler,
    firstWait: timing.firstWait,
  })
}

const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}
const namesOf = async (of = supporters) =>
  (await of.list()).tiers.flatMap(({ key, members }) => members.map(({ name }) => `${key}: ${name}`))

/** The content with these people in its highest tier. */
function contentWith(people: string): ReturnType<typeof readSupporterRoles> {
  const copy = copyCommunity()
  copy.edit('supporters.yaml', '    roles: ["200000000000000011"]', `    roles: []\n    people: ${people}`)
  try {
    return readSupporterRoles(copy.dir)
  } finally {
    copy.discard()
  }
}

describe('Supporters of a site without a bot', () => {
  it('supporters are the people in supporters.yaml, with the names of those who signed in', async () => {
    const people = '[Saltmarsh Kit, "310000000000000101", { id: "310000000000000102", name: Priya, badges: [founder] }]'
    const without = supportersOf(
      { botToken: undefined },
      { content: contentWith(people), known: [{ ...SIGNED_IN, id: '310000000000000101', nick: 'Theo | S-1' }] },
    )
    expect(await namesOf(without)).toEqual(['lighthouse: Priya', 'lighthouse: Saltmarsh Kit', 'lighthouse: Theo | S-1'])
    const [priya, kit] = (await without.list()).tiers[0]?.members ?? []
    expect([priya?.primaryLabel, kit?.id, kit?.avatar]).toEqual(['Founder', null, ''])
  })

  it('the wall is empty if the file names nobody', () => {
    const bare = { members: () => null }
    expect(hasSupporters(CONTENT, bare)).toBe(false)
    expect(hasSupporters(contentWith('[Kit]'), bare)).toBe(true)
    expect(hasSupporters({ ...CONTENT, tiers: [] }, createDiscord(settings))).toBe(false)
    expect(hasSupporters(CONTENT, createDiscord(settings))).toBe(true)
  })

  it.each([
    ['a number in place of an id', '[310000000000000101]', 'a name, a Discord ID in quotes'],
    ['nothing that names somebody', '[{ badges: [founder] }]', 'a name, a Discord ID in quotes'],
    ['a badge that there is not', '[{ name: Kit, badges: [gold] }]', 'no badge below has the key gold'],
  ])('a supporters.yaml with %s stops the start with file and line', (_, people, problem) => {
    expect(() => contentWith(people)).toThrow(new RegExp(`supporters\\.yaml:\\d+: .*${problem}`))
  })
})

describe('Supporters from Discord', () => {
  it('supporters are guild members by role, each in the highest tier', async () => {
    expect(await namesOf()).toEqual(['lighthouse: Marisol', 'sandbar: user2'])
    const wall = await supporters.list()
    expect(wall.totals).toEqual({ overall: 2 })
    expect(wall.tiers[0]?.members[0]).toMatchObject({
      badges: [{ key: 'founder', label: 'Founder', iconUrl: '/media/supporters/founder.svg' }],
      primaryLabel: 'Founder',
      avatar: `${settings.cdnUrl}/embed/avatars/${(310000000000000001n >> 22n) % 6n}.png`,
    })
  })

  it('a supporter has their guild nickname, else their display name, else their username', async () => {
    const member = { roles: [SANDBAR], avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' }
    standIn.people.push(somebody(4, [], { globalName: 'Theo', member: { ...member, nick: 'Theo | S-1' } }))
    expect(await namesOf()).toContain('sandbar: Theo | S-1')
  })

  it('supporters of a guild with more than 1000 members are read page by page', async () => {
    standIn.people.push(...Array.from({ length: 2200 }, (_, index) => somebody(3000 - index, [SANDBAR])))
    expect((await supporters.list()).totals).toEqual({ overall: 2202 })
    expect(standIn.requests).toHaveLength(3)
  })

  it('without a bot the wall is empty, and Discord is not called', async () => {
    const withoutBot = supportersOf({ botToken: undefined })
    expect((await withoutBot.list()).totals).toEqual({ overall: 0 })
    expect(standIn.requests).toEqual([])
  })
})

describe('The cached list of supporters', () => {
  it('the list is requested once and cached for five minutes', async () => {
    await Promise.all([supporters.list(), supporters.list()])
    pass(5 * MINUTE - 1)
    scheduler.look()
    await supporters.list()
    expect(standIn.requests).toHaveLength(1)
    pass(1)
    scheduler.look()
    await supporters.refresh() // waits for the refresh in progress
    expect(standIn.requests).toHaveLength(2)
  })

  it('the list is requested after five minutes even if the clock was set back by an hour', async () => {
    await supporters.list()
    pass(-60 * MINUTE)
    scheduler.look()
    pass(5 * MINUTE)
    scheduler.look()
    await expect.poll(() => standIn.requests.length).toBe(2)
  })

  it('the list is not requested before somebody needs it', () => {
    scheduler.look()
    expect(standIn.requests).toEqual([])
  })

  it('the list is announced only when it changed', async () => {
    await supporters.refresh()
    await supporters.refresh()
    expect(announced).toBe(1)
    standIn.kick('310000000000000002')
    await supporters.refresh()
    expect(announced).toBe(2)
    expect(await namesOf()).toEqual(['lighthouse: Marisol'])
  })

  it.each([
    ['is down', () => standIn.goDown()],
    ['limits calls', () => standIn.flood()],
    ['cannot be reached', () => standIn.close()],
    ['no longer has the bot in the guild', () => standIn.removeBot()],
  ])('the last list stays when Discord %s', async (_, trouble) => {
    const before = await supporters.list()
    await trouble()
    await supporters.refresh()
    expect(await supporters.list()).toBe(before)
    expect(announced).toBe(1)
  })

  it('the last list stays when Discord disconnects between two pages', async () => {
    const before = await supporters.list()
    standIn.people.push(...Array.from({ length: 1500 }, (_, index) => somebody(3000 + index, [SANDBAR])))
    // Discord goes down while the next page of members is requested.
    onMember = (count) => {
      if (count === 500) standIn.goDown()
    }
    await supporters.refresh()
    expect(standIn.requests).toHaveLength(3)
    expect((await supporters.list()).totals.overall).toBe(before.totals.overall)
  })

  it('the list is returned at once while Discord is slow', async () => {
    const slow = supportersOf({}, { timeoutMs: 2_000 })
    await slow.list()
    standIn.slowDown(5_000)
    const refreshing = slow.refresh()
    expect((await slow.list()).totals).toEqual({ overall: 2 })
    await refreshing
  })
})

describe('Before the first list of supporters', () => {
  it('a short rate limit is waited for', async () => {
    standIn.flood({ retryAfterSeconds: 0.05, calls: 1 })
    expect((await supporters.list()).totals).toEqual({ overall: 2 })
  })

  it('callers get an unavailable error, and Discord is not called until the next try', async () => {
    standIn.goDown()
    await expect(supporters.list()).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    standIn.comeBack()
    await expect(supporters.list()).rejects.toMatchObject({ status: 503 })
    expect(standIn.requests).toHaveLength(1)
    pass(30_000)
    expect((await supporters.list()).totals).toEqual({ overall: 2 })
  })

  it('Retry-After of Discord is respected', async () => {
    standIn.flood({ retryAfterSeconds: 90, calls: 1 })
    await expect(supporters.list()).rejects.toMatchObject({ status: 503 })
    pass(89_000)
    await expect(supporters.list()).rejects.toMatchObject({ status: 503 })
    expect(standIn.requests).toHaveLength(1)
    pass(1_000)
    expect((await supporters.list()).totals).toEqual({ overall: 2 })
  })

  it('a request in progress is aborted when the site closes', async () => {
    onMember = () => void scheduler.close()
    await supporters.refresh()
    expect(readingUntil?.aborted).toBe(true)
  })

  it('callers do not wait long for a slow Discord', async () => {
    standIn.slowDown(400)
    const slow = supportersOf({}, { firstWait: 20 })
    await expect(slow.list()).rejects.toMatchObject({ status: 503 })
    await slow.refresh() // waits for the refresh in progress
    expect((await slow.list()).totals).toEqual({ overall: 2 })
  })
})

describe('The supporters.yaml of the community', () => {
  it('the file has four tiers from the highest down and eight badges, each with its icon', () => {
    const { tiers, badges } = CONTENT
    expect(tiers.map(({ emphasis }) => emphasis)).toEqual([3, 2, 2, 1])
    expect(badges).toHaveLength(8)
    for (const { key, icon } of [...tiers, ...badges]) expect(icon).toBe(`/media/supporters/${key}.svg`)
  })

  it('without the file there are no tiers', () => {
    expect(readSupporterRoles(join(root, 'docs')).tiers).toEqual([])
  })
})
