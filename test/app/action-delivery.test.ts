import { afterAll, describe, expect, it } from 'vitest'
import { readContent } from '#app/content.ts'
import { INBOX } from '#app/features.ts'
import { eraseFromSite } from '#app/person.ts'
import { GIVEN_UP_AFTER } from '#features/announcements/delivery-rules.ts'
import { acknowledgeAction, addAction, findAction, reviseAction, revokeAction } from '#features/discipline/contract.ts'
import { addPlayerAction, findPlayerAction } from '#features/discipline/player-contract.ts'
import { changeMessageSettings, readInbox, sendTestMessage } from '#features/inbox/contract.ts'
import { createDeliveryStore } from '#features/inbox/server/delivery-store.ts'
import { inboxRows } from '#features/inbox/server/tables.ts'
import { MINUTE } from '#lib/dates.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { copyCommunity } from '../community-copy.ts'
import { silentLog } from '../database.ts'
import { deliverMessages } from '../deliver-messages.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const copy = copyCommunity()
copy.edit('discipline.yaml', 'approval: within24Hours', 'approval: before')
afterAll(() => copy.discard())

const world = useWorld({ communityDir: () => copy.dir })
const { member } = PEOPLE
const SECOND = 1000
const STRANGER = '310000000000000777'

const deliver = () => deliverMessages(world())

/** Signs the member in and switches their messages on. */
async function switchOn(): Promise<void> {
  expect((await world().as.member(sendTestMessage, { body: {} })).status).toBe(200)
  await deliver()
}

const params = (id: number) => ({ params: { id: String(id) } })
const DRAFT = { user_name: 'Jules Arden', type: 'Verbal Warning', internal_reason: 'a private note' }

async function logAction(user = member.id, external_reason = 'Rude on the radio'): Promise<number> {
  const { status, body } = await world().as.staff(addAction, { body: { ...DRAFT, user, external_reason } })
  expect(status).toBe(200)
  return body.item.id
}

/** How the action reached the person, as its issuer sees it. */
const deliveryOf = async (id: number) => (await world().as.staff(findAction, params(id))).body.delivery

describe('The delivery status of an action', () => {
  it('the delivery status says that the person never signed in', async () => {
    const id = await logAction(STRANGER)
    expect(await deliveryOf(id)).toBe('never-here')
    await (await world().asPerson({ ...member, id: STRANGER, username: 'new' }))(readInbox, {
      body: { about: ['x/1'] },
    })
    expect(await deliveryOf(id)).toBe('on-site')
  })

  it('there is no delivery status for an erased person, and a pending change no longer notifies them', async () => {
    const id = await logAction()
    const body = { version: 1, why: 'Clearer', external_reason: 'Rude on the main radio' }
    expect((await world().as.staff(reviseAction, { ...params(id), body })).status).toBe(200)
    const { database, now } = world()
    expect((await database.pool.query('select * from inbox_held')).rows).toHaveLength(1)
    await eraseFromSite({ database, processes: onlyProcess(silentLog) }, member.id, now())
    expect(await deliveryOf(id)).toBeNull()
    world().pass(UNDO_LIMIT_MS + MINUTE)
    await world().app.runDueJobs()
    expect((await database.pool.query('select * from inbox_held')).rows).toEqual([])
    expect((await database.pool.query('select * from inbox_rows')).rows).toEqual([])
  })

  it('the delivery status is on-site for a person without Discord messages', async () => {
    await world().as.member(changeMessageSettings, { body: { isOn: false } })
    const id = await logAction()
    await deliver()
    expect(await deliveryOf(id)).toBe('on-site')
  })

  it('the delivery status is in-summary until the daily summary is sent or the person changes the setting', async () => {
    const choose = (mine: 'digest' | 'now') => world().as.member(changeMessageSettings, { body: { modes: { mine } } })
    await choose('digest')
    const before = await logAction()
    await switchOn()
    const id = await logAction()
    // A summary has no inbox rows from before the messages were switched on.
    expect([await deliveryOf(before), await deliveryOf(id)]).toEqual(['on-site', 'in-summary'])
    await choose('now')
    expect(await deliveryOf(id)).toBe('on-site')
    await choose('digest')
    expect(await deliveryOf(id)).toBe('in-summary')
    await world().database.db.update(inboxRows).set({ digestedAt: world().now() })
    expect(await deliveryOf(id)).toBe('on-site')
  })

  it('the delivery status goes from sent to seen, and is empty after the person confirmed the action', async () => {
    await switchOn()
    const id = await logAction()
    expect(await deliveryOf(id)).toBe('on-site')
    await deliver()
    expect(await deliveryOf(id)).toBe('sent')
    await world().as.member(readInbox, { body: { about: [`staff-da/${id}`] } })
    expect(await deliveryOf(id)).toBe('seen')
    await world().as.member(acknowledgeAction, { ...params(id), body: { version: 1 } })
    expect(await deliveryOf(id)).toBeNull()
  })

  it.each([
    [50007, 'closed'],
    [50278, 'no-server'],
    [50001, 'refused'],
  ])('the Discord error %i sets the delivery status of this action only', async (code, delivery) => {
    await switchOn()
    const before = await logAction()
    await deliver()
    world().discord.closed.set(member.id, code)
    const id = await logAction()
    await deliver()
    world().discord.closed.clear()
    const after = await logAction()
    await deliver()
    expect([await deliveryOf(before), await deliveryOf(id), await deliveryOf(after)]).toEqual([
      'sent',
      delivery,
      'sent',
    ])
    const body = JSON.stringify((await world().as.staff(findAction, params(id))).body)
    expect(body).not.toContain(String(code))
  })

  it('the delivery status says that messages stopped after three rejections', async () => {
    await switchOn()
    world().discord.closed.set(member.id, 50007)
    const ids = [await logAction(), await logAction(), await logAction(), await logAction()]
    await deliver()
    const later = await logAction()
    await deliver()
    expect(await Promise.all([...ids, later].map(deliveryOf))).toEqual([
      ...['closed', 'closed', 'closed', 'stopped'],
      'stopped',
    ])
    await world().as.member(changeMessageSettings, { body: { isOn: false } })
    const off = await logAction()
    await deliver()
    expect([await deliveryOf(later), await deliveryOf(off)]).toEqual(['stopped', 'on-site'])
  })

  it('the delivery status is uncertain for a message that could not be sent for three days', async () => {
    await switchOn()
    const id = await logAction()
    world().discord.goDown()
    world().pass(UNDO_LIMIT_MS)
    expect(await deliveryOf(id)).toBe('on-site')
    const { database, now } = world()
    const { messageDefaults } = await readContent(copy.dir)
    const deps = { database, inbox: INBOX, messageDefaults, clock: () => new Date(now().getTime() + GIVEN_UP_AFTER) }
    const found = (canSend: boolean) => createDeliveryStore({ ...deps, canSend }).find(member.id, `staff-da/${id}`)
    expect([await found(true), await found(false)]).toEqual(['uncertain', 'off'])
  })

  it('the delivery status is uncertain for a message that was being sent when the site was killed', async () => {
    await switchOn()
    const id = await logAction()
    await world().database.pool.query('update announcements set started_at = $1 where ended_at is null', [
      world().now(),
    ])
    const later = () => {
      world().pass(MINUTE)
      return deliveryOf(id)
    }
    await expect.poll(later, { timeout: 10 * SECOND }).toBe('uncertain')
  })

  it('the delivery status belongs to the last change that the person was notified of', async () => {
    await switchOn()
    const id = await logAction()
    await deliver()
    world().discord.closed.set(member.id, 50007)
    const body = { version: 1, why: 'A word was missing', external_reason: 'Rude on the radio, twice' }
    expect((await world().as.management(reviseAction, { ...params(id), body })).status).toBe(200)
    world().pass(UNDO_LIMIT_MS)
    // The site first releases the held change to the inbox. It sends the message after that.
    const later = () => {
      world().pass(SECOND)
      return deliveryOf(id)
    }
    await expect.poll(later, { timeout: 10 * SECOND }).toBe('closed')
  })

  it('an action has no delivery status while it has no reason for the person, is revoked or waits for approval', async () => {
    const withoutReason = await logAction(STRANGER, '')
    const revoked = await logAction(STRANGER)
    await world().as.management(revokeAction, { ...params(revoked), body: { outcome: 'expunged', why: 'A mistake' } })
    const ban = { ...DRAFT, type: 'Removal', user: STRANGER, external_reason: 'For good' }
    const { body } = await world().as.management(addAction, { body: ban })
    expect(body.item.approval).toMatchObject({ state: 'waiting', due_at: null })
    expect(await Promise.all([withoutReason, revoked, body.item.id].map(deliveryOf))).toEqual([null, null, null])
  })

  it('only the issuer and management see the delivery status', async () => {
    await switchOn()
    const id = await logAction()
    await deliver()
    expect((await world().as.member(findAction, params(id))).status).toBe(403)
    expect((await world().as.es(findAction, params(id))).status).toBe(403)
    expect((await world().as.management(findAction, params(id))).body.delivery).toBe('sent')
    expect(await deliveryOf(id)).toBe('sent')
    const colleague = await world().asPerson({ ...PEOPLE.staff, id: STRANGER, username: 'colleague' })
    expect((await colleague(findAction, params(id))).body).toMatchObject({ item: { id }, delivery: null })
    const own = await world().as.management(addAction, {
      body: { ...DRAFT, user: PEOPLE.staff.id, external_reason: 'Late' },
    })
    await deliver()
    expect(await deliveryOf(own.body.item.id)).toBeNull()
    expect((await world().as.management(findAction, params(own.body.item.id))).body.delivery).toBe('on-site')
  })

  it('actions against players have a delivery status too', async () => {
    await switchOn()
    const body = { ...DRAFT, type: 'Warning', user: member.id, external_reason: 'Rammed cars' }
    const { body: given } = await world().as.staff(addPlayerAction, { body })
    await deliver()
    expect((await world().as.staff(findPlayerAction, params(given.item.id))).body.delivery).toBe('sent')
  })
})
