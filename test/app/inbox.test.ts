import { afterEach, describe, expect, it } from 'vitest'
import { INBOX } from '#app/features.ts'
import { acknowledgeAction, addAction, revokeAction } from '#features/discipline/contract.ts'
import { countInbox, listInbox, readInbox } from '#features/inbox/contract.ts'
import { createInboxStore } from '#features/inbox/server/store.ts'
import { inboxRows } from '#features/inbox/server/tables.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { addTrialMod, changeCompletion } from '#features/trial-mods/contract.ts'
import { verificationSessions } from '#features/verification/server/tables.ts'
import type { AccessLevel } from '#lib/access.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import { liveTabs } from '../live.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const live = liveTabs(world)
afterEach(() => live.closeAll())

const DAY = 24 * 60 * 60_000
const NOLAN = { traineeId: '310000000000000101', name: 'Nolan Reyes' }

const waiting = async (who: AccessLevel) => (await world().as[who](listInbox)).body.waiting
const counts = async (who: AccessLevel) =>
  Object.fromEntries((await waiting(who)).map(({ name, count }) => [name, count]))

/** Inserts a verification that waits for an owner's decision. */
async function addVerified(id: string, userId: string): Promise<void> {
  const times = { createdAt: world().now(), verifiedAt: world().now() }
  await world()
    .database.db.insert(verificationSessions)
    .values({ id, userId, status: 'verified', ...times })
}

describe('Waiting items', () => {
  it('waiting items are counted from the queues in which the person can act', async () => {
    await world().as.management(addTrialMod, { body: NOLAN })
    expect(await counts('member')).toEqual({})
    const ofStaff = { 'given-appeals': 0, claims: 0, 'point-thresholds': 0 }
    const ofManagement = {
      training: 1,
      'assistant-questions': 0,
      appeals: 0,
      'late-appeals': 0,
      'actions-to-approve': 0,
      'player-actions-to-approve': 0,
      'actions-to-approve-for-others': 0,
    }
    const [staff, management, owner] = [await counts('staff'), await counts('management'), await counts('owner')]
    expect(staff).toMatchObject(ofStaff)
    expect(management).toMatchObject({ ...ofStaff, ...ofManagement })
    expect(owner).toMatchObject({ ...ofStaff, ...ofManagement, verifications: 0 })
    expect(Object.keys(ofManagement).filter((name) => name in staff)).toEqual([])
    expect(management).not.toHaveProperty('verifications')
  })

  it('a waiting item has a link, and the count includes waiting items only', async () => {
    await world().as.management(addTrialMod, { body: NOLAN })
    expect((await waiting('management'))[0]).toEqual({
      name: 'training',
      title: 'Trainees without a mentor',
      path: '/trial-mod-checklist',
      count: 1,
      dueAt: null,
    })
    const { body } = await world().as.owner(countInbox)
    expect(body.waiting).toEqual([{ path: '/trial-mod-checklist', count: 1 }])
  })

  it('a completed item no longer waits', async () => {
    await world().as.management(addTrialMod, { body: NOLAN })
    await world().as.management(changeCompletion, { params: { id: NOLAN.traineeId }, body: { status: 'Failed' } })
    expect((await counts('management')).training).toBe(0)
  })

  it('an item that the person cannot decide themselves does not wait for them', async () => {
    const { member, owner } = PEOPLE
    for (const person of [member, owner]) await world().signIn(person)
    await addVerified('00000000-0000-4000-8000-000000000001', member.id)
    await addVerified('00000000-0000-4000-8000-000000000002', owner.id)
    expect((await counts('owner')).verifications).toBe(1)
  })

  it('waiting items are hidden after the right to them ended', async () => {
    const { management } = PEOPLE
    expect(await counts('management')).not.toEqual({})
    world().discord.setRoles(management.id, [])
    world().pass(2 * 300_000)
    expect(await counts('management')).toEqual({})
  })

  it('a changed queue is reloaded by the people who can act on it, and by nobody else', async () => {
    const [staff, management] = await Promise.all(
      [PEOPLE.staff, PEOPLE.management].map(async (person) => live.connect(await world().signIn(person))),
    )
    const changed = management?.next('changed')
    await world().as.management(addTrialMod, { body: NOLAN })
    await changed
    // Staff hear of the checklist, too. An inbox event from the first write would have arrived by then.
    await world().as.management(addTrialMod, { body: { ...NOLAN, traineeId: '310000000000000102' } })
    await expect.poll(() => management?.received('changed')).toContainEqual({ topic: 'inbox' })
    await expect.poll(() => staff?.received('changed')).toContainEqual({ topic: 'training' })
    expect(staff?.received('changed')).not.toContainEqual({ topic: 'inbox' })
  })
})

const { member, staff } = PEOPLE
const forYou = async (who: AccessLevel) => (await world().as[who](listInbox)).body.forYou
const unread = async (who: AccessLevel) => (await world().as[who](countInbox)).body.unread

async function logAbout(user: string) {
  const draft = { user, user_name: 'Jules Arden', type: 'Verbal Warning', external_reason: 'Rude on the radio' }
  const { body } = await world().as.management(addAction, { body: { ...draft, internal_reason: 'a private note' } })
  return body.item
}

describe('Notifications', () => {
  it('a notification is new until the person opened it', async () => {
    const { id } = await logAbout(member.id)
    expect(await forYou('member')).toEqual([
      {
        about: `staff-da/${id}`,
        kind: 'actionAdded',
        list: null,
        path: `/me#action-staff-${id}`,
        at: world().now().toISOString(),
        isNew: true,
        earlier: 0,
      },
    ])
    expect([await unread('member'), await unread('staff')]).toEqual([1, 0])
    await world().as.member(readInbox, { body: { about: [`staff-da/${id}`] } })
    expect(await unread('member')).toBe(0)
    expect(await forYou('member')).toMatchObject([{ isNew: false }])
  })

  it('a notification is no longer new after the person confirmed the action itself', async () => {
    const [{ id }, other] = [await logAbout(member.id), await logAbout(member.id)]
    const tab = await live.connect(await world().signIn(member))
    const { status } = await world().as.member(acknowledgeAction, { params: { id: String(id) }, body: { version: 1 } })
    expect(status).toBe(200)
    expect(await forYou('member')).toMatchObject([
      { about: `staff-da/${other.id}`, isNew: true },
      { about: `staff-da/${id}`, isNew: false },
    ])
    expect(await unread('member')).toBe(1)
    await expect.poll(() => tab.received('changed')).toContainEqual({ topic: 'inbox' })
  })

  it('notifications about the same subject are grouped', async () => {
    const { id } = await logAbout(member.id)
    const body = { outcome: 'expunged', why: 'It was somebody else' } as const
    expect((await world().as.management(revokeAction, { params: { id: String(id) }, body })).status).toBe(200)
    await logAbout(member.id)
    expect(await forYou('member')).toMatchObject([
      { kind: 'actionAdded', earlier: 0 },
      { kind: 'actionRevoked', earlier: 1 },
    ])
    expect(await unread('member')).toBe(2)
  })

  it('notifications are visible to their person only', async () => {
    const { id } = await logAbout(member.id)
    await world().as.staff(readInbox, { body: { about: [`staff-da/${id}`] } })
    expect(await unread('member')).toBe(1)
    expect(JSON.stringify(await forYou('member'))).not.toMatch(/Rude|private|Priya/)
  })

  it('a notification is hidden after the right to open it ended', async () => {
    const draft = { name: 'Priya Castell', discordId: staff.id, position: 'Administrator', status: '' }
    await world().as.owner(staffRoster.add, { body: draft })
    world().pass(UNDO_LIMIT_MS)
    const unreadLater = () => {
      world().pass(1000)
      return unread('staff')
    }
    await expect.poll(unreadLater, { timeout: 5000 }).toBe(1)
    const { id } = await logAbout(staff.id)
    // The person also has a row about the same action whose page only staff may open.
    const more = { personId: staff.id, about: `staff-da/${id}`, at: world().now() }
    await world()
      .database.db.insert(inboxRows)
      .values({ ...more, kind: 'revisionApproved' })
    const shown = async () => (await forYou('staff')).map(({ kind, path, earlier }) => [kind, path, earlier])
    expect(await shown()).toEqual([
      ['revisionApproved', `/staff-da-database?entry=${id}`, 1],
      ['rosterAdded', '/staff-roster', 0],
    ])
    expect(await unread('staff')).toBe(2)
    world().discord.setRoles(staff.id, [])
    world().pass(2 * 300_000)
    expect(await shown()).toEqual([['actionAdded', `/me#action-staff-${id}`, 0]])
    expect(await unread('staff')).toBe(1)
    await world().as.staff(readInbox, { body: { about: [`staff-da/${id}`] } })
    expect(await unread('staff')).toBe(0)
  })

  it('a notification is deleted 90 days after it was read, and a year after it was created', async () => {
    const { id } = await logAbout(member.id)
    await logAbout(member.id)
    await world().as.member(readInbox, { body: { about: [`staff-da/${id}`] } })
    const store = createInboxStore({ inbox: INBOX, database: world().database, clock: world().now })
    world().pass(89 * DAY)
    expect(await store.removeOld()).toBe(0)
    world().pass(2 * DAY)
    expect(await store.removeOld()).toBe(1)
    world().pass(275 * DAY)
    expect(await store.removeOld()).toBe(1)
  })

  it('a live event about a notification reaches only its person', async () => {
    const [ownEvent, others] = await Promise.all(
      [member, PEOPLE.es].map(async (person) => live.connect(await world().signIn(person))),
    )
    const changed = ownEvent?.next('changed')
    await logAbout(member.id)
    expect(await changed).toEqual({ topic: 'inbox' })
    expect(others?.received('changed')).toEqual([])
  })
})
