import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ANNOUNCED } from '#app/features.ts'
import { buildStandIn, type StandIn } from '#dev/discord/stand-in.ts'
import { GIVEN_UP_AFTER, KEPT_FOR, LOST_AFTER } from '#features/announcements/delivery-rules.ts'
import { createDelivery, type DirectMessages, startAnnouncing } from '#features/announcements/server/delivery.ts'
import {
  addDirectMessage,
  countAnnouncements,
  createAnnounce,
  createAnnouncementStore,
  DIRECT,
} from '#features/announcements/server/store.ts'
import type { AuditEntry } from '#features/audit/contract.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { createWebhooks, type Webhooks } from '#server/discord/webhooks.ts'
import { createLogger, type Log } from '#server/log.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { createScheduler } from '#server/processes/scheduler.ts'
import { silentLog, type TestDatabase, testDatabase } from '../database.ts'

const LOG = 'DISCORD_WEBHOOK_STAFF_LOG'
const NEWS = 'DISCORD_WEBHOOK_STAFF_NEWS'
const SECOND = 1000
const MINUTE = 60 * SECOND

let database: TestDatabase
let standIn: StandIn
let webhooks: Webhooks
let time = Date.parse('2026-03-14T18:30:00.000Z')
const clock = () => new Date(time)
const pass = (milliseconds: number) => {
  time += milliseconds
}

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.reset()
  standIn = buildStandIn({
    applicationName: 'The site',
    redirectUri: 'http://localhost:3000/auth/discord/callback',
    guild: { id: '300000000000000001', name: 'The guild', roles: [], people: [] },
    clock,
  })
  const opened = Object.fromEntries([LOG, NEWS].map((name) => [name, standIn.channels.open(name)]))
  webhooks = createWebhooks({
    apiUrl: (await standIn.listen()).apiUrl,
    userAgent: 'DiscordBot (http://localhost:3000, 1)',
    webhooks: opened,
    timeoutMs: 2000,
  })
})
afterEach(() => standIn.close())

const audit = (changes = createChanges()) =>
  createAudit({
    database,
    clock,
    changes,
    alongside: createAnnounce({
      announced: ANNOUNCED,
      content: {
        actionLogged: { webhook: LOG, words: '{name}' },
        rosterImported: { webhook: LOG, words: '{by}' },
        actionsImported: { webhook: NEWS, words: '{by}' },
        rosterMemberAdded: { webhook: NEWS, words: '{name}' },
        rosterMemberRemoved: { webhook: 'DISCORD_WEBHOOK_UNSET', words: '{name}' },
      },
      webhooks: webhooks.names,
      origin: 'https://www.hcrp.test',
      places: { roster: { title: 'Staff Roster', path: '/staff-roster' } },
      internalTypes: { staff: [], players: [] },
      clock,
    }),
  })

const MEMBER = { discordId: '310000000000000101', callsign: null, position: 'Moderator', status: 'Active' }

const write = (entry: AuditEntry, name: string) =>
  audit().change({ actor: { id: MEMBER.discordId, name }, requestId: 'r' }, async () => ({
    result: null,
    entries: [entry],
    topics: [],
  }))

/** Makes one change per name. Each change has an announcement for this webhook that is due at once. */
async function announce(webhook: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    const [action, target] = webhook === LOG ? ['importRoster', 'roster'] : ['importActions', 'staff-da']
    await write({ action, target, after: { added: 1 } }, name)
  }
}

const store = () => createAnnouncementStore(database, clock)
const newDelivery = (more: Partial<Parameters<typeof createDelivery>[0]> = {}) =>
  createDelivery({ store: store(), webhooks, clock, log: silentLog, chance: () => 1, ...more })
const posted = (name: string) => standIn.channels.messagesIn(name).map(({ content }) => content)
const rows = async () => (await database.pool.query('select * from announcements order by id')).rows
const postsTried = () => standIn.requests.filter(({ path }) => path.includes('/webhooks/')).length

describe('Writing announcements', () => {
  it('a change writes its announcement together with the person concerned', async () => {
    const about = { user: MEMBER.discordId, user_name: 'Nolan', type: 'Strike', external_reason: null }
    const after = { id: 1, ...about, admin_name: 'Priya', revoked: null }
    await write({ action: 'addAction', target: 'staff-da/1', after }, 'Priya')
    expect(await rows()).toMatchObject([
      { event: 'actionLogged', webhook: LOG, message: 'Nolan', about_id: MEMBER.discordId, attempts: 0 },
    ])
  })

  it('a change that is rolled back writes no announcement', async () => {
    const failing = { ...createChanges(), announceElsewhere: () => Promise.reject(new Error('no')) }
    const entry = { action: 'addRosterMember', target: 'roster/1', after: { ...MEMBER, name: 'Nolan' } }
    await expect(
      audit(failing).change({ actor: null, requestId: 'r' }, async () => ({
        result: null,
        entries: [entry],
        topics: [],
      })),
    ).rejects.toThrow('no')
    expect(await rows()).toEqual([])
  })

  it('an event without a message, or a channel without an address, writes no announcement', async () => {
    const removed = { action: 'removeRosterMember', target: 'roster/1', before: { ...MEMBER, name: 'Nolan' } }
    const changed = { ...removed, action: 'changeRosterMember', after: { ...MEMBER, name: 'Nol' } }
    await audit().change({ actor: null, requestId: 'r' }, async () => ({
      result: null,
      entries: [removed, changed],
      topics: [],
    }))
    expect(await rows()).toEqual([])
  })
})

describe('Posting announcements', () => {
  it('announcements are posted in order, once, and marked as posted', async () => {
    await announce(LOG, 'a', 'b')
    await announce(NEWS, 'c')
    const delivery = newDelivery()
    await delivery.work()
    await delivery.work()
    expect([posted(LOG), posted(NEWS)]).toEqual([['a', 'b'], ['c']])
    const [first] = await rows()
    expect(first).toMatchObject({ attempts: 1, next_attempt_at: null, error: null })
    expect(first.ended_at).toEqual(clock())
    expect(first.message_id).toBe(standIn.channels.messagesIn(LOG)[0]?.id)
  })

  it('several workers at the same time post an announcement once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}`)
    await announce(LOG, ...names)
    await announce(NEWS, ...names)
    const deliveries = [newDelivery(), newDelivery(), newDelivery()]
    await expect
      .poll(
        async () => {
          await Promise.all(deliveries.map((delivery) => delivery.work()))
          return (await countAnnouncements(database.db)).waiting
        },
        { timeout: 10_000, interval: 5 },
      )
      .toBe(0)
    expect([posted(LOG), posted(NEWS)]).toEqual([names, names])
  })

  it('the retry delay grows while Discord is down, and announcements keep their order afterwards', async () => {
    await announce(LOG, 'a', 'b')
    standIn.goDown()
    const delivery = newDelivery()
    const triedAfter: number[] = []
    for (let second = 0; second <= 40; second++) {
      const before = postsTried()
      await delivery.work()
      if (postsTried() > before) triedAfter.push(second)
      pass(SECOND)
    }
    expect(triedAfter).toEqual([0, 5, 15, 35])
    standIn.comeBack()
    pass(MINUTE)
    await delivery.work()
    expect(posted(LOG)).toEqual(['a', 'b'])
  })

  it('another process continues posting after the first one stopped', async () => {
    await announce(LOG, 'a')
    standIn.goDown()
    const first = newDelivery()
    await first.work()
    await first.end()
    standIn.comeBack()
    const second = newDelivery()
    await second.work()
    expect(posted(LOG)).toEqual([])
    pass(5 * SECOND)
    await first.work()
    expect(posted(LOG)).toEqual([])
    await second.work()
    expect(posted(LOG)).toEqual(['a'])
  })

  it('a webhook with a rate limit response pauses as long as Discord says, and other webhooks continue', async () => {
    await announce(LOG, 'a')
    await announce(NEWS, 'b')
    standIn.channels.disturb(LOG, { status: 429, retryAfterSeconds: 90.5, posts: 1 })
    const delivery = newDelivery()
    await delivery.work()
    pass(90 * SECOND)
    await delivery.work()
    expect([posted(LOG), posted(NEWS)]).toEqual([[], ['b']])
    pass(2 * SECOND)
    await delivery.work()
    expect(posted(LOG)).toEqual(['a'])
  })

  it('a webhook pauses before it exceeds the rate limit', async () => {
    await announce(LOG, 'a', 'b')
    standIn.channels.disturb(LOG, { status: 200, retryAfterSeconds: 2, posts: 1 })
    const delivery = newDelivery()
    await delivery.work()
    expect(posted(LOG)).toEqual(['a'])
    pass(2 * SECOND)
    await delivery.work()
    expect(posted(LOG)).toEqual(['a', 'b'])
  })

  it('announcements for a deleted webhook are dropped with one line in the log, and Discord is not called again', async () => {
    await announce(LOG, 'a', 'b')
    await announce(NEWS, 'c')
    standIn.channels.deleteWebhook(LOG)
    const lines: string[] = []
    const delivery = newDelivery({ log: createLogger('info', { write: (line) => void lines.push(line) }) })
    await delivery.work()
    await announce(LOG, 'd')
    await delivery.work()
    expect(posted(NEWS)).toEqual(['c'])
    expect(lines.filter((line) => line.includes('given up'))).toHaveLength(1)
    expect(lines.join()).toContain(LOG)
    expect(lines.join()).not.toContain('webhooks/')
    expect(postsTried()).toBe(2)
    expect(await countAnnouncements(database.db)).toEqual({
      waiting: 0,
      givenUp: 3,
      reasons: [`${LOG}: Discord does not know this webhook any more (404)`],
    })
  })

  it('an announcement that Discord rejects for good is dropped, and the next one is posted', async () => {
    await announce(LOG, 'a', 'b')
    standIn.channels.disturb(LOG, { status: 400, posts: 1 })
    await newDelivery().work()
    expect(posted(LOG)).toEqual(['b'])
    expect((await countAnnouncements(database.db)).givenUp).toBe(1)
  })

  it('an announcement that Discord may have received is not posted again', async () => {
    await announce(LOG, 'a', 'b')
    standIn.channels.disturb(LOG, { status: 500, posts: 1 })
    const delivery = newDelivery()
    for (let hour = 0; hour < 5; hour++) {
      await delivery.work()
      pass(60 * MINUTE)
    }
    expect(posted(LOG)).toEqual(['a', 'b'])
    expect((await countAnnouncements(database.db)).reasons).toEqual([expect.stringContaining('may have it')])
  })

  it('an announcement that was being posted when the site crashed is not posted again, and delays the next by one minute only', async () => {
    await announce(LOG, 'a', 'b')
    // Simulate a crash between the claim and the mark. Nobody knows whether Discord received the message.
    expect(await store().claim(LOG)).toMatchObject({ message: 'a', attempts: 1 })
    const next = newDelivery()
    await next.work()
    expect(posted(LOG)).toEqual([])
    pass(LOST_AFTER)
    await next.work()
    expect(posted(LOG)).toEqual(['b'])
    expect((await countAnnouncements(database.db)).reasons).toEqual([expect.stringContaining('the site ended')])
  })

  it('a lost direct message is recorded as uncertain, and one that expired as not delivered', async () => {
    const settled: unknown[] = []
    const directMessages: DirectMessages = {
      send: async () => ({ result: 'not-now', why: 'Discord is out of reach', waitSeconds: 3600, isOutage: true }),
      settled: async ({ personId, event }, { result }) => void settled.push([personId, event, result]),
    }
    const write = (event: string) =>
      database.db.transaction((tx) =>
        addDirectMessage(tx, { personId: MEMBER.discordId, event, title: 'x', link: 'https://x.test', at: clock() }),
      )
    await write('lost')
    await store().claim(DIRECT)
    await write('late')
    const delivery = newDelivery({ directMessages })
    for (const wait of [LOST_AFTER, GIVEN_UP_AFTER, MINUTE]) {
      pass(wait)
      await delivery.work()
    }
    expect(settled).toEqual([
      [MEMBER.discordId, 'lost', 'unknown'],
      [MEMBER.discordId, 'late', 'not-now'],
      [MEMBER.discordId, 'late', 'late'],
    ])
  })

  it('a direct message without a bot is recorded as not sent', async () => {
    const settled: unknown[] = []
    const directMessages: DirectMessages = {
      send: null,
      settled: async ({ event }, { result }) => void settled.push([event, result]),
    }
    await database.db.transaction((tx) =>
      addDirectMessage(tx, { personId: MEMBER.discordId, event: 'x', title: 'x', link: 'https://x.test', at: clock() }),
    )
    const delivery = newDelivery({ directMessages })
    for (const wait of [0, GIVEN_UP_AFTER, MINUTE]) {
      pass(wait)
      await delivery.work()
    }
    expect(settled).toEqual([['x', 'off']])
  })

  it('an announcement is marked as posted when a slow worker confirms it later', async () => {
    await announce(LOG, 'a')
    const claimed = await store().claim(LOG)
    pass(LOST_AFTER)
    await store().tidy()
    await store().posted(claimed?.id ?? 0, '700000000000000001')
    expect(await countAnnouncements(database.db)).toEqual({ waiting: 0, givenUp: 0, reasons: [] })
  })

  it('an announcement is marked as soon as the database answers again, and not posted twice meanwhile', async () => {
    await announce(LOG, 'a')
    let fails = 2
    const real = store()
    const delivery = newDelivery({
      store: {
        ...real,
        posted: (id, messageId) => (fails-- > 0 ? Promise.reject(new Error('gone')) : real.posted(id, messageId)),
      },
    })
    for (let times = 0; times < 4; times++) {
      await delivery.work()
      pass(6 * SECOND)
    }
    expect(posted(LOG)).toEqual(['a'])
    expect((await rows())[0].message_id).toBe(standIn.channels.messagesIn(LOG)[0]?.id)
  })

  it('an announcement without an address waits for one', async () => {
    await announce(LOG, 'a')
    await newDelivery({ webhooks: { ...webhooks, names: [NEWS] } }).work()
    expect(posted(LOG)).toEqual([])
    await newDelivery().work()
    expect(posted(LOG)).toEqual(['a'])
  })

  it('an announcement is dropped after three days, and deleted a week after that', async () => {
    await announce(LOG, 'a')
    standIn.goDown()
    const delivery = newDelivery()
    await delivery.work()
    pass(GIVEN_UP_AFTER)
    await delivery.work()
    expect(await countAnnouncements(database.db)).toMatchObject({ waiting: 0, givenUp: 1 })
    standIn.comeBack()
    await announce(LOG, 'b')
    await delivery.work()
    expect(posted(LOG)).toEqual(['b'])
    pass(KEPT_FOR - MINUTE)
    await delivery.work()
    expect(await rows()).toHaveLength(2)
    pass(MINUTE)
    await delivery.work()
    expect(await rows()).toEqual([])
  })
})

/** The clock of the machine, by which the scheduler looks for due jobs. */
const REAL = () => new Date()

describe('The announcement worker of the site', () => {
  it('announcements are posted while the site runs, and no longer after it stops', async () => {
    const lines: object[] = []
    const log: Log = { ...silentLog, info: (details) => void lines.push(details) }
    const processes = onlyProcess(log)
    startAnnouncing({
      store: store(),
      webhooks,
      scheduler: createScheduler({ processes, clock: REAL, log }),
      clock,
      log,
    })
    await announce(LOG, 'a')
    await expect.poll(() => posted(LOG), { timeout: 5000 }).toEqual(['a'])
    await processes.close()
    expect(lines).toEqual([expect.objectContaining({ event: 'rosterImported', webhook: LOG })])
  })

  it('the site stops only after it marked the announcements in progress', async () => {
    standIn.channels.disturb(LOG, { status: 200, delayMs: 300, posts: 1 })
    const processes = onlyProcess(silentLog)
    const scheduler = createScheduler({ processes, clock: REAL, log: silentLog })
    startAnnouncing({ store: store(), webhooks, scheduler, clock, log: silentLog })
    await announce(LOG, 'a')
    await expect.poll(() => posted(LOG), { timeout: 5000, interval: 10 }).toEqual(['a'])
    await processes.close()
    expect((await rows())[0]).toMatchObject({ message_id: standIn.channels.messagesIn(LOG)[0]?.id, error: null })
  })
})
