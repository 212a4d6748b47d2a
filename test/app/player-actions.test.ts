import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { input } from 'zod/v4/core'
import { addAppeal, findOwnAppeal } from '#features/appeals/contract.ts'
import { decideAppeal, reviewAppeal } from '#features/appeals/decision-contract.ts'
import { undoImport } from '#features/audit/contract.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { listOwnActions, reportDeviations } from '#features/discipline/contract.ts'
import {
  acknowledgePlayerAction,
  addPlayerAction,
  approvePlayerAction,
  findJoin,
  findPlayerAction,
  findPlayerActionPerson,
  findPlayerSuggestion,
  joinSubjects,
  listPlayerActions,
  listSubjects,
  type PlayerDraft,
  revisePlayerAction,
  revokePlayerAction,
} from '#features/discipline/player-contract.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const copy = copyCommunity()
copy.edit('discipline.yaml', 'name: Kick,', 'name: Kick, approval: before,')
afterAll(() => copy.discard())

const world = useWorld({ communityDir: () => copy.dir })
/** The site knows this player only by a license, without a Discord account. */
const IRIS = 'subject:7'
const member = PEOPLE.member

beforeEach(async () => {
  await world().database.pool.query(
    `insert into subjects (id, number, name, identifiers) values ('${IRIS}', 7, 'Iris Vale', '{license:bb}')`,
  )
})

const DRAFT = { user: member.id, user_name: 'Jules', type: 'Warning', internal_reason: 'Clip HC-1' }
const add = (part: Partial<input<typeof PlayerDraft>> = {}, by: 'staff' | 'management' = 'staff') =>
  world().as[by](addPlayerAction, { body: { ...DRAFT, ...part } })
async function giveAction(part?: Parameters<typeof add>[0], by?: 'staff' | 'management') {
  const { status, body } = await add(part, by)
  expect(status).toBe(200)
  return body.item
}
const params = ({ id }: { id: number }) => ({ id: String(id) })
const found = async (id: number, as: 'staff' | 'management' = 'management') =>
  (await world().as[as](findPlayerAction, { params: { id: String(id) } })).body
const own = async () => (await world().as.member(listOwnActions)).body
const inboxOf = async (who: 'member' | 'staff') =>
  (await world().as[who](listInbox)).body.forYou.map(({ kind }) => kind)

describe('Logging an action against a player', () => {
  it('a logged action is listed with its author, and adds an account that the player record does not have', async () => {
    const item = await giveAction({ points: 2 })
    expect(item).toMatchObject({
      ...{ user: member.id, admin: PEOPLE.staff.id, admin_name: PEOPLE.staff.name, source: 'site', import: null },
      ...{ points: 2, is_from_game: false },
    })
    expect((await world().as.staff(listPlayerActions)).body.rows).toEqual([item])
    const { body } = await world().as.staff(listSubjects, { query: { query: 'jules' } })
    expect(body.data).toMatchObject([{ who: member.id, account: member.id, name: 'Jules', identifiers: [] }])
    expect((await found(item.id)).subject).toMatchObject({ who: member.id })
    const [entry] = (await world().database.db.select().from(auditLog)).filter(({ action }) => action === 'addAction')
    expect(entry).toMatchObject({ target: `player-actions/${item.id}`, actorId: PEOPLE.staff.id })
  })

  it('an action can be against a player with a license only, whose record is shown before', async () => {
    const before = await world().as.staff(findPlayerActionPerson, { params: { who: IRIS } })
    expect(before.body.item).toMatchObject({ id: IRIS, name: 'Iris Vale', record: { total: 0 } })
    expect(await giveAction({ user: IRIS, user_name: 'Iris Vale' })).toMatchObject({ user: IRIS })
  })

  it.each([
    ['somebody who is not in the record', { user: 'subject:99' }, 400],
    ['oneself', { user: PEOPLE.staff.id }, 403],
    ['a type of the staff family', { type: 'Strike' }, 400],
    ['an offence of staff', { offences: ['A-1'] }, 400],
    ['a text that is not filled in', { external_reason: 'You missed your shift on [date].' }, 400],
  ])('an action is refused for %s', async (_what, part, status) => {
    expect((await add(part)).status).toBe(status)
    expect((await world().as.staff(listPlayerActions)).body.total).toBe(0)
  })

  it('an action can be logged only by people who can give actions', async () => {
    expect((await world().as.member(addPlayerAction, { body: DRAFT })).status).toBe(403)
  })

  it('an action follows the ladder of its offence, and another decision needs a reason', async () => {
    const suggestion = async () =>
      (await world().as.staff(findPlayerSuggestion, { query: { user: member.id, offences: 'R-1' } })).body
    expect(await suggestion()).toMatchObject({ type: 'Warning', points: 1, needs_evidence: true })
    const first = await giveAction({ offences: ['R-1'], points: 1 })
    expect(await suggestion()).toMatchObject({ rungs: [{ rung: 2, earlier: [first.id] }], type: 'Ban', days: 3 })
    const refused = await add({ offences: ['R-1'], points: 1 })
    expect(refused.error?.fields).toHaveProperty('deviation_why')
    const second = await giveAction({ offences: ['R-1'], points: 1, deviation_why: 'A first day' })
    expect(await found(second.id)).toMatchObject({
      offences: [{ code: 'R-1', rung: 2, type: 'Ban', days: 3, points: 3 }],
      deviation: { way: 'milder', why: 'A first day' },
    })
    const report = (await world().as.management(reportDeviations, { query: { family: 'players' } })).body
    expect(report.offences).toEqual([{ id: 'R-1', name: 'Random deathmatch', total: 2, harsher: 0, milder: 1 }])
    expect((await world().as.management(reportDeviations)).body.offences).toEqual([])
    const milder = await world().as.staff(listPlayerActions, { query: { offence: 'R-1', deviation: 'milder' } })
    expect(milder.body.rows.map(({ id }) => id)).toEqual([second.id])
    const revise = (part: object) =>
      world().as.staff(revisePlayerAction, {
        params: params(first),
        body: { version: 1, why: 'Again', points: 2, ...part },
      })
    expect((await revise({})).error?.fields).toHaveProperty('deviation_why')
    await revise({ deviation_why: 'They laughed' })
    expect((await found(first.id)).deviation).toEqual({ way: 'harsher', why: 'They laughed' })
  })
})

describe('The person concerned of an action against a player', () => {
  it('the person is told in the inbox, sees the action in their account, and confirms it', async () => {
    const item = await giveAction({ external_reason: 'You left a scene.', points: 3 })
    expect(await inboxOf('member')).toEqual(['actionAdded'])
    expect(await own()).toMatchObject({
      data: [{ id: item.id, family: 'players', external_reason: 'You left a scene.', may_acknowledge: true }],
      points: { active: 0 },
      player_points: { active: 3 },
    })
    await world().as.member(acknowledgePlayerAction, { params: params(item), body: { version: 1 } })
    expect((await found(item.id)).item.acknowledged_at).not.toBeNull()
  })

  it('the person sees an action without a reason for them, and no internal note', async () => {
    await giveAction({ type: 'Note' })
    expect([await inboxOf('member'), (await own()).data]).toEqual([[], []])
    const item = await giveAction()
    expect(await inboxOf('member')).toEqual(['actionAdded'])
    expect((await own()).data.map(({ id }) => id)).toEqual([item.id])
  })

  it('the person appeals, and the decision changes the action and is kept as a revision', async () => {
    const item = await giveAction({
      points: 4,
      offences: ['R-1'],
      deviation_why: 'Twice',
      external_reason: 'You shot.',
    })
    const body = { family: 'players' as const, action: item.id, text: 'It was an accident.' }
    const { id, version } = (await world().as.member(addAppeal, { body })).body.item
    const reviewed = await world().as.management(reviewAppeal, { params: params({ id }), body: { version } })
    const decision = { outcome: 'reduced' as const, reduction: { points: 1 }, message: 'One is enough.' }
    const decided = await world().as.management(decideAppeal, {
      params: params({ id }),
      body: { ...decision, actionVersion: 1, version: reviewed.body.item.version },
    })
    expect(decided.status).toBe(200)
    const after = await found(item.id)
    expect(after.item.points).toBe(1)
    expect(after.revisions).toMatchObject([{ was: { points: 4 } }])
    expect((await world().as.member(findOwnAppeal, { params: params({ id }) })).body.item).toMatchObject({
      snapshot: { offences: [{ name: 'Random deathmatch' }] },
    })
  })
})

describe('Revising and revoking an action against a player', () => {
  const revise = (item: { id: number; version: number }, by: 'staff' | 'management' = 'staff', part = {}) =>
    world().as[by](revisePlayerAction, {
      params: params(item),
      body: { type: 'Ban', why: 'It was worse', version: item.version, ...part },
    })

  it('the author can revise within 24 hours, management always, and every earlier version is kept', async () => {
    const item = await giveAction()
    const revised = (await revise(item)).body.item
    expect(revised).toMatchObject({ type: 'Ban', is_revised: true, user: member.id })
    expect((await found(item.id)).revisions).toMatchObject([
      { version: 1, why: 'It was worse', was: { type: 'Warning' } },
    ])
    await world().database.pool.query(`update player_actions set logged_at = logged_at - interval '25 hours'`)
    expect((await revise(revised, 'staff', { type: 'Warning' })).status).toBe(403)
    expect((await revise(item, 'management', { type: 'Warning' })).status).toBe(409)
    expect((await revise(revised, 'management', { type: 'Warning' })).status).toBe(200)
  })

  it('a revision does not change the person concerned', async () => {
    const item = await giveAction()
    expect((await revise(item, 'management', { user: IRIS })).status).toBe(400)
  })

  it('only management can revise an imported action', async () => {
    await world().database.pool.query(
      `insert into player_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason, source, native_id)
       values (now(), '${IRIS}', 'Iris Vale', '${PEOPLE.staff.id}', 'Priya', 'Ban', 'Shot', 'txadmin', 'BAAA-1111')`,
    )
    const [item] = (await world().as.staff(listPlayerActions)).body.rows
    if (item === undefined) throw new Error('there is no action')
    expect(await found(item.id, 'staff')).toMatchObject({ may_revise: false, may_revoke: false })
    expect((await revise(item)).status).toBe(403)
    const body = { outcome: 'expunged' as const, why: 'Mistaken identity', version: 1 }
    expect((await world().as.staff(revokePlayerAction, { params: params(item), body })).status).toBe(403)
    const revoked = await world().as.management(revokePlayerAction, { params: params(item), body })
    expect(revoked.body.item.revoked).toMatchObject({ by: PEOPLE.management.id, outcome: 'expunged' })
    expect((await world().as.management(revokePlayerAction, { params: params(item), body })).status).toBe(409)
  })

  it('nobody revises or revokes an action against themselves', async () => {
    const item = await giveAction({ user: PEOPLE.management.id })
    const body = { outcome: 'expunged' as const, why: 'Me', version: 1 }
    expect((await revise(item, 'management')).status).toBe(403)
    expect((await world().as.management(revokePlayerAction, { params: params(item), body })).status).toBe(403)
  })

  it('earlier versions follow a join of two people and its undo', async () => {
    const item = await giveAction({ user: IRIS })
    await revise(item)
    await giveAction()
    const { body: plan } = await world().as.staff(findJoin, { params: { who: member.id }, query: { other: IRIS } })
    const versions = { stays_version: plan.stays.version, goes_version: plan.goes.version }
    const joined = await world().as.staff(joinSubjects, {
      params: { who: member.id },
      body: { other: IRIS, ...versions },
    })
    const users = async () => {
      const { item: now, revisions } = await found(item.id)
      return [now.user, ...revisions.map(({ was }) => was.user)]
    }
    expect(await users()).toEqual([member.id, member.id])
    await world().as.staff(undoImport, { params: { id: String(joined.body.import) } })
    expect(await users()).toEqual([IRIS, IRIS])
  })
})

describe('A type that needs approval', () => {
  it('the action is hidden from the person until somebody else approves it from the inbox', async () => {
    const item = await giveAction({ type: 'Kick', external_reason: 'You left a scene.' })
    expect([await inboxOf('member'), (await own()).data]).toEqual([[], []])
    const waiting = (await world().as.management(listInbox)).body.waiting
    expect(waiting.find(({ name }) => name === 'player-actions-to-approve')).toMatchObject({ count: 1 })
    const body = { decision: 'approve' as const, version: 1 }
    expect((await world().as.staff(approvePlayerAction, { params: params(item), body })).status).toBe(403)
    const approved = await world().as.management(approvePlayerAction, { params: params(item), body })
    expect(approved.body.item.approval).toMatchObject({ state: 'approved', by: PEOPLE.management.id })
    expect([await inboxOf('member'), await inboxOf('staff')]).toEqual([['actionAdded'], ['actionApproved']])
  })
})
