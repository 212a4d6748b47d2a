import { describe, expect, it } from 'vitest'
import { announcements } from '#features/announcements/server/tables.ts'
import { addAppeal } from '#features/appeals/contract.ts'
import { decideAppeal, reviewAppeal } from '#features/appeals/decision-contract.ts'
import { liftAppealed } from '#features/appeals/given-contract.ts'
import { addAction, listOwnActions, reviseAction, revokeAction, undoAddAction } from '#features/discipline/contract.ts'
import { InboxContent, listInbox, messageDefaultsOf } from '#features/inbox/contract.ts'
import { createMessageStore } from '#features/inbox/server/message-store.ts'
import { inboxHeld } from '#features/inbox/server/tables.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { changeMentor } from '#features/training/contract.ts'
import { addTrialMod, changeCompletion, undoCompletion } from '#features/trial-mods/contract.ts'
import type { AccessLevel } from '#lib/access.ts'
import { DAY } from '#lib/dates.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const { staff, member } = PEOPLE
const SECOND = 1000
const DRAFT = { name: 'Priya Castell', discordId: staff.id, position: 'Moderator', status: 'Active' }

const inboxKinds = async (who: AccessLevel = 'staff') =>
  (await world().as[who](listInbox)).body.forYou.map(({ kind, earlier }) =>
    earlier > 0 ? `${kind} +${earlier}` : kind,
  )

/** Lets the undo limit pass and waits until the site has released the held changes. */
async function waitForUndo(): Promise<void> {
  world().pass(UNDO_LIMIT_MS)
  const heldLater = () => {
    world().pass(SECOND)
    return world().database.db.select().from(inboxHeld)
  }
  await expect.poll(heldLater, { timeout: 5 * SECOND }).toEqual([])
}

async function onRoster() {
  const { body } = await world().as.owner(staffRoster.add, { body: DRAFT })
  await waitForUndo()
  return body.item
}
const change = async (item: { id: string; version: number }, changes: object, as: AccessLevel = 'owner') => {
  const { version, id } = item
  const { status, body } = await world().as[as](staffRoster.change, {
    params: { id },
    body: { ...DRAFT, ...changes, version },
  })
  expect(status).toBe(200)
  return body.item
}

describe('A roster change in the inbox', () => {
  it('a roster change appears in inbox and Discord after the time limit for undo', async () => {
    const { database, now } = world()
    const messages = createMessageStore({
      database,
      clock: now,
      messageDefaults: messageDefaultsOf(InboxContent.parse({})),
      timeZone: undefined,
    })
    await messages.beginTest(staff.id, undefined, async () => undefined)
    await messages.settle({ personId: staff.id, event: 'test' }, { result: 'posted' })
    await world().as.owner(staffRoster.add, { body: DRAFT })
    world().pass(UNDO_LIMIT_MS - 1)
    // Wait longer than the site's interval between two looks.
    await new Promise((resolve) => setTimeout(resolve, SECOND))
    expect([await inboxKinds(), await database.db.select().from(announcements)]).toEqual([[], []])
    await waitForUndo()
    expect(await inboxKinds()).toEqual(['rosterAdded'])
    expect(await database.db.select().from(announcements)).toMatchObject([{ event: 'rosterAdded' }])
  })

  it('an undone roster change appears nowhere', async () => {
    const { body } = await world().as.owner(staffRoster.add, { body: DRAFT })
    await world().as.owner(staffRoster.remove, { params: { id: body.item.id } })
    await waitForUndo()
    expect(await inboxKinds()).toEqual([])
  })

  it('a position that was changed back, or a member who was restored, appears nowhere', async () => {
    const item = await onRoster()
    await change(await change(item, { position: 'Administrator' }), {})
    await waitForUndo()
    await world().as.owner(staffRoster.remove, { params: { id: item.id } })
    expect((await world().as.owner(staffRoster.undoRemoval, { params: { id: item.id } })).status).toBe(200)
    await waitForUndo()
    expect(await inboxKinds()).toEqual(['rosterAdded'])
  })

  it('several roster changes in a short time appear as one', async () => {
    const item = await change(await onRoster(), { status: 'LOA' })
    world().pass(UNDO_LIMIT_MS - SECOND)
    await change(await change(item, { position: 'Administrator' }), { position: 'Supervisor' })
    await waitForUndo()
    expect(await inboxKinds()).toEqual(['rosterPosition +1'])
  })

  it('a bulk change is also shown to people who changed a part of it themselves', async () => {
    const item = await change(await onRoster(), { position: 'Administrator' })
    await change(item, { position: 'Administrator', callsign: 'A-1' }, 'management')
    await waitForUndo()
    expect(await inboxKinds()).toEqual(['rosterPosition +1'])
  })
})

describe('A checklist change in the inbox', () => {
  const TRAINEE = { traineeId: staff.id, name: 'Priya Castell' }
  const params = { id: staff.id }

  it('an undone status appears nowhere', async () => {
    await world().as.owner(addTrialMod, { body: TRAINEE })
    const { body } = await world().as.owner(changeCompletion, { params, body: { status: 'Failed' } })
    await world().as.owner(undoCompletion, { params, body: { version: body.item.version } })
    await waitForUndo()
    expect(await inboxKinds()).toEqual([])
    await world().as.owner(changeCompletion, { params, body: { status: 'Failed' } })
    await waitForUndo()
    expect(await inboxKinds()).toEqual(['checklistFailed'])
  })

  it('a checklist change appears before later events, whatever order the database returns', async () => {
    const mentor = PEOPLE.management
    const mentorFields = { name: mentor.name, discordId: mentor.id }
    const { item } = (await world().as.owner(staffRoster.add, { body: { ...DRAFT, ...mentorFields } })).body
    await waitForUndo()
    await world().as.owner(addTrialMod, { body: { traineeId: member.id, name: 'Jules Arden' } })
    await world().as.owner(changeMentor, { params: { traineeId: member.id }, body: { mentorId: mentor.id } })
    await change(item, { ...mentorFields, position: 'Administrator' })
    // Now the assignment of the mentor sorts after the other change by its place, its name and its time.
    await world().database.pool.query(
      `update inbox_held set until = until + interval '1 millisecond' where about like 'training/%'`,
    )
    await waitForUndo()
    expect(await inboxKinds('management')).toEqual(['rosterPosition +1', 'mentorAssigned'])
  })

  it('a mentor who was removed by mistake is not notified again', async () => {
    const mentor = PEOPLE.management
    await world().as.owner(staffRoster.add, { body: { ...DRAFT, name: mentor.name, discordId: mentor.id } })
    await world().as.owner(addTrialMod, { body: { traineeId: member.id, name: 'Jules Arden' } })
    const assign = async (mentorId: string | null, version?: number) => {
      const { body } = await world().as.owner(changeMentor, {
        params: { traineeId: member.id },
        body: { mentorId, version },
      })
      return body.item.version
    }
    const first = await assign(mentor.id)
    await waitForUndo()
    expect(await inboxKinds('management')).toEqual(['mentorAssigned', 'rosterAdded'])
    await assign(mentor.id, await assign(null, first))
    await waitForUndo()
    expect(await inboxKinds('management')).toEqual(['mentorAssigned', 'rosterAdded'])
  })
})

describe('An action in the inbox', () => {
  const logged = async () => {
    const draft = { user: member.id, user_name: 'Jules Arden', type: 'Verbal Warning', external_reason: 'Rude' }
    return (await world().as.management(addAction, { body: { ...draft, internal_reason: 'x' } })).body.item
  }
  const revised = async (item: { id: number; version: number }, external_reason: string) => {
    const { status, body } = await world().as.management(reviseAction, {
      params: { id: String(item.id) },
      body: { external_reason, why: 'Better words', version: item.version },
    })
    expect(status).toBe(200)
    return body.item
  }

  it('a new action appears at once, and a revision after the time limit for undo', async () => {
    const item = await logged()
    expect(await inboxKinds('member')).toEqual(['actionAdded'])
    const once = await revised(item, 'Rude on the radio')
    expect(await inboxKinds('member')).toEqual(['actionAdded'])
    await waitForUndo()
    expect(await inboxKinds('member')).toEqual(['actionChanged +1'])
    await revised(await revised(once, 'Kind'), 'Rude on the radio')
    await waitForUndo()
    expect(await inboxKinds('member')).toEqual(['actionChanged +1'])
  })

  it('an action that is taken back right after it was logged disappears from the inbox of the person', async () => {
    const { id, version } = await logged()
    const answer = await world().as.management(undoAddAction, { params: { id: String(id) }, body: { version } })
    expect([answer.status, await inboxKinds('member')]).toEqual([200, []])
  })

  it('an appealed action that is taken back stays in the account of the person, who is told that the appeal is closed', async () => {
    const { id, version } = await logged()
    const appeal = { family: 'staff' as const, action: id, text: 'I was not there.' }
    expect((await world().as.member(addAppeal, { body: appeal })).status).toBe(200)
    await world().as.management(undoAddAction, { params: { id: String(id) }, body: { version } })
    const { data } = (await world().as.member(listOwnActions)).body
    expect([data, await inboxKinds('member')]).toMatchObject([
      [{ id, revoked: { outcome: 'expunged' } }],
      ['appealClosed'],
    ])
  })

  it('a revocation appears after the revisions before it', async () => {
    const item = await revised(await logged(), 'Rude on the radio')
    const body = { outcome: 'expunged', why: 'It was somebody else' } as const
    await world().as.management(revokeAction, { params: { id: String(item.id) }, body })
    expect(await inboxKinds('member')).toEqual(['actionRevoked +2'])
  })

  describe('changed by an appeal', () => {
    const appealed = async () => {
      const { id } = await logged()
      const body = { family: 'staff' as const, action: id, text: 'I was not there.' }
      const { item } = (await world().as.member(addAppeal, { body })).body
      await waitForUndo()
      return { id, of: { params: { id: String(item.id) } }, version: item.version }
    }

    it('a reduction by a decision appears once', async () => {
      const { of, version } = await appealed()
      const reviewed = await world().as.owner(reviewAppeal, { ...of, body: { version } })
      const reduction = { ends_at: new Date(world().now().getTime() + DAY).toISOString() }
      const decision = { outcome: 'reduced', reduction, message: 'Shorter.', actionVersion: 1 } as const
      const body = { ...decision, version: reviewed.body.item.version }
      expect((await world().as.owner(decideAppeal, { ...of, body })).status).toBe(200)
      await waitForUndo()
      expect(await inboxKinds('member')).toEqual(['appealDecided', 'actionAdded'])
    })

    it('a reduction by the issuer appears once', async () => {
      const { of, version } = await appealed()
      const reduction = { ends_at: new Date(world().now().getTime() + DAY).toISOString() }
      const body = { outcome: 'reduced', reduction, message: 'Shorter.', version } as const
      expect((await world().as.management(liftAppealed, { ...of, body })).status).toBe(200)
      await waitForUndo()
      expect(await inboxKinds('member')).toEqual(['appealReduced', 'actionAdded'])
    })

    it('a revocation by management appears once', async () => {
      const { id } = await appealed()
      const body = { outcome: 'expunged', why: 'It was somebody else' } as const
      const revoked = await world().as.owner(revokeAction, { params: { id: String(id) }, body })
      expect(revoked.status).toBe(200)
      await waitForUndo()
      expect(await inboxKinds('member')).toEqual(['appealClosed', 'actionAdded'])
    })
  })

  it('an action that was logged against the wrong person disappears from their inbox', async () => {
    const item = await logged()
    expect(await inboxKinds('member')).toEqual(['actionAdded'])
    const body = { version: item.version, why: 'Mixed up', user: PEOPLE.es.id, user_name: 'Lena Brandt' }
    const changed = await world().as.management(reviseAction, { params: { id: String(item.id) }, body })
    expect(changed.status).toBe(200)
    // The row disappears at once, although the revision can still be undone: its link would lead to nothing.
    expect(await inboxKinds('member')).toEqual([])
    const back = { version: changed.body.item.version, why: 'It was right', user: member.id, user_name: 'Jules Arden' }
    const undone = await world().as.management(reviseAction, { params: { id: String(item.id) }, body: back })
    expect(await inboxKinds('member')).toEqual(['actionAdded'])
    const again = { ...body, version: undone.body.item.version }
    await world().as.management(reviseAction, { params: { id: String(item.id) }, body: again })
    await waitForUndo()
    expect([await inboxKinds('member'), await inboxKinds('es')]).toEqual([[], ['actionAdded']])
  })
})
