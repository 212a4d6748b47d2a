import { and, isNotNull, isNull, lte } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, it } from 'vitest'
import { createMessageWriter } from '#app/direct-messages.ts'
import { INBOX, PERSONAL_DATA } from '#app/features.ts'
import { announcements } from '#features/announcements/server/tables.ts'
import { addAppeal } from '#features/appeals/contract.ts'
import { type AuditEntry, undoImport } from '#features/audit/contract.ts'
import { asJson, createAudit } from '#features/audit/server/store.ts'
import { addClaim } from '#features/claims/contract.ts'
import { addAction, reviseAction, undoAddAction } from '#features/discipline/contract.ts'
import { joinSubjects } from '#features/discipline/player-contract.ts'
import {
  changeMessageSettings,
  countInbox,
  findMessageSettings,
  InboxContent,
  listInbox,
  messageDefaultsOf,
  sendTestMessage,
} from '#features/inbox/contract.ts'
import { CLOSED_CODES } from '#features/inbox/message-rules.ts'
import { createMessageStore } from '#features/inbox/server/message-store.ts'
import { createInboxKeeper, createInboxStore } from '#features/inbox/server/store.ts'
import { HOUR } from '#lib/dates.ts'
import { ENGLISH, msg } from '#lib/messages.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import { createChanges } from '#server/changes.ts'
import { deliverMessages } from '../deliver-messages.ts'
import { PEOPLE } from '../people.ts'
import { ORIGIN, useWorld } from '../world.ts'

const world = useWorld({ startsJobs: true })
const { member } = PEOPLE
const SECOND = 1000
const messageDefaults = messageDefaultsOf(InboxContent.parse({}))

/** The number of messages that are due now. */
const due = async () =>
  (
    await world()
      .database.db.select({ id: announcements.id })
      .from(announcements)
      .where(and(isNull(announcements.endedAt), lte(announcements.nextAttemptAt, world().now())))
  ).length

const deliver = () => deliverMessages(world())

async function logAction() {
  const draft = { user: member.id, user_name: 'Jules Arden', type: 'Verbal Warning', internal_reason: 'a private note' }
  const { status, body } = await world().as.management(addAction, {
    body: { ...draft, external_reason: 'Rude on the radio' },
  })
  expect(status).toBe(200)
  return body.item
}

async function switchOn(): Promise<void> {
  expect((await world().as.member(sendTestMessage, { body: {} })).status).toBe(200)
  await deliver()
}

/** The errors of the messages that the site gave up. */
const refusedWhy = async () =>
  (
    await world()
      .database.db.select({ error: announcements.error })
      .from(announcements)
      .where(isNotNull(announcements.error))
  ).map(({ error }) => error)

const settings = async () => (await world().as.member(findMessageSettings)).body.item
const contents = () => world().discord.messages.map(({ content }) => content)

describe('Inbox messages in Discord', () => {
  it('no messages are sent before the person switched them on with a test message', async () => {
    await logAction()
    await deliver()
    expect(contents()).toEqual([])
    expect(await settings()).toMatchObject({ canMessage: true, state: 'off' })
    await world().as.member(sendTestMessage, { body: {} })
    expect((await settings()).state).toBe('testing')
    await deliver()
    expect((await settings()).state).toBe('on')
    expect(contents()).toEqual([expect.stringContaining('This is the test message')])
  })

  it('a message says what happened and has a link', async () => {
    await switchOn()
    await logAction()
    await deliver()
    expect(world().discord.messages.at(-1)).toEqual({
      id: member.id,
      content: expect.stringMatching(/: An action was logged about you\nhttp:\/\/localhost:3000\/inbox$/),
    })
  })

  it('a message about an action is sent after the time limit for undo, and none about an undone action', async () => {
    await switchOn()
    const { id } = await logAction()
    world().pass(UNDO_LIMIT_MS - 1)
    expect(await due()).toBe(0)
    const undone = await world().as.management(undoAddAction, { params: { id: String(id) }, body: { version: 1 } })
    expect(undone.status).toBe(200)
    await deliver()
    expect(contents()).toHaveLength(1)
    expect(await refusedWhy()).toEqual(['it is no longer new in their inbox'])
  })

  it('a message about a ban that was linked by a join is sent once the join can no longer be undone', async () => {
    await switchOn()
    const { pool } = world().database
    await pool.query(
      `insert into subjects (id, name, identifiers)
       values ('subject:1', 'jules_ingame', array['license:aa']), ($1, 'Jules', '{}')`,
      [member.id],
    )
    await pool.query(`insert into player_actions
      (date, user_id, user_name, admin_id, admin_name, type, internal_reason, external_reason, source, native_id)
      values ('2026-03-10', 'subject:1', 'jules_ingame', 'game:1', 'Server', 'Ban', '-', 'x', 'txadmin', 'B2F3-9KQM')`)
    expect((await world().as.member(addClaim, { body: { native_id: 'B2F3-9KQM' } })).status).toBe(200)
    const inboxKinds = async () => (await world().as.member(listInbox)).body.forYou.map(({ kind }) => kind)
    const body = { other: 'subject:1', stays_version: 1, goes_version: 1 }
    const joined = await world().as.staff(joinSubjects, { params: { who: member.id }, body })
    expect(joined.status).toBe(200)
    await expect.poll(async () => [await world().app.runDueJobs(), await inboxKinds()][1]).toEqual(['claimConfirmed'])
    expect(await due()).toBe(0)
    expect((await world().as.staff(undoImport, { params: { id: String(joined.body.import) } })).status).toBe(200)
    await expect.poll(async () => [await world().app.runDueJobs(), await inboxKinds()][1]).toEqual([])
    await deliver()
    expect(contents()).toHaveLength(1)
    expect(await refusedWhy()).toEqual(['it is no longer new in their inbox'])
  })

  it('no message is sent about an undone action, even if there is a new one', async () => {
    await switchOn()
    await logAction()
    world().pass(1_000)
    const { id } = await logAction()
    await world().as.management(undoAddAction, { params: { id: String(id) }, body: { version: 1 } })
    await deliver()
    expect(await refusedWhy()).toEqual(['it is no longer new in their inbox'])
  })

  it('no message is sent about an action whose person was corrected', async () => {
    await switchOn()
    const { id } = await logAction()
    const body = { user: PEOPLE.es.id, user_name: 'Lena Brandt', why: 'Wrong person', version: 1 }
    expect((await world().as.management(reviseAction, { params: { id: String(id) }, body })).status).toBe(200)
    await deliver()
    expect(contents()).toHaveLength(1)
  })

  it('no message is sent about an action whose correction is committed between two reads of the inbox', async () => {
    const { database, now } = world()
    const { id } = await logAction()
    const body = { user: PEOPLE.es.id, user_name: 'Lena Brandt', why: 'Wrong person', version: 1 }
    expect((await world().as.management(reviseAction, { params: { id: String(id) }, body })).status).toBe(200)
    const keeper = createInboxKeeper({
      ...{ inbox: INBOX, database, clock: () => new Date(now().getTime() + UNDO_LIMIT_MS), messageDefaults },
      ...{ processes: { publish: async () => undefined }, internalTypes: { staff: [], players: [] } },
      write: async () => 0,
    })
    let reads = 0
    const query = async (...args: Parameters<typeof database.pool.query>) => {
      const found = await database.pool.query(...args)
      reads += 1
      if (reads === 1) expect(await keeper.releaseDue()).toContain(member.id)
      return found
    }
    const between = drizzle({ client: Object.create(database.pool, { query: { value: query } }) })
    const store = createInboxStore({ inbox: INBOX, database: { db: between }, clock: now })
    expect([await store.listUnread(member.id), reads]).toEqual([[], expect.toSatisfy((count) => count > 1)])
  })

  it('at most one message is sent per second', async () => {
    await switchOn()
    await logAction()
    await logAction()
    world().pass(UNDO_LIMIT_MS)
    // The site may be looking for due messages at this moment. It looks again a second later.
    const soon = () => {
      world().pass(SECOND / 10)
      return contents()
    }
    await expect.poll(soon).toHaveLength(2)
    // The site marks a message as sent a moment after Discord has received it.
    await expect.poll(due).toBe(1)
    expect(contents()).toHaveLength(2)
    await deliver()
    expect(contents()).toHaveLength(3)
  })

  it('messages about chosen topics are sent until they are switched off, and the inbox has them anyway', async () => {
    await switchOn()
    await world().as.member(changeMessageSettings, { body: { modes: { mine: 'off' } } })
    await logAction()
    await deliver()
    await world().as.member(changeMessageSettings, { body: { modes: { mine: 'now' } } })
    await logAction()
    await world().as.member(changeMessageSettings, { body: { isOn: false } })
    await deliver()
    await logAction()
    await deliver()
    expect(contents()).toHaveLength(1)
    expect((await world().as.member(countInbox)).body.unread).toBe(3)
  })

  it('messages stop after three rejections, and the page says so until a test message arrives', async () => {
    await switchOn()
    world().discord.closed.set(member.id, 50007)
    for (const refusals of [1, 2, 3]) {
      expect([refusals, (await settings()).state]).toEqual([refusals, 'on'])
      await logAction()
      await deliver()
      expect((await settings()).refusedCode).toBe(50007)
    }
    expect((await settings()).state).toBe('stopped')
    world().discord.closed.clear()
    await logAction()
    await deliver()
    expect(contents()).toHaveLength(1)
    await switchOn()
    expect(await settings()).toMatchObject({ state: 'on', refusedCode: null })
  })

  it('messages for staff only are not sent to a person who is no longer staff', async () => {
    const { staff } = PEOPLE
    const asStaff = world().as.staff
    expect((await asStaff(sendTestMessage, { body: {} })).status).toBe(200)
    await deliver()
    const giveAction = async () => {
      const draft = { user: member.id, user_name: member.name, type: 'Strike', internal_reason: 'x' }
      const { body } = await asStaff(addAction, { body: { ...draft, external_reason: 'y' } })
      return { family: 'staff' as const, action: body.item.id, text: 'I was ill.' }
    }
    const [first, second] = [await giveAction(), await giveAction()]
    await world().as.member(addAppeal, { body: first })
    await deliver()
    expect(world().discord.messages.at(-1)).toMatchObject({ id: staff.id })
    expect(contents()).toHaveLength(2)
    world().discord.kick(staff.id)
    world().pass(HOUR)
    await (await world().asPerson(member))(addAppeal, { body: second })
    await deliver()
    expect(contents()).toHaveLength(2)
    expect(await refusedWhy()).toEqual(['they may no longer read what it is about'])
  })

  it('a rejected message is shown with its cause: settings, or no common server with the bot', async () => {
    for (const code of CLOSED_CODES) {
      world().discord.closed.set(member.id, code)
      await world().as.member(sendTestMessage, { body: {} })
      await deliver()
      expect(await settings()).toMatchObject({ state: 'off', refusedCode: code })
    }
  })

  it('messages are retried while Discord is down', async () => {
    world().discord.goDown()
    await switchOn()
    expect((await settings()).state).toBe('testing')
    world().discord.comeBack()
    world().pass(60 * SECOND)
    await deliver()
    expect((await settings()).state).toBe('on')
  })
})

describe('The content of messages', () => {
  const { id } = member

  // A change can name only a kind and a target, so no content of a record can get into a message.
  it.each([...INBOX.kinds.keys()])('the message about %s has a title from the code', async (kind) => {
    const { database, now: clock } = world()
    const messages = createMessageStore({ database, clock, messageDefaults, timeZone: undefined })
    await messages.beginTest(id, undefined, async () => undefined)
    await messages.settle({ personId: id, event: 'test' }, { result: 'posted' })
    const { write } = createMessageWriter({
      inbox: INBOX,
      origin: ORIGIN,
      clock,
      name: 'The site',
      translator: () => ENGLISH,
      titleOf: () => 'Staff Roster',
    })
    const row = { personId: id, kind, about: 'roster/SECRET' }
    const keeper = createInboxKeeper({
      inbox: { ...INBOX, parts: [{ titles: {}, kinds: {}, read: () => ({ added: [row], dropped: [] }) }] },
      database,
      processes: { publish: async () => undefined },
      clock,
      messageDefaults,
      internalTypes: { staff: [], players: [] },
      write,
    })
    const entry = { action: 'any', target: row.about, after: { reason: 'SECRET' } }
    await database.db.transaction((tx) => keeper.keep(tx, { actor: null, requestId: 'a test' }, [entry], 1))
    const written = (await database.db.select().from(announcements)).filter(({ event }) => event === kind)
    expect(written.map(({ aboutId }) => aboutId)).toEqual([id])
    for (const { message } of written) {
      expect(message).toMatch(/^The site\\: [\w\\.: ]+\nhttp:\/\/localhost:3000\/inbox$/)
      expect(message).not.toContain('SECRET')
    }
  })

  const SECRET = 'SECRET @everyone **why** https://evil.example'
  const APPROVER = '310000000000000999'
  /** The columns of all features that contain a text or a name. */
  const free = Object.values(PERSONAL_DATA).flatMap(({ texts = [], names = {}, labels = [] }) => {
    return [...texts, ...labels, ...Object.keys(names)]
  })
  const inContracts = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const planted = Object.fromEntries([...free, ...free.map(inContracts), 'why', 'type'].map((name) => [name, SECRET]))
  const person = { user: id, userId: id, discordId: id, traineeId: id, mentorId: id, issuer: id }
  const record = (more: object = {}) =>
    asJson({ ...planted, ...person, date: '2026-03-14', revoked: null, trialMod: { name: SECRET }, ...more })
  const ofStatus = (status: string) => record({ completion: { status, notes: SECRET } })
  const appealed = record({ issuer: '310000000000000998' })
  const ofIssuer = record({ user: '310000000000000998' })
  const given = record({ user: '310000000000000998', admin: id })
  const revised = record({ user: '310000000000000998', admin: '310000000000000997', revised_by: [id] })

  /** For each kind of message, a change that causes it. */
  const CHANGES: Record<string, AuditEntry> = {
    actionAdded: { action: 'addAction', target: 'staff-da/1', after: record() },
    actionChanged: {
      ...{ action: 'reviseAction', target: 'staff-da/2' },
      ...{ before: record(), after: record({ external_reason: `${SECRET} 2` }) },
    },
    actionRevoked: {
      ...{ action: 'revokeAction', target: 'player-actions/3' },
      ...{ before: record(), after: record({ revoked: planted }) },
    },
    actionApproved: { action: 'approveAction', target: 'staff-da/4', after: given },
    actionRejected: { action: 'rejectAction', target: 'staff-da/5', after: given },
    revisionApproved: { action: 'approveAction', target: 'staff-da/6', after: revised },
    revisionRejected: { action: 'rejectAction', target: 'staff-da/7', after: revised },
    givenAppealed: { action: 'addAppeal', target: 'appeals/33', after: ofIssuer },
    givenAppealEnded: { action: 'withdrawAppeal', target: 'appeals/34', after: ofIssuer },
    statementAsked: { action: 'askIssuer', target: 'appeals/8', after: ofIssuer },
    appealDecided: { action: 'decideAppeal', target: 'appeals/9', after: appealed },
    appealReduced: { action: 'liftAppealed', target: 'appeals/30', after: record() },
    appealClosed: { action: 'closeAppeal', target: 'appeals/31', after: appealed },
    banLifted: { action: 'closeLiftTask', target: 'appeals/32', after: record() },
    appealMessage: { action: 'messageAppellant', target: 'appeals/10', after: record() },
    claimConfirmed: { action: 'confirmClaim', target: 'claims/11', after: record() },
    claimRefused: { action: 'refuseClaim', target: 'claims/12', after: record() },
    verificationApproved: { action: 'approveVerification', target: 'verifications/13', after: record() },
    verificationRejected: { action: 'rejectVerification', target: 'verifications/14', after: record() },
    checklistPassed: {
      ...{ action: 'changeCompletion', target: 'trialmods/15' },
      ...{ before: ofStatus('In-Training'), after: ofStatus('Passed') },
    },
    checklistFailed: {
      ...{ action: 'changeCompletion', target: 'trialmods/16' },
      ...{ before: ofStatus('In-Training'), after: ofStatus('Failed') },
    },
    mentorAssigned: { action: 'changeMentor', target: 'training/17', after: record() },
    rosterAdded: { action: 'addRosterMember', target: 'roster/18', after: record() },
    rosterPosition: {
      ...{ action: 'changeRosterMember', target: 'roster/19' },
      ...{ before: record(), after: record({ position: `${SECRET} 2` }) },
    },
    rosterStatus: {
      ...{ action: 'changeRosterMember', target: 'roster/20' },
      ...{ before: record(), after: record({ status: `${SECRET} 2` }) },
    },
    rosterRemoved: { action: 'removeRosterMember', target: 'roster/21', before: record() },
  }

  it('the test records contain a secret', () => {
    const fields = [
      'internal_reason',
      'external_reason',
      'reason',
      'notes',
      'text',
      'statement',
      'decision',
      'user_name',
    ]
    expect(fields.filter((name) => planted[name] === undefined)).toEqual([])
  })

  it.each(Object.entries(CHANGES))('a message contains no private content of a record: %s', async (kind, change) => {
    const { database, now: clock } = world()
    const messages = createMessageStore({ database, clock, messageDefaults, timeZone: undefined })
    await messages.beginTest(id, undefined, async () => undefined)
    await messages.settle({ personId: id, event: 'test' }, { result: 'posted' })
    const { write } = createMessageWriter({
      ...{ inbox: INBOX, origin: ORIGIN, clock, name: 'The site', titleOf: () => 'Staff Roster' },
      translator: () => ENGLISH,
    })
    const keeper = createInboxKeeper({
      ...{ inbox: INBOX, database, clock, messageDefaults, write },
      processes: { publish: async () => undefined },
      internalTypes: { staff: [], players: [] },
    })
    const audit = createAudit({
      database,
      changes: createChanges(),
      clock,
      alongside: async (tx, by, entries, { firstSeq }) => void (await keeper.keep(tx, by, entries, firstSeq)),
    })
    const by = { actor: { id: APPROVER, name: SECRET }, requestId: 'a test' }
    await audit.change(by, async () => ({ result: null, entries: [change], topics: [] }))
    world().pass(UNDO_LIMIT_MS)
    while ((await keeper.releaseDue()) !== null);
    const written = (await database.db.select().from(announcements)).filter(({ aboutId }) => aboutId === id)
    expect(written.map(({ event }) => event)).toContain(kind)
    for (const { message } of written) {
      expect(message).not.toMatch(/SECRET|evil|everyone|why/)
      expect(message).toMatch(/^The site\\: [\w\\.: ]+\nhttp:\/\/localhost:3000\/inbox$/)
    }
  })

  it('a message with counts contains no private content', async () => {
    const { database, now: clock } = world()
    const writer = createMessageWriter({
      ...{ inbox: INBOX, origin: ORIGIN, clock, name: 'The site', titleOf: () => 'Staff Roster' },
      translator: () => ENGLISH,
    })
    // The titles of queues are constants in the code, so no content of a record can get into them.
    const queue = { title: msg('Appeals to decide, and bans to lift'), count: 2 }
    await database.db.transaction(async (tx) => {
      await writer.writeDigest(tx, { personId: id, news: 3, waiting: [queue] })
      await writer.writeWaiting(tx, { personId: id, ...queue })
    })
    const written = await database.db.select().from(announcements).orderBy(announcements.id)
    expect(written.map(({ message }) => message)).toEqual([
      'The site\\: Your daily summary\nNew for you\\: 3\nAppeals to decide\\, and bans to lift\\: 2\nhttp://localhost:3000/inbox',
      'The site\\: Something waits for you\nAppeals to decide\\, and bans to lift\\: 2\nhttp://localhost:3000/inbox',
    ])
  })
})
