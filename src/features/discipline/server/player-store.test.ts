import { beforeEach, describe, expect, it } from 'vitest'
import { listImports, undoImport } from '#features/audit/contract.ts'
import { PEOPLE } from '#test/people.ts'
import { useWorld } from '#test/world.ts'
import { listActions } from '../contract.ts'
import {
  findJoin,
  findPlayerAction,
  findSubject,
  joinSubjects,
  listPlayerActionPeople,
  listPlayerActions,
  listPlayerActionWeeks,
  listSubjects,
} from '../player-contract.ts'

const world = useWorld()
const KAI = '410000000000000001'
const IRIS = 'subject:7'

const query = (text: string, values: unknown[] = []) => world().database.pool.query(text, values)

beforeEach(async () => {
  await query(
    `insert into subjects (id, number, name, identifiers, play_minutes, last_seen, note) values
       ($1, 6, 'Kai Stone', '{license:aa}', 90, '2026-03-01', 'Asks for help often'),
       ($2, 7, 'Íris Vale', '{license:bb,steam:1}', null, null, null)`,
    [KAI, IRIS],
  )
  await query(
    `insert into player_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason, source, native_id, ends_at)
     values ('2026-03-10T10:00:00Z', $1, 'Kai Stone', 'txadmin:Bo', 'Bo', 'Warning', 'Drove on the pavement', 'txadmin', 'WAAA-1111', null),
            ('2026-03-11T10:00:00Z', $2, 'Íris Vale', '420000000000000001', 'Noor', 'Ban', 'Shot at everybody', 'txadmin', 'BAAA-1111', '2026-04-11')`,
    [KAI, IRIS],
  )
})

const listed = async (filter: Record<string, string> = {}) =>
  (await world().as.staff(listPlayerActions, { query: filter })).body.rows.map(({ native_id }) => native_id)

describe('Listing actions against players', () => {
  it('the list is available to staff, and is separate from the Staff DA Database', async () => {
    expect((await world().as.member(listPlayerActions)).status).toBe(403)
    expect((await world().as.staff(listPlayerActions)).body.total).toBe(2)
    expect((await world().as.staff(listActions)).body.total).toBe(0)
  })

  it.each([
    ['the newest first', {}, ['BAAA-1111', 'WAAA-1111']],
    ['whom it is about, by Discord ID', { user: KAI }, ['WAAA-1111']],
    ['whom it is about, by the number of a subject', { user: IRIS }, ['BAAA-1111']],
    ['who gave it, by the name in another program', { admin: 'txadmin:Bo' }, ['WAAA-1111']],
    ['a type of the player family', { type: 'Ban' }, ['BAAA-1111']],
    ['words without accents', { query: 'iris' }, ['BAAA-1111']],
    ['days', { end: '2026-03-10' }, ['WAAA-1111']],
  ])('the list is filtered by %s', async (_what, filter, expected) => {
    expect(await listed(filter)).toEqual(expected)
  })

  it('a type of staff actions and an invalid id are refused', async () => {
    const refused = async (filter: Record<string, string>) =>
      (await world().as.staff(listPlayerActions, { query: filter })).error?.fields
    expect(Object.keys((await refused({ type: 'Strike' })) ?? {})).toEqual(['type'])
    expect(Object.keys((await refused({ user: 'subject:0' })) ?? {})).toEqual(['user'])
  })

  it('people and weeks are counted', async () => {
    const { users, admins } = (await world().as.staff(listPlayerActionPeople)).body
    expect(users.map(({ id, count }) => [id, count])).toEqual([
      [IRIS, 1],
      [KAI, 1],
    ])
    expect(admins.map(({ name }) => name)).toEqual(['Bo', 'Noor'])
    const weeks = (await world().as.staff(listPlayerActionWeeks)).body.data
    expect(weeks.at(-1)?.counts).toEqual({ Note: 0, Warning: 1, Kick: 0, Ban: 1 })
  })

  it('one action contains the data of its player', async () => {
    const [first] = (await world().as.staff(listPlayerActions, { query: { user: IRIS } })).body.rows
    const { body } = await world().as.staff(findPlayerAction, { params: { id: String(first?.id) } })
    expect(body.item).toMatchObject({ user: IRIS, type: 'Ban', ends_at: '2026-04-11T00:00:00.000Z', import: null })
    expect(body.subject).toMatchObject({ who: IRIS, account: null, identifiers: ['license:bb', 'steam:1'] })
  })
})

describe('People in the player record', () => {
  it.each([
    ['a part of their name', 'vale', [IRIS]],
    ['an identifier', 'STEAM:1', [IRIS]],
    ['their id', KAI, [KAI]],
  ])('people are found by %s', async (_what, text, expected) => {
    const { body } = await world().as.staff(listSubjects, { query: { query: text } })
    expect(body.data.map(({ who }) => who)).toEqual(expected)
  })

  it('people are shown with their known data and their number of actions', async () => {
    const { body } = await world().as.staff(findSubject, { params: { who: KAI } })
    expect(body.item).toMatchObject({ account: KAI, play_minutes: 90, note: { text: 'Asks for help often' } })
    expect(body.record).toMatchObject({ total: 1, types: [{ type: 'Warning', count: 1 }] })
    expect((await world().as.staff(findSubject, { params: { who: 'subject:99' } })).status).toBe(404)
  })

  it('people cannot read notes about themselves', async () => {
    const { staff, management } = PEOPLE
    await query(`insert into subjects (id, name, identifiers, note) values ($1, 'Priya', '{}', 'Watch her')`, [
      staff.id,
    ])
    const { rows } = await query(`update player_actions set user_id = $1 where user_id = $2 returning id`, [
      staff.id,
      KAI,
    ])
    const seenBy = async (person: typeof staff | typeof management) => {
      const as = await world().asPerson(person)
      return [
        (await as(findSubject, { params: { who: staff.id } })).body.item.note,
        (await as(listSubjects, { query: { query: 'priya' } })).body.data[0]?.note,
        (await as(findPlayerAction, { params: { id: String(rows[0]?.id) } })).body.subject?.note,
      ].map((note) => note?.text ?? null)
    }
    expect(await seenBy(staff)).toEqual([null, null, null])
    expect(await seenBy(management)).toEqual(['Watch her', 'Watch her', 'Watch her'])
  })
})

describe('Joining two people by hand', () => {
  const params = { who: IRIS }
  const look = (other = KAI) => world().as.staff(findJoin, { params, query: { other } })
  const join = (more = {}) =>
    world().as.staff(joinSubjects, { params, body: { other: KAI, stays_version: 1, goes_version: 1, ...more } })
  const held = async () => [
    (await query('select * from subjects order by id')).rows,
    (await query('select * from player_actions order by id')).rows,
    (await query('select * from player_people order by id')).rows,
  ]

  it('a join has a preview, is executed, and can be undone within 30 days', async () => {
    const before = await held()
    expect((await look()).body).toMatchObject({ stays: { who: KAI }, goes: { who: IRIS }, actions: 1 })
    const { body } = await join()
    expect(body.item).toMatchObject({ who: KAI, identifiers: ['license:aa', 'license:bb', 'steam:1'] })
    expect(await listed({ user: KAI })).toEqual(['BAAA-1111', 'WAAA-1111'])
    expect((await world().as.staff(findSubject, { params })).status).toBe(404)
    const { data } = (await world().as.staff(listImports, { query: { list: 'subjects' } })).body
    expect(data.map(({ id, names }) => [id, names])).toEqual([[body.import, ['Kai Stone', 'Íris Vale']]])
    const undone = await world().as.staff(undoImport, { params: { id: String(body.import) } })
    expect([undone.status, undone.body.stay]).toEqual([200, 0])
    expect(await held()).toEqual(before)
  })

  it('undo keeps the join if somebody changed one of them meanwhile', async () => {
    expect((await join({ goes_version: 2 })).status).toBe(409)
    expect(await listed({ user: IRIS })).toEqual(['BAAA-1111'])
  })

  it.each([
    ['two accounts', '410000000000000009', 400],
    ['somebody with themselves', KAI, 400],
    ['somebody who is not there', 'subject:99', 404],
  ])('a join with %s is refused', async (_what, other, status) => {
    await query(`insert into subjects (id, name, identifiers) values ('410000000000000009', 'Bo', '{}')`)
    const { status: answered } = await world().as.staff(findJoin, { params: { who: KAI }, query: { other } })
    expect(answered).toBe(status)
  })

  it('nobody joins themselves', async () => {
    await query('insert into subjects (id, name, identifiers) values ($1, $2, $3)', [PEOPLE.staff.id, 'Priya', []])
    expect((await look(PEOPLE.staff.id)).status).toBe(403)
  })
})
