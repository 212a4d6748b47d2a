import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { INBOX } from '#app/features.ts'
import { addDirectMessage } from '#features/announcements/server/store.ts'
import { announcements } from '#features/announcements/server/tables.ts'
import { addAction, reviseAction } from '#features/discipline/contract.ts'
import { changeMessageSettings, findMessageSettings, readInbox, sendTestMessage } from '#features/inbox/contract.ts'
import { SENT_AFTER } from '#features/inbox/digest-rules.ts'
import { createDigestStore, type DigestStoreDeps } from '#features/inbox/server/digest-store.ts'
import { inboxPeople, inboxRows } from '#features/inbox/server/tables.ts'
import { addTrialMod, removeTrialMod } from '#features/trial-mods/contract.ts'
import { type AccessLevel, NO_RIGHTS } from '#lib/access.ts'
import { DAY, HOUR, MINUTE } from '#lib/dates.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import type { Transaction } from '#server/database/database.ts'
import { copyCommunity } from '../community-copy.ts'
import { testEngine } from '../database.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const SECOND = 1000
const { member, management } = PEOPLE
type Who = 'member' | 'management'

/** All messages that the bot sent, except test messages. */
const contents = (world: ReturnType<typeof useWorld>) =>
  world()
    .discord.messages.map(({ content }) => content)
    .filter((content) => !content.includes('test message'))

/**
 * Moves the clock on in steps and runs the due jobs at each step. They run twice, because a job may start another one.
 */
async function wait(world: ReturnType<typeof useWorld>, steps: number, step: number): Promise<void> {
  for (let at = 0; at < steps; at++) {
    world().pass(step)
    await world().app.runDueJobs()
    await world().app.runDueJobs()
  }
}

/** Moves the clock on and runs the due jobs until the bot has sent this many messages. */
async function untilWritten(world: ReturnType<typeof useWorld>, count: number, step = 20 * SECOND): Promise<void> {
  const written = async () => {
    await wait(world, 1, step)
    return contents(world).length
  }
  await expect.poll(written, { timeout: 20 * SECOND, interval: 20 }).toBe(count)
}

async function switchOn(world: ReturnType<typeof useWorld>, who: Who, timeZone = 'Europe/Berlin'): Promise<void> {
  expect((await world().as[who](sendTestMessage, { body: { timeZone } })).status).toBe(200)
  const state = async () => {
    await wait(world, 1, SECOND)
    return (await world().as[who](findMessageSettings)).body.item.state
  }
  await expect.poll(state, { timeout: 10 * SECOND, interval: 20 }).toBe('on')
  // A job sets the time of the first digest.
  await wait(world, 3, 30 * SECOND)
}

const logAbout = (world: ReturnType<typeof useWorld>, user: string) =>
  world().as.owner(addAction, {
    body: { user, user_name: 'J', type: 'Verbal Warning', internal_reason: 'private', external_reason: 'SECRET' },
  })
const trainee = (world: ReturnType<typeof useWorld>, last: number) =>
  world().as.owner(addTrialMod, { body: { traineeId: `31000000000000010${last}`, name: 'Nolan Reyes' } })

describe('The daily digest', () => {
  const world = useWorld()
  const choose = (who: Who, body: object) => world().as[who](changeMessageSettings, { body })
  const news = () => contents(world)
  /** The clock starts at 18:30 UTC, which is 19:30 in Berlin. The digest is due at 21:00 in Berlin. */
  const untilDue = async () => {
    world().pass(HOUR + 20 * MINUTE)
    await wait(world, 12, MINUTE)
  }

  it('the digest arrives at the chosen hour of the time zone of the person, with counts and a link', async () => {
    await switchOn(world, 'management')
    await choose('management', { digestHour: 21, modes: { mine: 'digest' } })
    await logAbout(world, management.id)
    await logAbout(world, management.id)
    await trainee(world, 1)
    world().pass(HOUR)
    await wait(world, 2, MINUTE)
    expect(news()).toEqual([])
    world().pass(20 * MINUTE)
    await untilWritten(world, 1)
    expect(news()).toEqual([
      expect.stringMatching(
        /: Your daily summary\nNew for you\\: 2\nTrainees without a mentor\\: 1\nhttp:\/\/localhost:3000\/inbox$/,
      ),
    ])
    expect(news().join()).not.toMatch(/SECRET|private|Nolan/)
  })

  it('no digest is sent if nothing is new or waiting, or everything was read or sent at once', async () => {
    await switchOn(world, 'member')
    await choose('member', { digestHour: 21, modes: { mine: 'digest' } })
    const { body } = await logAbout(world, member.id)
    await world().as.member(readInbox, { body: { about: [`staff-da/${body.item.id}`] } })
    await untilDue()
    expect(news()).toEqual([])
    await choose('member', { modes: { mine: 'off' } })
    await logAbout(world, member.id)
    world().pass(DAY)
    await wait(world, 3, MINUTE)
    expect(news()).toEqual([])
  })

  it('the digest arrives even if another setting changes when it is due', async () => {
    await switchOn(world, 'member')
    await choose('member', { digestHour: 21, modes: { mine: 'digest' } })
    await logAbout(world, member.id)
    const due = async () => {
      const [person] = await world().database.db.select().from(inboxPeople).where(eq(inboxPeople.personId, member.id))
      return person?.digestAt
    }
    const before = await due()
    world().pass(HOUR + 31 * MINUTE)
    await choose('member', { modes: { rank: 'off' }, timeZone: 'Europe/Berlin' })
    await untilWritten(world, 1)
    expect(before).toEqual(new Date('2026-03-14T20:00:00Z'))
    expect(await due()).toEqual(new Date('2026-03-15T20:00:00Z'))
  })

  it('the digest lists news since the last one, and all waiting items every day', async () => {
    await switchOn(world, 'management')
    await choose('management', { digestHour: 21, modes: { mine: 'digest' } })
    await logAbout(world, management.id)
    await trainee(world, 1)
    world().pass(HOUR + 30 * MINUTE)
    await untilWritten(world, 1)
    world().pass(DAY)
    await untilWritten(world, 2)
    expect(news()[1]).toMatch(/summary\nTrainees without a mentor\\: 1\n/)
  })

  it('the digest contains nothing that the person can no longer open', async () => {
    await switchOn(world, 'management')
    await choose('management', { digestHour: 21 })
    await trainee(world, 1)
    world().discord.setRoles(management.id, [])
    await untilDue()
    expect(news()).toEqual([])
  })

  it('the digest waits while Discord cannot confirm roles, and moves to the next day after a long outage', async () => {
    await switchOn(world, 'management')
    await choose('management', { digestHour: 21 })
    await trainee(world, 1)
    world().discord.goDown()
    await untilDue()
    world().pass(2 * HOUR)
    world().discord.comeBack()
    await untilWritten(world, 1)
    world().discord.goDown()
    world().pass(DAY)
    await wait(world, 2, MINUTE)
    world().pass(4 * HOUR)
    world().discord.comeBack()
    await wait(world, 3, MINUTE)
    expect(news()).toHaveLength(1)
  })

  const write = (tx: Transaction, { personId }: { personId: string }) =>
    addDirectMessage(tx, { personId, event: 'digest', title: 'x', link: '/', at: world().now() })
  const store = (writeDigest: DigestStoreDeps['messages']['writeDigest'] = write) => {
    const { database, now: clock } = world()
    const messageDefaults = { modes: { mine: 'digest', queues: 'off', rank: 'off' }, digestHour: 18 } as const
    return createDigestStore({
      ...{ database, clock, queues: [], inbox: INBOX, inboxPlaces: {}, messageDefaults, timeZone: undefined },
      memberNow: async (id) => ({ id, username: 'jules', name: 'Jules', avatarUrl: '', ...NO_RIGHTS }),
      messages: { writeDigest, writeWaiting: async () => undefined },
    })
  }
  const setDue = (digestAt: Date) => world().database.db.update(inboxPeople).set({ digestAt })
  const written = async () =>
    (await world().database.db.select().from(announcements)).filter(({ event }) => event === 'digest')

  it('an item that was committed after the due time of a digest is in one digest only', async () => {
    await switchOn(world, 'member')
    const { database, now } = world()
    world().pass(SECOND)
    const row = { personId: member.id, kind: 'actionAdded', about: 'staff-da/1', at: now() } as const
    let commit = () => {}
    const late = new Promise<void>((resolve) => {
      commit = resolve
    })
    // The embedded database has one connection, so it inserts the row when the transaction would be committed.
    const isTogether = testEngine === 'postgresql'
    const committed = isTogether
      ? database.db.transaction(async (tx) => {
          await tx.insert(inboxRows).values(row)
          await late
        })
      : late.then(() => database.db.insert(inboxRows).values(row))
    const digest = async () => {
      world().pass(UNDO_LIMIT_MS)
      await setDue(new Date(now().getTime() - SENT_AFTER))
      await store().sendDue()
      return (await written()).length
    }
    expect(await digest()).toBe(0)
    commit()
    await committed
    expect(await digest()).toBe(1)
    expect(await digest()).toBe(1)
  })

  it('a revision right before the hour is in the digest, which is sent after the time limit for undo', async () => {
    await switchOn(world, 'member')
    const { item } = (await logAbout(world, member.id)).body
    await world().as.member(readInbox, { body: { about: [`staff-da/${item.id}`] } })
    world().pass(UNDO_LIMIT_MS)
    const body = { external_reason: 'Clearer.', why: 'Clearer.', version: 1 }
    expect((await world().as.owner(reviseAction, { params: { id: String(item.id) }, body })).status).toBe(200)
    await setDue(world().now())
    await store().sendDue()
    expect(await written()).toEqual([])
    for (const passed of [UNDO_LIMIT_MS, UNDO_LIMIT_MS]) {
      world().pass(passed)
      await world().app.runDueJobs()
    }
    await store().sendDue()
    expect(await written()).toHaveLength(1)
  })

  it('the digest leaves recent changes to the next one, and omits changes that now concern somebody else', async () => {
    await switchOn(world, 'member')
    const digest = async () => {
      await setDue(new Date(world().now().getTime() - SENT_AFTER))
      await store().sendDue()
      return (await written()).length
    }
    const { item } = (await logAbout(world, member.id)).body
    world().pass(UNDO_LIMIT_MS - SECOND)
    expect(await digest()).toBe(0)
    const body = { user: PEOPLE.es.id, user_name: 'Lena', why: 'Wrong person', version: 1 }
    expect((await world().as.owner(reviseAction, { params: { id: String(item.id) }, body })).status).toBe(200)
    world().pass(SECOND)
    expect(await digest()).toBe(0)
    await logAbout(world, member.id)
    world().pass(UNDO_LIMIT_MS)
    expect(await digest()).toBe(1)
  })

  it('the digest is sent once by several processes, and not again after a restart', async () => {
    await switchOn(world, 'member')
    world().pass(SECOND)
    await logAbout(world, member.id)
    world().pass(UNDO_LIMIT_MS)
    // Due only now: the site's own job, which runs when the clock moves, must not send the digest first.
    await setDue(new Date(world().now().getTime() - SENT_AFTER))
    // Simulate a crash in the middle: neither the message nor the fact that it was written is stored.
    const killed = store(async (tx, digest) => {
      await write(tx, digest)
      throw new Error('killed')
    })
    await expect(killed.sendDue()).rejects.toThrow('killed')
    expect(await written()).toEqual([])
    await Promise.all([store().sendDue(), store().sendDue(), store().sendDue()])
    await store().sendDue()
    expect(await written()).toHaveLength(1)
  })
})

describe('A queue with immediate messages', () => {
  const world = useWorld()
  beforeEach(async () => {
    await switchOn(world, 'management')
    await world().as.management(changeMessageSettings, { body: { modes: { queues: 'now' } } })
  })

  it('a message about new waiting items is sent after the time limit for undo', async () => {
    await trainee(world, 1)
    await wait(world, 2, 5 * SECOND)
    expect(contents(world)).toEqual([])
    await untilWritten(world, 1, 5 * SECOND)
    expect(contents(world)).toEqual([
      expect.stringMatching(/: Something waits for you\nTrainees without a mentor\\: 1\nhttp.*\/inbox$/),
    ])
    await wait(world, 6, 5 * SECOND)
    expect(contents(world)).toHaveLength(1)
    await trainee(world, 2)
    await untilWritten(world, 2, 5 * SECOND)
    expect(contents(world)[1]).toContain('mentor\\: 2')
  })

  it('no message is sent about an undone item', async () => {
    await trainee(world, 1)
    await wait(world, 1, 5 * SECOND)
    await world().as.owner(removeTrialMod, { params: { id: '310000000000000101' } })
    world().pass(UNDO_LIMIT_MS)
    await wait(world, 6, 5 * SECOND)
    expect(contents(world)).toEqual([])
  })
})

describe('Default settings of the community', () => {
  const copy = copyCommunity()
  copy.write('inbox.yaml', 'messages: { mine: digest, queues: off, rank: now }\ndigestHour: 20\n')
  afterAll(() => copy.discard())
  const world = useWorld({ communityDir: () => copy.dir })
  const settings = async (who: AccessLevel) => (await world().as[who](findMessageSettings)).body.item

  it('the defaults apply to a person who switched messages on and chose nothing else', async () => {
    await switchOn(world, 'member', 'Europe/Atlantis')
    await world().as.management(changeMessageSettings, { body: { modes: { queues: 'now' }, digestHour: 7 } })
    expect(await settings('member')).toMatchObject({
      state: 'on',
      modes: { mine: 'digest', queues: 'off', rank: 'now' },
      digest: { hour: 20, timeZone: 'UTC' },
    })
    expect(await settings('management')).toMatchObject({
      state: 'off',
      modes: { mine: 'digest', queues: 'now', rank: 'now' },
      digest: { hour: 7 },
    })
  })

  it('no message is sent to people who did not switch messages on', async () => {
    await world().as.member(changeMessageSettings, { body: { digestHour: 20 } })
    await logAbout(world, member.id)
    world().pass(HOUR + 30 * MINUTE)
    await wait(world, 4, MINUTE)
    expect(world().discord.messages).toEqual([])
  })
})
