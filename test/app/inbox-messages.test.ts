import { and, isNull, lte } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createMessageWriter } from '#app/direct-messages.ts'
import { announcements } from '#features/announcements/server/tables.ts'
import type { AuditEntry } from '#features/audit/contract.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { addAction } from '#features/discipline/contract.ts'
import { changeMessageSettings, countInbox, findMessageSettings, sendTestMessage } from '#features/inbox/contract.ts'
import { KINDS } from '#features/inbox/rules.ts'
import { createMessageStore } from '#features/inbox/server/message-store.ts'
import { inboxKeeper } from '#features/inbox/server/store.ts'
import { ENGLISH } from '#lib/messages.ts'
import { createChanges } from '#server/changes.ts'
import { PEOPLE } from '../people.ts'
import { ORIGIN, useWorld } from '../world.ts'

const world = useWorld()
const { member } = PEOPLE
const SECOND = 1000

/** How many messages could be sent now. */
const due = async () =>
  (
    await world()
      .database.db.select({ id: announcements.id })
      .from(announcements)
      .where(and(isNull(announcements.endedAt), lte(announcements.nextAttemptAt, world().now())))
  ).length

/** Lets the site send what is due, one message a second, until nothing is. */
async function deliver(): Promise<void> {
  const sendNext = async () => {
    world().pass(SECOND)
    return due()
  }
  await expect.poll(sendNext, { timeout: 5 * SECOND }).toBe(0)
}

async function logAction(): Promise<void> {
  const draft = { user: member.id, user_name: 'Jules Arden', type: 'Verbal Warning', internal_reason: 'a private note' }
  const { status } = await world().as.management(addAction, {
    body: { ...draft, external_reason: 'Rude on the radio' },
  })
  expect(status).toBe(200)
}

async function switchOn(): Promise<void> {
  expect((await world().as.member(sendTestMessage)).status).toBe(200)
  await deliver()
}

const settings = async () => (await world().as.member(findMessageSettings)).body.item
const contents = () => world().discord.messages.map(({ content }) => content)

describe('messages in Discord', () => {
  it('come to nobody who did not switch them on with a test message', async () => {
    await logAction()
    await deliver()
    expect(contents()).toEqual([])
    expect(await settings()).toMatchObject({ canMessage: true, state: 'off' })
    await world().as.member(sendTestMessage)
    expect((await settings()).state).toBe('testing')
    await deliver()
    expect((await settings()).state).toBe('on')
    expect(contents()).toEqual([expect.stringContaining('This is the test message')])
  })

  it('say what happened and where it stands', async () => {
    await switchOn()
    await logAction()
    await deliver()
    expect(world().discord.messages.at(-1)).toEqual({
      id: member.id,
      content: expect.stringMatching(/: An action was logged about you\nhttp:\/\/localhost:3000\/inbox$/),
    })
  })

  it('go out one a second', async () => {
    await switchOn()
    await logAction()
    await logAction()
    world().pass(2 * SECOND)
    await expect.poll(contents).toHaveLength(2)
    // What was sent is kept as sent a moment after Discord has it.
    await expect.poll(due).toBe(1)
    expect(contents()).toHaveLength(2)
    await deliver()
    expect(contents()).toHaveLength(3)
  })

  it('come of what somebody chose, and no more once they are switched off; the inbox has it all the same', async () => {
    await switchOn()
    await world().as.member(changeMessageSettings, { body: { modes: { mine: 'off', rank: 'now' } } })
    await logAction()
    await deliver()
    await world().as.member(changeMessageSettings, { body: { modes: { mine: 'now', rank: 'now' } } })
    await logAction()
    await world().as.member(changeMessageSettings, { body: { isOn: false } })
    await deliver()
    await logAction()
    await deliver()
    expect(contents()).toHaveLength(1)
    expect((await world().as.member(countInbox)).body.unread).toBe(3)
  })

  it('stop after three refusals, and say so until a test message arrives', async () => {
    await switchOn()
    world().discord.closed.add(member.id)
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

  it('are tried again while Discord is down', async () => {
    world().discord.goDown()
    await switchOn()
    expect((await settings()).state).toBe('testing')
    world().discord.comeBack()
    world().pass(60 * SECOND)
    await deliver()
    expect((await settings()).state).toBe('on')
  })
})

describe('what every message says', () => {
  const SECRET = 'SECRET @everyone **why** https://evil.example'
  const hostile = { internal_reason: SECRET, external_reason: SECRET, reason: SECRET, notes: SECRET, why: SECRET }
  const person = { user: member.id, userId: member.id, discordId: member.id, traineeId: member.id, mentorId: member.id }
  const record = (more: object = {}) => ({
    ...{ ...hostile, ...person, user_name: SECRET, admin_name: SECRET, name: SECRET, callsign: SECRET, type: SECRET },
    ...{ date: '2026-03-14', revoked: null, position: SECRET, status: SECRET, trialMod: { name: SECRET }, ...more },
  })
  const other = (status: string) => record({ position: `${SECRET} 2`, completion: { status } })
  const given = { ...record(), user: '310000000000000998', admin: member.id }
  const CHANGES: AuditEntry[] = [
    { action: 'addAction', target: 'staff-da/1', after: record() },
    { action: 'reviseAction', target: 'staff-da/1', before: record(), after: record({ external_reason: 'SECRET 2' }) },
    { action: 'revokeAction', target: 'player-actions/1', before: record(), after: record({ revoked: hostile }) },
    { action: 'approveAction', target: 'staff-da/2', after: given },
    { action: 'rejectAction', target: 'staff-da/3', after: given },
    { action: 'decideAppeal', target: 'appeals/1', after: record() },
    { action: 'messageAppellant', target: 'appeals/1', after: record() },
    { action: 'approveVerification', target: 'verifications/1', after: record() },
    { action: 'rejectVerification', target: 'verifications/1', after: record() },
    { action: 'changeCompletion', target: 'trialmods/1', before: other('In-Training'), after: other('Passed') },
    { action: 'changeCompletion', target: 'trialmods/1', before: other('In-Training'), after: other('Failed') },
    { action: 'changeMentor', target: 'training/1', after: record() },
    { action: 'addRosterMember', target: 'roster/1', after: record() },
    { action: 'changeRosterMember', target: 'roster/1', before: record(), after: other('') },
    { action: 'changeRosterMember', target: 'roster/1', before: record(), after: record({ status: 'SECRET 2' }) },
    { action: 'removeRosterMember', target: 'roster/1', before: record() },
    { action: 'confirmClaim', target: 'claims/1', after: record() },
    { action: 'refuseClaim', target: 'claims/2', after: record() },
  ]

  it('holds nothing private, of any kind', async () => {
    const { database, now: clock } = world()
    const messages = createMessageStore({ database, clock })
    await messages.beginTest(member.id, async () => undefined)
    await messages.settle({ personId: member.id, event: 'test' }, { result: 'posted' })
    const { write } = createMessageWriter({
      origin: ORIGIN,
      name: 'The site',
      speech: () => ENGLISH,
      titleOf: () => 'Staff Roster',
    })
    const keep = inboxKeeper({
      processes: { tell: async () => undefined },
      clock,
      betweenStaff: { staff: [], players: [] },
      write,
    })
    const alongside = async (...[tx, by, entries]: Parameters<typeof keep>) => void (await keep(tx, by, entries))
    const audit = createAudit({ database, changes: createChanges(), clock, alongside })
    for (const entry of CHANGES) {
      const by = { actor: { id: '310000000000000999', name: SECRET }, requestId: 'a test' }
      await audit.change(by, async () => ({ result: null, entries: [entry], topics: [] }))
    }
    const written = await database.db.select().from(announcements)
    expect(written.map(({ event }) => event).sort()).toEqual([...KINDS].sort())
    expect(written.filter(({ message }) => /SECRET|evil|everyone|why/.test(message))).toEqual([])
    for (const { message } of written)
      expect(message).toMatch(/^The site\\: [\w\\.: ]+\nhttp:\/\/localhost:3000\/inbox$/)
  })
})
