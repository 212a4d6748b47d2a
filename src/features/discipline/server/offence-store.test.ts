import { describe, expect, it } from 'vitest'
import type { input } from 'zod/v4/core'
import { listAudit } from '#features/audit/contract.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { DAY } from '#lib/dates.ts'
import { PEOPLE } from '#test/people.ts'
import { useWorld } from '#test/world.ts'
import {
  addAction,
  type DaDraft,
  type DaRevisionDraft,
  findAction,
  findSuggestion,
  listActions,
  listActionWeeks,
  reportDeviations,
  reviseAction,
  revokeAction,
} from '../contract.ts'

const world = useWorld()
const NOLAN = '310000000000000101'

const draft = { user: NOLAN, user_name: 'Nolan Reyes', type: 'Verbal Warning', internal_reason: 'No word' }
/** The terms that community/offences.yaml suggests for the first missed shift. */
const first = () => ({ ...draft, offences: ['A-1'], points: 1, ends_at: inDays(30) })
const inDays = (days: number) => new Date(world().now().getTime() + days * DAY).toISOString()

const add = (body: input<typeof DaDraft>) => world().as.staff(addAction, { body })
const suggestion = async (offences: string) =>
  (await world().as.staff(findSuggestion, { query: { user: NOLAN, offences } })).body
const found = async (id: number) => (await world().as.management(findAction, { params: { id: String(id) } })).body

it('each action in force is one step of the ladder, and a revoked one is not', async () => {
  expect(await suggestion('A-1')).toMatchObject({ type: 'Verbal Warning', days: 30, points: 1, needs_evidence: false })
  const { item } = (await add(first())).body
  expect(await suggestion('A-2')).toMatchObject({
    rungs: [{ code: 'A-2', rung: 2, earlier: [item.id] }],
    ...{ type: 'Written Warning', days: 60, points: 2 },
  })
  expect(await suggestion('A-1,C-1')).toMatchObject({
    type: 'Written Warning',
    days: 60,
    points: 4,
    needs_evidence: true,
  })
  const params = { id: String(item.id) }
  await world().as.management(revokeAction, { params, body: { outcome: 'expunged', why: 'Wrong person' } })
  expect((await suggestion('A-1')).rungs).toMatchObject([{ rung: 1, earlier: [] }])
})

it('an action without an offence is not a step of a ladder', async () => {
  const { item } = (await add(draft)).body
  expect((await suggestion('A-1')).rungs).toMatchObject([{ rung: 1 }])
  expect(await found(item.id)).toMatchObject({ offences: [], deviation: null })
})

it('an action as suggested needs no reason, and stores its suggestion', async () => {
  const { status, body } = await add({ ...first(), deviation_why: 'Nothing of the kind' })
  expect(status).toBe(200)
  expect(await found(body.item.id)).toMatchObject({
    offences: [{ code: 'A-1', name: 'Missed shift', rung: 1, type: 'Verbal Warning', days: 30, points: 1 }],
    deviation: { way: 'none', why: null },
  })
  const [entry] = (await world().database.db.select().from(auditLog)).filter(({ action }) => action === 'addAction')
  expect(entry?.after).toMatchObject({ offences: ['A-1'], deviation: 'none' })
})

it.each([
  ['another type', { type: 'Strike' }, 'harsher'],
  ['no end', { ends_at: undefined }, 'harsher'],
  ['fewer points', { points: 0 }, 'milder'],
] as const)('the server requires a reason for %s', async (_title, part, way) => {
  const refused = await add({ ...first(), ...part })
  expect([refused.status, refused.error?.fields]).toEqual([
    400,
    { deviation_why: 'Say why you do not follow the suggestion.' },
  ])
  const blank = await add({ ...first(), ...part, deviation_why: '  ' })
  expect(blank.status).toBe(400)
  const { body } = await add({ ...first(), ...part, deviation_why: 'It was the night of the event' })
  expect((await found(body.item.id)).deviation).toEqual({ way, why: 'It was the night of the event' })
})

it('the person concerned does not read the reason for a deviation, even if they are staff', async () => {
  const body = { ...first(), user: PEOPLE.staff.id, type: 'Strike', deviation_why: 'Between us' }
  const { item } = (await world().as.management(addAction, { body })).body
  const own = await world().as.staff(findAction, { params: { id: String(item.id) } })
  expect(own.body.deviation).toEqual({ way: 'harsher', why: null })
})

it.each([
  ['an unknown offence', ['A-9']],
  ['an offence of players', ['R-1']],
  ['a repeated offence', ['A-1', 'A-1']],
  ['six offences', ['A-1', 'A-2', 'C-1', 'C-2', 'P-1', 'P-2']],
])('an action with %s is refused', async (_title, offences) => {
  expect((await add({ ...first(), offences })).error?.fields).toHaveProperty('offences')
})

it('the placeholders in the reason for the person must be filled in', async () => {
  const external_reason = 'You missed your shift on [date] and did not tell anybody.'
  expect((await add({ ...first(), external_reason })).error?.fields).toHaveProperty('external_reason')
})

it('the report counts by offence and issuer, and each number links to as many actions', async () => {
  const harsher = { type: 'Strike', deviation_why: 'It was the night of the event' }
  await add(first())
  await add({ ...first(), user: '310000000000000101', ...harsher, offences: ['A-1', 'C-1'] })
  await add(draft)
  const body = { ...first(), user: '310000000000000103', points: 0, deviation_why: 'A first day' }
  await world().as.management(addAction, { body })
  const report = (await world().as.management(reportDeviations)).body
  expect(report).toEqual({
    offences: [
      { id: 'A-1', name: 'Missed shift', total: 3, harsher: 1, milder: 1 },
      { id: 'C-1', name: 'Disrespect towards a player', total: 1, harsher: 1, milder: 0 },
    ],
    issuers: [
      { id: PEOPLE.staff.id, name: PEOPLE.staff.name, total: 2, harsher: 1, milder: 0 },
      { id: PEOPLE.management.id, name: PEOPLE.management.name, total: 1, harsher: 0, milder: 1 },
    ],
    is_capped: false,
  })
  const total = async (query: input<NonNullable<(typeof listActions)['query']>>) =>
    (await world().as.staff(listActions, { query })).body.total
  for (const row of report.offences) {
    expect(await total({ offence: row.id, deviation: 'any' })).toBe(row.total)
    expect(await total({ offence: row.id, deviation: 'harsher' })).toBe(row.harsher)
    expect(await total({ offence: row.id, deviation: 'milder' })).toBe(row.milder)
  }
  for (const row of report.issuers) {
    expect(await total({ admin: row.id, deviation: 'any' })).toBe(row.total)
    expect(await total({ admin: row.id, deviation: 'harsher' })).toBe(row.harsher)
  }
  const weeks = (await world().as.staff(listActionWeeks, { query: { offence: 'C-1' } })).body
  expect(weeks.data.at(-1)?.counts.Strike).toBe(1)
})

type Revision = Partial<input<typeof DaRevisionDraft>>
const revise = (who: 'staff' | 'management', id: number, version: number, part: Revision) =>
  world().as[who](reviseAction, { params: { id: String(id) }, body: { why: 'Thought again', version, ...part } })

describe('A revision by the issuer', () => {
  it.each([
    ['another type', () => ({ type: 'Strike' }), 'harsher'],
    ['a later end', () => ({ ends_at: inDays(60) }), 'harsher'],
    ['an earlier day, from which it lasts longer', () => ({ date: inDays(-5) }), 'harsher'],
    ['no points', () => ({ points: 0 }), 'milder'],
  ] as const)('a revision to %s needs a reason and counts in the report', async (_title, part, way) => {
    const { item } = (await add(first())).body
    const refused = await revise('staff', item.id, 1, part())
    expect([refused.status, refused.error?.fields]).toEqual([
      400,
      { deviation_why: 'Say why you do not follow the suggestion.' },
    ])
    expect(await found(item.id)).toMatchObject({ deviation: { way: 'none' }, revisions: [] })
    expect((await revise('staff', item.id, 1, { ...part(), deviation_why: 'It was the night' })).status).toBe(200)
    expect((await found(item.id)).deviation).toEqual({ way, why: 'It was the night' })
    const { issuers } = (await world().as.management(reportDeviations)).body
    expect(issuers).toMatchObject([{ id: PEOPLE.staff.id, total: 1, [way]: 1 }])
    const query = { admin: PEOPLE.staff.id, deviation: way }
    expect((await world().as.staff(listActions, { query })).body.total).toBe(1)
  })

  it('a revision is compared with the stored suggestion, whatever was given since', async () => {
    const { item } = (await add({ ...first(), date: inDays(-2), ends_at: inDays(28) })).body
    await add({ ...first(), date: inDays(-3), ends_at: inDays(27) })
    expect((await revise('staff', item.id, 1, { points: 1, internal_reason: 'More words' })).status).toBe(200)
    const body = { type: 'Written Warning', deviation_why: 'The second time' }
    await revise('staff', item.id, 2, body)
    expect((await found(item.id)).deviation).toEqual({ way: 'harsher', why: 'The second time' })
  })

  it('a revision to another person computes a new suggestion, asks for a reason, and counts', async () => {
    await add({ ...first(), user: PEOPLE.member.id })
    const { item } = (await add(first())).body
    const moved = { user: PEOPLE.member.id, user_name: PEOPLE.member.name }
    expect((await revise('staff', item.id, 1, moved)).error?.fields).toHaveProperty('deviation_why')
    expect((await found(item.id)).offences).toMatchObject([{ rung: 1 }])
    expect((await revise('staff', item.id, 1, { ...moved, deviation_why: 'Mixed up' })).status).toBe(200)
    expect(await found(item.id)).toMatchObject({
      offences: [{ rung: 2, type: 'Written Warning', days: 60, points: 2 }],
      deviation: { way: 'milder', why: 'Mixed up' },
    })
    const { issuers } = (await world().as.management(reportDeviations)).body
    expect(issuers).toMatchObject([{ total: 2, milder: 1 }])
  })

  it('a revision to another day computes a new suggestion, asks for a reason, and counts', async () => {
    await add({ ...first(), date: inDays(-10), ends_at: inDays(20) })
    const second = { type: 'Written Warning', points: 2, ends_at: inDays(60) }
    const { item } = (await add({ ...first(), ...second })).body
    const moved = { date: inDays(-20), ends_at: inDays(40) }
    expect((await revise('staff', item.id, 1, moved)).error?.fields).toHaveProperty('deviation_why')
    expect((await revise('staff', item.id, 1, { ...moved, deviation_why: 'Mixed up' })).status).toBe(200)
    expect(await found(item.id)).toMatchObject({
      offences: [{ rung: 1, type: 'Verbal Warning', days: 30, points: 1 }],
      deviation: { way: 'harsher', why: 'Mixed up' },
    })
    const { issuers } = (await world().as.management(reportDeviations)).body
    expect(issuers).toMatchObject([{ total: 2, harsher: 1 }])
  })

  it('a revision to another day does not count the action itself as an earlier one', async () => {
    const { item } = (await add({ ...first(), date: inDays(-2), ends_at: inDays(28) })).body
    expect((await revise('staff', item.id, 1, { date: inDays(-1), ends_at: inDays(29) })).status).toBe(200)
    expect(await found(item.id)).toMatchObject({ offences: [{ rung: 1 }], deviation: { way: 'none', why: null } })
  })

  it('the suggestion for another person or day is shown to the issuer as the server will compare it', async () => {
    await add({ ...first(), user: PEOPLE.member.id })
    const { item } = (await add({ ...first(), date: inDays(-2), ends_at: inDays(28) })).body
    const suggested = async (who: 'staff' | 'management', user: string, date: string) => {
      const query = { user, offences: 'A-1', date, revises: String(item.id) }
      const { status, body } = await world().as[who](findSuggestion, { query })
      return status === 200 ? body.rungs : status
    }
    const [rung] = [{ code: 'A-1', name: 'Missed shift', type: 'Verbal Warning', days: 30, points: 1 }]
    expect(await suggested('staff', NOLAN, inDays(-1))).toEqual([{ ...rung, rung: 1, earlier: [] }])
    expect(await suggested('staff', PEOPLE.member.id, inDays(1))).toMatchObject([
      { rung: 2, type: 'Written Warning', earlier: [expect.any(Number)] },
    ])
    expect(await suggested('management', PEOPLE.member.id, inDays(1))).toBe(404)
  })

  it('a revision after management made the action harsher is compared with the values of the issuer', async () => {
    const { item } = (await add(first())).body
    await revise('management', item.id, 1, { type: 'Strike' })
    expect((await revise('staff', item.id, 2, { internal_reason: 'More words' })).status).toBe(200)
    expect((await revise('staff', item.id, 3, { ends_at: inDays(30), points: 1, type: 'Strike' })).status).toBe(200)
    expect((await revise('staff', item.id, 3, { points: 0 })).error?.fields).toHaveProperty('deviation_why')
    expect((await revise('staff', item.id, 3, { points: 0, deviation_why: 'A first day' })).status).toBe(200)
    expect((await found(item.id)).deviation).toEqual({ way: 'milder', why: 'A first day' })
    expect((await revise('staff', item.id, 4, { points: 1 })).status).toBe(200)
    expect((await found(item.id)).deviation).toEqual({ way: 'none', why: null })
  })

  it('a revision back to the suggestion needs no reason and no longer counts', async () => {
    const { item } = (await add({ ...first(), points: 5, deviation_why: 'Five' })).body
    expect((await revise('staff', item.id, 1, { points: 1 })).status).toBe(200)
    expect((await found(item.id)).deviation).toEqual({ way: 'none', why: null })
  })

  it('a revision of texts only changes neither the deviation nor its reason', async () => {
    const { item } = (await add({ ...first(), points: 5, deviation_why: 'Five' })).body
    await revise('staff', item.id, 1, { internal_reason: 'Other words', deviation_why: 'Another why' })
    expect((await found(item.id)).deviation).toEqual({ way: 'harsher', why: 'Five' })
  })

  it('a revision of an action without an offence needs no reason', async () => {
    const { item } = (await add(draft)).body
    expect((await revise('staff', item.id, 1, { type: 'Strike' })).status).toBe(200)
    expect((await found(item.id)).deviation).toBeNull()
  })

  it('the audit log shows the deviation, and its reason to everybody except the person concerned', async () => {
    const { item } = (await add({ ...first(), user: PEOPLE.owner.id })).body
    await revise('staff', item.id, 1, { type: 'Strike', deviation_why: 'It was the night' })
    const [entry] = (await world().database.db.select().from(auditLog)).filter(
      ({ action }) => action === 'reviseAction',
    )
    expect(entry?.before).toMatchObject({ deviation: 'none', deviation_why: null })
    expect(entry?.after).toMatchObject({
      deviation: 'harsher',
      deviation_why: 'It was the night',
      why: 'Thought again',
    })
    const read = JSON.stringify((await world().as.owner(listAudit, { query: { action: 'reviseAction' } })).body.rows)
    expect([read.includes('harsher'), read.includes('It was the night')]).toEqual([true, false])
  })
})

it('a revision by somebody else needs no reason and does not count in the report', async () => {
  const { item } = (await add(first())).body
  expect((await revise('management', item.id, 1, { type: 'Strike', deviation_why: 'So be it' })).status).toBe(200)
  expect((await found(item.id)).deviation).toEqual({ way: 'none', why: null })
})

it('the report covers the requested days', async () => {
  await add(first())
  const day = world().now().toISOString().slice(0, 10)
  const of = async (query: { start: string } | { end: string }) =>
    (await world().as.management(reportDeviations, { query })).body.issuers.length
  expect(await of({ start: day })).toBe(1)
  expect(await of({ end: '2020-01-01' })).toBe(0)
})
