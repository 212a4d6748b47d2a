import { describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/contract.ts'
import { PEOPLE } from '#test/people.ts'
import { useWorld } from '#test/world.ts'
import {
  acknowledgeAction,
  addAction,
  findAction,
  findActionPerson,
  listActions,
  listActionWeeks,
  listOwnActions,
  reviseAction,
  revokeAction,
  undoAddAction,
} from '../contract.ts'
import { acknowledgePlayerAction, listPlayerActions } from '../player-contract.ts'

const world = useWorld()

const DAY = 86_400_000
const params = (id: number) => ({ params: { id: String(id) } })
const DRAFT = {
  user: PEOPLE.member.id,
  user_name: 'Jules Arden',
  type: 'Strike',
  internal_reason: 'between staff',
  external_reason: 'You missed three shifts.',
}

async function log(more: Partial<typeof DRAFT> & { points?: number; points_days?: number; date?: string } = {}) {
  const { body, status } = await world().as.staff(addAction, { body: { ...DRAFT, ...more } })
  expect(status).toBe(200)
  return body.item.id
}
const own = async () => (await world().as.member(listOwnActions)).body
const unread = async (more: Record<string, string> = {}) =>
  (await world().as.staff(listActions, { query: { acknowledged: 'no', ...more } })).body.rows.map(({ id }) => id)

describe('an action that its author took back right after it was logged', () => {
  const undo = async (id: number) => {
    const { status } = await world().as.staff(undoAddAction, { ...params(id), body: { version: 1 } })
    expect(status).toBe(200)
  }

  it('was never there for the person, also where they are staff, and staff keep it', async () => {
    await undo(await log())
    expect((await own()).data).toEqual([])
    const { id: user, name: user_name } = PEOPLE.management
    const id = await log({ user, user_name })
    await undo(id)
    const seen = async (who: 'staff' | 'management') => {
      const { total } = (await world().as[who](listActions, { query: { user } })).body
      const { item } = (await world().as[who](findActionPerson, { params: { id: user } })).body
      return [total, item.record.total, (await world().as[who](findAction, params(id))).status]
    }
    expect([await seen('management'), await seen('staff')]).toEqual([
      [0, 0, 404],
      [1, 1, 200],
    ])
  })

  it('stays for the person who acknowledged it before', async () => {
    const id = await log()
    await world().as.member(acknowledgeAction, { ...params(id), body: { version: 1 } })
    await undo(id)
    expect((await own()).data).toMatchObject([{ id, revoked: { outcome: 'expunged' } }])
  })
})

describe('saying that one has read an action', () => {
  it('keeps the time of the first time, which staff see, and which changes no version', async () => {
    const id = await log()
    expect((await own()).data).toMatchObject([{ acknowledged_at: null, may_acknowledge: true }])
    const first = await world().as.member(acknowledgeAction, { ...params(id), body: { version: 1 } })
    expect(first.body.item.acknowledged_at).toBe('2026-03-14T18:30:00.000Z')
    world().pass(DAY)
    const second = await world().as.member(acknowledgeAction, { ...params(id), body: { version: 1 } })
    expect(second.body.item.acknowledged_at).toBe('2026-03-14T18:30:00.000Z')
    expect((await own()).data).toMatchObject([{ may_acknowledge: false }])
    const { item } = (await world().as.staff(findAction, params(id))).body
    expect(item).toMatchObject({ acknowledged_at: '2026-03-14T18:30:00.000Z', version: 1, is_revised: false })
    const { rows } = (await world().as.owner(listAudit, { query: { action: 'acknowledgeAction' } })).body
    expect(rows).toMatchObject([{ actorId: PEOPLE.member.id, target: `staff-da/${id}` }])
  })

  it('is for whom the action is about alone, and says nothing of what is kept from them', async () => {
    const id = await log()
    expect((await world().as.es(acknowledgeAction, { ...params(id), body: { version: 1 } })).status).toBe(404)
    expect((await world().as.staff(acknowledgeAction, { ...params(id), body: { version: 1 } })).status).toBe(404)
    const note = await log({ type: 'Note', external_reason: '' })
    expect((await world().as.member(acknowledgeAction, { ...params(note), body: { version: 1 } })).status).toBe(404)
    const withoutReason = await log({ external_reason: '' })
    expect(
      (await world().as.member(acknowledgeAction, { ...params(withoutReason), body: { version: 1 } })).status,
    ).toBe(409)
    const revoked = await log()
    await world().as.management(revokeAction, { ...params(revoked), body: { outcome: 'expunged', why: 'wrong' } })
    expect((await world().as.member(acknowledgeAction, { ...params(revoked), body: { version: 1 } })).status).toBe(409)
  })

  it('is refused of a revision that they have not seen, with the action as it is now', async () => {
    const id = await log({ type: 'Verbal Warning' })
    const harsher = { type: 'Suspension', points: 9, external_reason: 'You hit somebody.', why: 'worse', version: 1 }
    const revised = await world().as.management(reviseAction, { ...params(id), body: harsher })
    expect(revised.status).toBe(200)
    const refused = await world().as.member(acknowledgeAction, { ...params(id), body: { version: 1 } })
    expect(refused.status).toBe(409)
    const item = { id, version: 2, type: 'Suspension', points: { given: 9 }, may_acknowledge: true }
    expect(refused.body).toMatchObject({ item: { ...item, external_reason: 'You hit somebody.' } })
    expect((await world().as.staff(findAction, params(id))).body.item.acknowledged_at).toBeNull()
    const read = await world().as.member(acknowledgeAction, { ...params(id), body: { version: 2 } })
    expect(read.status).toBe(200)
  })

  it('counts where what changed since is nothing that they read', async () => {
    const id = await log()
    const revise = async (version: number, changed: object) =>
      world().as.management(reviseAction, { ...params(id), body: { version, why: 'clearer', ...changed } })
    expect((await revise(1, { external_reason: 'You left early.' })).status).toBe(200)
    expect((await revise(2, { internal_reason: 'Between staff.' })).status).toBe(200)
    const acknowledge = (version: number) => world().as.member(acknowledgeAction, { ...params(id), body: { version } })
    expect([(await acknowledge(1)).status, (await acknowledge(4)).status]).toEqual([409, 409])
    const read = await acknowledge(2)
    expect(read).toMatchObject({ status: 200, body: { item: { version: 3 } } })
    expect(read.body.item.acknowledged_at).toBe('2026-03-14T18:30:00.000Z')
  })

  it('takes it out of what is not read, in the list and in the chart', async () => {
    const [read, open] = [await log(), await log({ type: 'Verbal Warning' })]
    await log({ type: 'Note', external_reason: '' })
    await world().as.member(acknowledgeAction, { ...params(read), body: { version: 1 } })
    expect(await unread()).toEqual([open])
    expect(await unread({ type: 'Strike' })).toEqual([])
    expect(await unread({ user: PEOPLE.member.id })).toEqual([open])
    const weeks = await world().as.staff(listActionWeeks, { query: { acknowledged: 'no' } })
    expect(weeks.body.data.at(-1)?.counts).toMatchObject({ Strike: 0, 'Verbal Warning': 1, Note: 0 })
    expect((await world().as.staff(listActions, { query: { acknowledged: 'yes' } })).status).toBe(400)
  })

  it('is the same for what was done to a player, and asks nobody about what a file brought', async () => {
    await world().database.pool.query(
      `insert into player_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason, external_reason, source, native_id, logged_at)
       values ('2026-03-10', $1, 'Jules', 'game:1', 'Server', 'Warning', 'told', 'told', 'txadmin', 'W1', '2026-03-10'),
              ('2026-03-11', $1, 'Jules', 'game:1', 'Server', 'Warning', 'told', 'told', 'txadmin', 'W2', null)`,
      [PEOPLE.member.id],
    )
    const list = async () =>
      (await world().as.staff(listPlayerActions, { query: { acknowledged: 'no' } })).body.rows.map(
        ({ native_id }) => native_id,
      )
    expect(await list()).toEqual(['W1'])
    const [fromFile, live] = (await own()).data
    expect([fromFile?.may_acknowledge, live?.may_acknowledge]).toEqual([false, true])
    expect(
      (await world().as.member(acknowledgePlayerAction, { ...params(live?.id ?? 0), body: { version: 1 } })).status,
    ).toBe(200)
    expect(await list()).toEqual([])
  })
})

describe('points', () => {
  const pointsOf = async () =>
    (await world().as.staff(findActionPerson, { params: { id: PEOPLE.member.id } })).body.item.record.points

  it('are what counts now, for the person and for staff, and are never deleted', async () => {
    const over = await log({ points: 4, points_days: 30, date: '2026-01-01T00:00:00Z' })
    await log({ points: 3, points_days: 30, date: '2026-03-04T18:30:00Z' })
    await log({ points: 2, points_days: 30, type: 'Verbal Warning' })
    const until = '2026-04-13T18:30:00.000Z'
    expect(await pointsOf()).toEqual({ active: 5, until })
    const { points, data } = await own()
    expect(points).toEqual({ active: 5, until })
    const ended = { are_active: false, until: '2026-01-31T00:00:00.000Z' }
    expect(data.map((each) => each.points)).toEqual([
      { given: 2, are_active: true, until },
      { given: 3, are_active: true, until },
      { given: 4, ...ended },
    ])
    const found = (await world().as.staff(findAction, params(over))).body
    expect([found.item.points, found.points]).toEqual([4, ended])
  })

  it('of a note between staff are not told, nor what they prolong', async () => {
    await log({ points: 3, points_days: 30, date: '2026-03-04T18:30:00Z' })
    const note = await log({ type: 'Note', external_reason: '' })
    // Such a row exists only from before the site rejected it.
    await world().database.pool.query(
      `update disciplinary_actions set points = 4, points_end_at = date + interval '90 days' where id = $1`,
      [note],
    )
    expect((await pointsOf()).active).toBe(7)
    expect((await own()).points).toEqual({ active: 3, until: '2026-04-03T18:30:00.000Z' })
  })

  it('of a revoked action do not count', async () => {
    const id = await log({ points: 3, points_days: 30 })
    await world().as.management(revokeAction, { ...params(id), body: { outcome: 'expunged', why: 'wrong' } })
    expect(await pointsOf()).toEqual({ active: 0, until: null })
  })
})
