import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { input } from 'zod/v4/core'
import { auditLog } from '#features/audit/server/tables.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import { root } from '#server/paths.ts'
import { PEOPLE } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import {
  addAction,
  approveAction,
  type DaDraft,
  findAction,
  importActions,
  listActionPeople,
  listActions,
  listActionWeeks,
  listOwnActions,
  listReasonTemplates,
  reviseAction,
  revokeAction,
  undoAddAction,
} from '../contract.ts'
import { MAX_FOUND } from '../rules.ts'

const world = useWorld()
const HOUR = 3_600_000
const NOLAN = '310000000000000101'
const MARCUS = '310000000000000103'

const NO_TERMS = { ends_at: null, points: 0, points_end_at: null }

const draft = {
  user: NOLAN,
  user_name: 'Nolan Reyes',
  type: 'Strike' as const,
  internal_reason: 'Third missed shift this month',
  external_reason: 'You missed three shifts.',
}
type Draft = Partial<Omit<typeof draft, 'type'>> &
  Pick<input<typeof DaDraft>, 'date' | 'ends_at' | 'points' | 'points_days'> & { type?: string }

async function log(more: Draft = {}) {
  const { status, body } = await world().as.staff(addAction, {
    body: JSON.parse(JSON.stringify({ ...draft, ...more })),
  })
  expect(status).toBe(200)
  return body.item
}
const listed = async (query: Record<string, string> = {}) => (await world().as.staff(listActions, { query })).body
const found = async (query: Record<string, string>) => (await listed(query)).rows.map(({ user_name }) => user_name)
const audited = async () =>
  (await world().database.db.select().from(auditLog).orderBy(auditLog.seq)).filter(({ action }) =>
    /Action/.test(action),
  )
const params = ({ id }: { id: number }) => ({ id: String(id) })

async function weeksOf(
  query: { [filter in 'query' | 'user' | 'admin' | 'start' | 'end' | 'zone']?: string } & { type?: 'Note' },
) {
  const { status, body } = await world().as.staff(listActionWeeks, { query })
  expect([status, body.is_capped]).toEqual([200, false])
  const given = body.data.map(({ week, counts }) => [
    week,
    Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0)),
  ])
  return given.filter(([, counts]) => Object.keys(counts ?? {}).length > 0)
}

async function fill(count: number, reason: string) {
  await world().database.pool.query(
    `insert into disciplinary_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason)
     select timestamptz '2026-01-01' + n * interval '1 minute', '41000000000000000' || n % 9, 'Person ' || n % 9,
            '420000000000000000', 'Quinn Ash', 'Note', $2 || ' ' || n from generate_series(1, $1::int) n`,
    [count, reason],
  )
}

describe('Listing actions', () => {
  it('the list is available to staff only', async () => {
    expect((await world().as.anyone(listActions)).status).toBe(401)
    expect((await world().as.member(listActions)).status).toBe(403)
    expect((await world().as.es(listActions)).status).toBe(403)
    expect((await world().as.staff(listActions)).body).toEqual({ rows: [], total: 0, is_capped: false })
  })

  it('the list has rows and total, the newest first, 25 a page', async () => {
    await fill(60, 'reason')
    const first = await listed()
    expect([first.rows.length, first.total, first.is_capped]).toEqual([25, 60, false])
    expect(first.rows[0]?.internal_reason).toBe('reason 60')
    const last = await listed({ page: '3' })
    expect(last.rows.map(({ internal_reason }) => internal_reason)).toEqual(
      Array.from({ length: 10 }, (_, index) => `reason ${10 - index}`),
    )
    expect((await listed({ pageSize: '50', page: '2' })).rows).toHaveLength(10)
    expect((await listed({ pageSize: '10', page: '4' })).rows.map((row) => row.internal_reason)).toEqual(
      Array.from({ length: 10 }, (_, index) => `reason ${30 - index}`),
    )
  })

  it('a row has the fields of section 3 of the specification', async () => {
    const item = await log()
    expect((await listed()).rows).toEqual([item])
    expect(item).toEqual({
      ...draft,
      id: expect.any(Number),
      version: 1,
      date: '2026-03-14T18:30:00.000Z',
      admin: PEOPLE.staff.id,
      admin_name: PEOPLE.staff.name,
      is_revised: false,
      is_from_game: false,
      revoked: null,
      ...NO_TERMS,
      ...{ acknowledged_at: null, approval: null },
    })
  })

  it('the list is sorted by date, user_name or admin_name in both directions, ignoring case', async () => {
    await log({ user_name: 'bea', date: '2026-03-02T10:00:00Z' })
    await log({ user_name: 'Abe', date: '2026-03-01T10:00:00Z' })
    await log({ user_name: 'Cy', date: '2026-03-03T10:00:00Z' })
    expect(await found({ sort: 'date:asc' })).toEqual(['Abe', 'bea', 'Cy'])
    expect(await found({ sort: 'date:desc' })).toEqual(['Cy', 'bea', 'Abe'])
    expect(await found({ sort: 'user_name:asc' })).toEqual(['Abe', 'bea', 'Cy'])
    expect(await found({ sort: 'user_name:desc' })).toEqual(['Cy', 'bea', 'Abe'])
    expect(await found({ sort: 'admin_name:asc' })).toEqual(['bea', 'Abe', 'Cy'])
    expect(await found({ sort: 'user_name:desc', user: NOLAN })).toEqual(['Cy', 'bea', 'Abe'])
  })

  it('a page past the end is empty and has the total', async () => {
    await fill(30, 'reason')
    expect(await listed({ page: '3' })).toEqual({ rows: [], total: 30, is_capped: false })
    expect(await listed({ page: '9999999', query: 'reason' })).toEqual({ rows: [], total: 30, is_capped: false })
  })

  it('empty filter values are ignored', async () => {
    await log()
    expect((await listed({ query: ' ', user: '', start: '', page: '' })).total).toBe(1)
    const response = await world().app.inject({
      url: '/api/staff-da?query=&user=&admin=%20&start=&end=&sort=&page=&pageSize=',
      headers: { cookie: await world().signIn(PEOPLE.staff) },
    })
    expect(response.json()).toMatchObject({ total: 1 })
  })
})

describe('Searching actions', () => {
  it('a search matches text anywhere, ignoring case, and every word must match', async () => {
    await log({ user_name: 'Nolan Reyes', internal_reason: 'Rammed a patrol car on Harbor Bridge' })
    await log({ user_name: 'Ivy Cho', internal_reason: 'Late', external_reason: 'Rammed? No: ÜBERMÜDET.' })
    expect(await found({ query: 'RAMMED' })).toEqual(['Ivy Cho', 'Nolan Reyes'])
    expect(await found({ query: 'bridge  ramm' })).toEqual(['Nolan Reyes'])
    expect(await found({ query: 'bridge cho' })).toEqual([])
    expect(await found({ query: 'übermüd' })).toEqual(['Ivy Cho'])
    expect(await found({ query: NOLAN.slice(3) })).toEqual(['Ivy Cho', 'Nolan Reyes'])
    expect(await found({ query: 'priya cast' })).toEqual(['Ivy Cho', 'Nolan Reyes'])
  })

  it('a search ignores accents in the query and in the stored text', async () => {
    await log({ user_name: 'Lucía Ibáñez', internal_reason: 'Naïve driving' })
    for (const query of ['ibanez', 'IBÁÑEZ', 'lucia', 'naive', 'ib', 'Íb']) {
      expect([query, await found({ query })]).toEqual([query, query.length > 2 ? ['Lucía Ibáñez'] : []])
    }
    expect(await found({ query: 'lu' })).toEqual(['Lucía Ibáñez'])
    const people = (await world().as.staff(listActionPeople, { query: { query: 'ibanez' } })).body.users
    expect(people.map(({ name }) => name)).toEqual(['Lucía Ibáñez'])
  })

  it('a search matches types and ids', async () => {
    const { id } = await log({ type: 'Suspension', user_name: 'Suspended' })
    await log({ user_name: 'Struck' })
    expect(await found({ query: 'suspension' })).toEqual(['Suspended'])
    expect(await found({ query: 'suspension reyes' })).toEqual([])
    expect(await found({ query: `#${id}` })).toEqual(['Suspended'])
    expect(await found({ query: String(id) })).toEqual(['Suspended'])
    expect(await found({ query: '#99999' })).toEqual([])
  })

  it('%, _ and \\ are plain characters', async () => {
    await log({ user_name: 'Hundred', internal_reason: '100% certain' })
    await log({ user_name: 'Snake', internal_reason: 'wrote as a_b\\c everywhere' })
    await log({ user_name: 'Other', internal_reason: '1000 certain, axb-c' })
    expect(await found({ query: '100%' })).toEqual(['Hundred'])
    expect(await found({ query: '%%%' })).toEqual([])
    expect(await found({ query: 'a_b' })).toEqual(['Snake'])
    expect(await found({ query: 'b\\c' })).toEqual(['Snake'])
    expect(await found({ query: '___' })).toEqual([])
    expect(await found({ query: '%' })).toEqual([])
    expect(await found({ query: '\\' })).toEqual([])
  })

  it('a search with fewer than 3 characters matches names that start with it', async () => {
    await log({ user_name: 'Delia Park' })
    await log({ user_name: 'Rex Delgado' })
    expect(await found({ query: 'de' })).toEqual(['Delia Park'])
    expect(await found({ query: 'del' })).toEqual(['Rex Delgado', 'Delia Park'])
  })

  it('every page of a search is complete in every order, even past the counted limit', async () => {
    const all = 1_600
    await fill(all, 'seagull')
    const numbers = Array.from({ length: all }, (_, index) => index + 1)
    const orders = {
      'date:desc': (n: number) => -n,
      'date:asc': (n: number) => n,
      'user_name:asc': (n: number) => (n % 9) * all + n,
      'user_name:desc': (n: number) => -((n % 9) * all + n),
    }
    for (const [sort, keyOf] of Object.entries(orders)) {
      const sorted = numbers.toSorted((a, b) => keyOf(a) - keyOf(b))
      for (const page of [1, 2, 20]) {
        const { rows, total, is_capped } = await listed({ query: 'seagull', sort, page: String(page) })
        expect([total, is_capped]).toEqual([MAX_FOUND, true])
        const expected = sorted.slice((page - 1) * 25, page * 25).map((n) => `seagull ${n}`)
        expect(
          rows.map((row) => row.internal_reason),
          `${sort}, page ${page}`,
        ).toEqual(expected)
      }
    }
  })

  it('a search counts up to a limit and says that there are more, and no page past the limit has rows', async () => {
    await fill(MAX_FOUND + 1, 'seagull')
    const first = await listed({ query: 'seagull' })
    expect([first.rows.length, first.total, first.is_capped]).toEqual([25, MAX_FOUND, true])
    expect((await listed({ query: 'seagull', page: '20' })).rows).toHaveLength(25)
    expect(await listed({ query: 'seagull', page: '21' })).toEqual({ rows: [], total: MAX_FOUND, is_capped: true })
    expect(await listed({ query: 'seagull 77', pageSize: '10', page: '2' })).toMatchObject({ is_capped: false })
    expect(await listed()).toMatchObject({ total: MAX_FOUND + 1, is_capped: false })
  })
})

describe('Filtering actions', () => {
  it('the type filter accepts the configured types', async () => {
    await log({ user_name: 'Struck' })
    await log({ user_name: 'Noted', type: 'Note' })
    expect(await found({ type: 'Note' })).toEqual(['Noted'])
    expect(await found({ type: 'Note', query: 'struck' })).toEqual([])
    const { status, error } = await world().as.staff(listActions, { query: JSON.parse('{"type":"Parking"}') })
    expect([status, error?.fields]).toEqual([400, { type: 'Pick one of the types.' }])
  })

  it('the user and admin filters accept a Discord ID', async () => {
    await log()
    await log({ user: MARCUS, user_name: 'Marcus Delgado' })
    await world().as.management(addAction, { body: draft })
    expect(await found({ user: MARCUS })).toEqual(['Marcus Delgado'])
    expect((await listed({ admin: PEOPLE.management.id })).total).toBe(1)
    expect((await listed({ admin: PEOPLE.staff.id, user: NOLAN })).total).toBe(1)
  })

  it('the start and end filters are days of the viewer, both included', async () => {
    await log({ user_name: 'Before', date: '2026-03-01T04:59:59.999Z' })
    await log({ user_name: 'First', date: '2026-03-01T05:00:00Z' })
    await log({ user_name: 'Last', date: '2026-03-03T04:59:59.999Z' })
    await log({ user_name: 'After', date: '2026-03-03T05:00:00Z' })
    const days = { start: '2026-03-01', end: '2026-03-02' }
    expect(await found({ ...days, tz: '300' })).toEqual(['Last', 'First'])
    expect(await found({ start: '2026-03-03', end: '2026-03-03' })).toEqual(['After', 'Last'])
    expect(await found({ start: '2026-03-03', tz: '300' })).toEqual(['After'])
    expect(await found({ end: '2026-02-28', tz: '300' })).toEqual(['Before'])
  })
})

describe('Invalid input', () => {
  it.each([
    [{ start: '2026-02-30' }, { start: 'There is no such day. Write it as 2026-03-14.' }],
    [{ end: '3/14/2026' }, { end: 'There is no such day. Write it as 2026-03-14.' }],
    [{ start: '2026-03-02', end: '2026-03-01' }, { end: 'The end is before the start.' }],
    [{ user: 'nolan' }, { user: 'A Discord ID has 17 to 20 digits and nothing else.' }],
    [{ admin: '123' }, { admin: 'A Discord ID has 17 to 20 digits and nothing else.' }],
    [{ page: '0' }, { page: 'A page is a whole number from 1.' }],
    [{ page: '1.5' }, { page: 'A page is a whole number from 1.' }],
    [{ page: '99999999999999999999' }, { page: 'A page is a whole number from 1.' }],
    [{ pageSize: '26' }, { pageSize: 'A page has 10, 25, 50 or 100 entries.' }],
    [{ sort: 'type:asc' }, { sort: expect.stringContaining('Sort by one of these: date:desc') }],
    [{ tz: '9000' }, { tz: 'An offset from UTC is up to 840 minutes.' }],
    [{ query: 'x'.repeat(201) }, { query: 'Use at most 200 characters.' }],
    [{ query: 'a\u0000b' }, { query: 'Remove the invisible characters.' }],
  ])('the invalid filter %j is refused by field', async (query, fields) => {
    const { status, error } = await world().as.staff(listActions, { query })
    expect([status, error]).toEqual([400, { code: 'invalid', message: expect.any(String), fields }])
  })

  it('a filter that is sent twice is refused', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    const response = await world().app.inject({ url: '/api/staff-da?user=1&user=2', headers: { cookie } })
    expect(response.json()).toMatchObject({ error: { fields: { user: 'Send this once.' } } })
  })

  it.each(['0', '-1', '1e3', 'abc', '99999999999'])('%s is not a valid action id', async (id) => {
    expect(await world().as.staff(findAction, { params: { id } })).toMatchObject({
      status: 400,
      error: { fields: { id: 'This is not the id of an action.' } },
    })
  })

  it('an unknown action id is not found', async () => {
    const missing = { params: { id: '4711' } }
    const failure = { status: 404, error: { code: 'not_found', message: 'There is no such action.' } }
    expect(await world().as.staff(findAction, missing)).toMatchObject(failure)
    const body = { version: 1, why: 'a reason' }
    expect(await world().as.management(reviseAction, { ...missing, body })).toMatchObject(failure)
    const revocation = { outcome: 'expired' as const, why: 'a reason' }
    expect(await world().as.management(revokeAction, { ...missing, body: revocation })).toMatchObject(failure)
  })

  it.each([
    [{ user: '123' }, 'user'],
    [{ user: 3100000000 }, 'user'],
    [{ user_name: ' ' }, 'user_name'],
    [{ user_name: 'x'.repeat(101) }, 'user_name'],
    [{ type: 'Ban' }, 'type'],
    [{ internal_reason: '' }, 'internal_reason'],
    [{ internal_reason: 'x'.repeat(4001) }, 'internal_reason'],
    [{ external_reason: 'a\u0007b' }, 'external_reason'],
    [{ date: '2026-02-30T10:00:00Z' }, 'date'],
    [{ date: '2026-03-14' }, 'date'],
    [{ date: '2026-03-15T10:00:00Z' }, 'date'],
    [{ admin: PEOPLE.management.id }, 'admin'],
  ])('an action with %j is refused by field and changes nothing', async (more, field) => {
    const body = JSON.parse(JSON.stringify({ ...draft, ...more }))
    const { status, error } = await world().as.staff(addAction, { body })
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([400, [field]])
    expect((await listed()).total).toBe(0)
    expect(await audited()).toEqual([])
  })

  it('a body that is not JSON, too large or of another type is refused', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    const send = async (payload: string, type = 'application/json') =>
      (
        await world().app.inject({
          method: 'POST',
          url: '/api/staff-da',
          headers: { cookie, origin: ORIGIN, 'content-type': type },
          payload,
        })
      ).statusCode
    expect(await send('{')).toBe(400)
    expect(await send('[]')).toBe(400)
    expect(await send(JSON.stringify({ ...draft, internal_reason: 'x'.repeat(70_000) }))).toBe(413)
    expect(await send('user=1', 'application/x-www-form-urlencoded')).toBe(415)
    expect((await listed()).total).toBe(0)
  })
})

describe('Logging an action', () => {
  it('logging an action stores its author from the session, its time, and an audit entry', async () => {
    const item = await log({ date: '2026-03-10T12:00:00Z' })
    expect(item).toMatchObject({
      admin: PEOPLE.staff.id,
      admin_name: 'Priya Castell',
      date: '2026-03-10T12:00:00.000Z',
    })
    expect(await audited()).toMatchObject([
      { action: 'addAction', target: `staff-da/${item.id}`, actorId: PEOPLE.staff.id, before: null, after: draft },
    ])
  })

  it('an external reason is optional', async () => {
    const { external_reason: _, ...rest } = draft
    const { body } = await world().as.staff(addAction, { body: rest })
    expect(body.item.external_reason).toBeNull()
  })

  it('nobody logs an action against themselves', async () => {
    const { status, error } = await world().as.staff(addAction, { body: { ...draft, user: PEOPLE.staff.id } })
    expect([status, error?.message]).toEqual([403, 'This action is about you. Somebody else must do this.'])
    expect((await listed()).total).toBe(0)
  })
})

describe('Revising an action', () => {
  const why = 'The wrong type was picked'

  it('a revision keeps every earlier version, and changes only the sent fields', async () => {
    const item = await log()
    const first = await world().as.staff(reviseAction, {
      params: params(item),
      body: { type: 'Written Warning', version: 1, why },
    })
    expect(first.body.item).toEqual({ ...item, type: 'Written Warning', version: 2, is_revised: true })
    world().pass(HOUR)
    await world().as.management(reviseAction, {
      params: params(item),
      body: { external_reason: null, user_name: 'Nolan R.', version: 2, why: 'He was not told' },
    })
    const { body } = await world().as.staff(findAction, { params: params(item) })
    expect(body).toMatchObject({ item: { version: 3, external_reason: null, user_name: 'Nolan R.' } })
    expect(body.revisions).toEqual([
      {
        version: 1,
        at: '2026-03-14T18:30:00.000Z',
        by: PEOPLE.staff.id,
        by_name: 'Priya Castell',
        why,
        acknowledged_at: null,
        was: { ...draft, ...NO_TERMS, date: item.date },
      },
      expect.objectContaining({
        version: 2,
        by_name: 'Dana Whitfield',
        was: { ...draft, ...NO_TERMS, date: item.date, type: 'Written Warning' },
      }),
    ])
    expect((await audited()).map(({ action }) => action)).toEqual(['addAction', 'reviseAction', 'reviseAction'])
  })

  it('a revision changes the end and the points, which keep their distance when the date moves', async () => {
    const terms = { points: 4, points_days: 30, ends_at: '2026-03-20T18:30:00Z' }
    const item = await log(terms)
    expect(item).toMatchObject({
      points: 4,
      points_end_at: '2026-04-13T18:30:00.000Z',
      ends_at: '2026-03-20T18:30:00.000Z',
    })
    const body = { date: '2026-03-13T18:30:00Z', points: 2, ends_at: null, version: 1, why }
    const { item: after } = (await world().as.staff(reviseAction, { params: params(item), body })).body
    expect(after).toMatchObject({ points: 2, points_end_at: '2026-04-12T18:30:00.000Z', ends_at: null })
    const { revisions } = (await world().as.staff(findAction, { params: params(item) })).body
    expect(revisions[0]?.was).toMatchObject({ points: 4, ends_at: '2026-03-20T18:30:00.000Z' })
  })

  it('the author can revise within 24 hours, and management always', async () => {
    const item = await log()
    const revise = (as: 'staff' | 'management' | 'owner', version: number) =>
      world().as[as](reviseAction, { params: params(item), body: { internal_reason: `by ${as}`, version, why } })
    const other = await world().asPerson({ ...PEOPLE.staff, id: MARCUS, username: 'marcus', name: 'Marcus Delgado' })
    const refused = await other(reviseAction, { params: params(item), body: { type: 'Note', version: 1, why } })
    expect([refused.status, refused.error?.message]).toEqual([
      403,
      'Only its author, within 24 hours, or management may change this action.',
    ])
    world().pass(24 * HOUR)
    expect((await revise('staff', 1)).status).toBe(200)
    expect((await world().as.staff(findAction, { params: params(item) })).body.may_revise).toBe(true)
    world().pass(1)
    expect((await world().as.staff(findAction, { params: params(item) })).body.may_revise).toBe(false)
    expect((await revise('staff', 2)).error?.message).toBe(
      'More than 24 hours have passed. Only management may revise this action now.',
    )
    expect((await revise('management', 2)).status).toBe(200)
  })

  it('a revision of a stale version is a conflict with the current action, and changes nothing', async () => {
    const item = await log()
    const body = { internal_reason: 'second thoughts', version: 1, why }
    const changed = await world().as.staff(reviseAction, { params: params(item), body })
    const late = await world().as.management(reviseAction, {
      params: params(item),
      body: { ...body, internal_reason: 'too late' },
    })
    expect(late).toMatchObject({ status: 409, error: { code: 'changed_meanwhile' }, body: { item: changed.body.item } })
    expect((await listed()).rows).toEqual([changed.body.item])
  })

  it('a revision needs a version and a reason', async () => {
    const item = await log()
    const bad = await world().app.inject({
      method: 'PUT',
      url: `/api/staff-da/${item.id}`,
      headers: { cookie: await world().signIn(PEOPLE.staff), origin: ORIGIN },
      payload: { type: 'Note', colour: 'red' },
    })
    expect(Object.keys(bad.json().error.fields).sort()).toEqual(['colour', 'version', 'why'])
  })

  it.each([
    ['2026-02-30T10:00:00Z', 'Write the time as 2026-03-14T18:30:00Z.'],
    ['2026-03-15T10:00:00Z', 'This date is in the future.'],
    ['1999-12-31T10:00:00Z', 'This date is too far in the past.'],
  ])('a revision of the date to %s is refused and changes nothing', async (date, problem) => {
    const item = await log()
    const refused = await world().as.staff(reviseAction, { params: params(item), body: { date, version: 1, why } })
    expect([refused.status, refused.error?.fields]).toEqual([400, { date: problem }])
    expect((await listed()).rows).toEqual([item])
  })

  it('nobody revises an action against themselves, nor turns one on themselves or its author', async () => {
    const item = await log({ user: PEOPLE.management.id, user_name: 'Dana Whitfield' })
    const body = { type: 'Note' as const, version: 1, why }
    expect((await world().as.management(reviseAction, { params: params(item), body })).status).toBe(403)
    const other = await log()
    const turn = (as: 'management' | 'owner', user: string) =>
      world().as[as](reviseAction, { params: params(other), body: { user, version: 1, why } })
    expect((await turn('management', PEOPLE.management.id)).status).toBe(403)
    expect((await turn('owner', PEOPLE.staff.id)).error?.fields).toEqual({
      user: 'This person logged the action, so it cannot be about them.',
    })
    expect((await world().as.owner(reviseAction, { params: params(item), body })).status).toBe(200)
  })

  it('a revision without changes is not stored', async () => {
    const item = await log()
    const { body } = await world().as.staff(reviseAction, {
      params: params(item),
      body: { type: item.type, date: item.date, version: 1, why },
    })
    expect(body.item).toEqual(item)
    expect(await audited()).toHaveLength(1)
  })
})

describe('Taking back a new action', () => {
  it('the author can take back a new action, which stays listed as revoked', async () => {
    const item = await log()
    const undo = (as: 'staff' | 'management') =>
      world().as[as](undoAddAction, { params: params(item), body: { version: 1 } })
    const message = 'You did not log this action here, so you cannot take it back.'
    expect(await undo('management')).toMatchObject({ status: 403, error: { message } })
    const { status, body } = await undo('staff')
    const revoked = { outcome: 'expunged', by: PEOPLE.staff.id, why: 'Taken back right after it was logged.' }
    expect([status, body.item]).toMatchObject([200, { version: 2, is_revised: false, revoked }])
    expect((await listed()).rows).toEqual([body.item])
    expect((await audited()).at(-1)).toMatchObject({ action: 'undoAddAction', target: `staff-da/${item.id}` })
    expect(await undo('staff')).toMatchObject({ status: 409, error: { code: 'changed_meanwhile' } })
  })

  it('taking back is refused after the time limit, and if somebody changed the action', async () => {
    const [late, changed] = [await log(), await log()]
    const revision = { type: 'Note' as const, version: 1, why: 'milder' }
    await world().as.management(reviseAction, { params: params(changed), body: revision })
    const undo = (item: { id: number }, version = 1) =>
      world().as.staff(undoAddAction, { params: params(item), body: { version } })
    expect(await undo(changed)).toMatchObject({ status: 409, body: { item: { version: 2, type: 'Note' } } })
    expect(await undo(changed, 2)).toMatchObject({ status: 409, error: { code: 'too_late' } })
    world().pass(UNDO_LIMIT_MS + 1)
    expect(await undo(late)).toMatchObject({ status: 409, error: { code: 'too_late' } })
    expect((await listed()).rows.every(({ revoked }) => revoked === null)).toBe(true)
  })
})

it('the author cannot take back an action that a second person approved', async () => {
  const item = await log({ type: 'Removal' })
  const body = { decision: 'approve', version: 1 } as const
  expect((await world().as.management(approveAction, { params: params(item), body })).status).toBe(200)
  const undone = await world().as.staff(undoAddAction, { params: params(item), body: { version: 2 } })
  expect(undone).toMatchObject({ status: 409, error: { code: 'too_late' } })
})

describe('Revoking an action', () => {
  const revocation = { outcome: 'expunged' as const, why: 'It was somebody else' }

  it('only management can revoke, and the action stays listed with outcome and reason', async () => {
    const item = await log()
    expect((await world().as.staff(revokeAction, { params: params(item), body: revocation })).status).toBe(403)
    const { body } = await world().as.management(revokeAction, { params: params(item), body: revocation })
    const revoked = {
      ...revocation,
      at: '2026-03-14T18:30:00.000Z',
      by: PEOPLE.management.id,
      by_name: 'Dana Whitfield',
    }
    expect(body.item).toEqual({ ...item, version: 2, revoked })
    expect((await listed()).rows).toEqual([body.item])
    expect((await audited()).at(-1)).toMatchObject({ action: 'revokeAction', target: `staff-da/${item.id}` })
  })

  it('an action is revoked once, and cannot be revised afterwards', async () => {
    const item = await log()
    await world().as.management(revokeAction, { params: params(item), body: { ...revocation, version: 1 } })
    const again = await world().as.owner(revokeAction, { params: params(item), body: revocation })
    expect(again).toMatchObject({ status: 409, error: { code: 'already_revoked' }, body: { item: { version: 2 } } })
    const body = { type: 'Note' as const, version: 2, why: 'again' }
    expect((await world().as.owner(reviseAction, { params: params(item), body })).status).toBe(409)
    expect((await world().as.owner(findAction, { params: params(item) })).body).toMatchObject({
      may_revise: false,
      may_revoke: false,
    })
  })

  it('revoking a stale version is a conflict, revoking an action against oneself is denied, and both change nothing', async () => {
    const item = await log()
    await world().as.staff(reviseAction, { params: params(item), body: { type: 'Note', version: 1, why: 'milder' } })
    const late = await world().as.management(revokeAction, {
      params: params(item),
      body: { ...revocation, version: 1 },
    })
    expect(late).toMatchObject({ status: 409, body: { item: { version: 2, type: 'Note' } } })
    const mine = await log({ user: PEOPLE.management.id, user_name: 'Dana Whitfield' })
    expect((await world().as.management(revokeAction, { params: params(mine), body: revocation })).status).toBe(403)
    expect((await listed()).rows.every(({ revoked }) => revoked === null)).toBe(true)
  })
})

describe('People in the filters', () => {
  it('people are counted, the most frequent first, and found by name or id', async () => {
    await log()
    await log({ user_name: 'Nolan R. Reyes' })
    await log({ user: MARCUS, user_name: 'Marcus Delgado' })
    const all = (await world().as.staff(listActionPeople)).body
    expect(all).toEqual({
      users: [
        { id: NOLAN, name: 'Nolan R. Reyes', other_names: [], count: 2 },
        { id: MARCUS, name: 'Marcus Delgado', other_names: [], count: 1 },
      ],
      admins: [{ id: PEOPLE.staff.id, name: 'Priya Castell', other_names: ['priya'], count: 3 }],
    })
    const search = async (query: string) => (await world().as.staff(listActionPeople, { query: { query } })).body.users
    expect(await search('DELG')).toEqual([{ id: MARCUS, name: 'Marcus Delgado', other_names: [], count: 1 }])
    expect(await search(NOLAN.slice(-4))).toHaveLength(1)
    expect(await search('%')).toEqual([])
  })

  it('people in the filters follow a revision that changes the person', async () => {
    const item = await log()
    await world().as.staff(reviseAction, {
      params: params(item),
      body: { user: MARCUS, user_name: 'Marcus Delgado', version: 1, why: 'a mix-up' },
    })
    expect((await world().as.staff(listActionPeople)).body.users).toEqual([
      { id: MARCUS, name: 'Marcus Delgado', other_names: [], count: 1 },
    ])
  })
})

it('the chart has 26 weeks with the number of actions of each type', async () => {
  await log({ date: '2026-03-09T00:00:00Z' })
  await log({ date: '2026-03-08T23:59:00Z', type: 'Note' })
  await log({ type: 'Note' })
  const { data } = (await world().as.staff(listActionWeeks)).body
  expect(data).toHaveLength(26)
  expect(data.slice(-2)).toMatchObject([
    { week: '2026-03-02', counts: { Note: 1, Strike: 0 } },
    { week: '2026-03-09', counts: { Note: 1, Strike: 1, Removal: 0 } },
  ])
  // In New York it was Sunday evening. An unknown time zone counts as UTC.
  expect(await weeksOf({ zone: 'America/New_York' })).toEqual([
    ['2026-03-02', { Note: 1, Strike: 1 }],
    ['2026-03-09', { Note: 1 }],
  ])
  expect(await weeksOf({ zone: 'Mars/Olympus' })).toEqual(await weeksOf({}))
})

it('the chart follows every filter', async () => {
  await log({ date: '2026-03-09T00:00:00Z' })
  await log({ date: '2026-03-10T00:00:00Z', type: 'Note', user: MARCUS, user_name: 'Marcus Delgado' })
  await log({ date: '2026-02-03T10:00:00Z', internal_reason: 'Rammed a patrol car' })
  const chart = async (query: Parameters<typeof weeksOf>[0]) => Object.fromEntries(await weeksOf(query))
  expect(await chart({})).toEqual({ '2026-03-09': { Strike: 1, Note: 1 }, '2026-02-02': { Strike: 1 } })
  expect(await chart({ type: 'Note' })).toEqual({ '2026-03-09': { Note: 1 } })
  expect(await chart({ user: MARCUS })).toEqual({ '2026-03-09': { Note: 1 } })
  expect(await chart({ admin: MARCUS })).toEqual({})
  expect(await chart({ query: 'rammed' })).toEqual({ '2026-02-02': { Strike: 1 } })
  expect(await chart({ start: '2026-03-10' })).toEqual({ '2026-03-09': { Note: 1 } })
  expect(await chart({ user: NOLAN, end: '2026-03-01' })).toEqual({ '2026-02-02': { Strike: 1 } })
  const { data } = (await world().as.staff(listActionWeeks, { query: { end: '2026-03-01' } })).body
  expect([data.length, data.at(-1)?.week]).toEqual([26, '2026-02-23'])
})

it('the chart of a search starts with the first moment of its oldest week', async () => {
  await log({ date: '2025-09-15T00:00:00Z', internal_reason: 'seagull' })
  await log({ date: '2025-09-14T23:59:59Z', internal_reason: 'seagull' })
  expect(await weeksOf({ query: 'seagull' })).toEqual([['2025-09-15', { Strike: 1 }]])
})

it('the chart says where counting stopped, and shows only complete weeks', async () => {
  await log({ date: '2026-01-05T10:00:00Z', internal_reason: 'seagull' })
  await world().database.pool.query(
    `insert into disciplinary_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason)
     select timestamptz '2026-03-13' - n * interval '1 hour', $1, 'Nolan', '420000000000000000', 'Quinn', 'Note', 'seagull'
     from generate_series(1, $2::int) n`,
    [NOLAN, MAX_FOUND + 1],
  )
  const { body } = await world().as.staff(listActionWeeks, { query: { query: 'seagull' } })
  expect(body.is_capped).toBe(true)
  expect(body.data.map(({ week, counts }) => [week, counts.Note])).toEqual([
    ['2026-02-23', 168],
    ['2026-03-02', 168],
    ['2026-03-09', 96],
  ])
  expect((await world().as.staff(listActionWeeks, { query: { user: NOLAN } })).body.is_capped).toBe(false)
})

it('the reason templates are those of the community', async () => {
  const { data } = (await world().as.staff(listReasonTemplates)).body
  expect(data.length).toBeGreaterThan(5)
  expect((await world().as.member(listReasonTemplates)).status).toBe(403)
})

it('an action with an unfilled placeholder of a template is refused', async () => {
  const [template] = (await world().as.staff(listReasonTemplates)).body.data
  const body = { ...draft, internal_reason: String(template?.internal), external_reason: String(template?.external) }
  const { status, error } = await world().as.staff(addAction, { body })
  expect([status, error?.fields]).toEqual([
    400,
    { internal_reason: 'Fill in [date].', external_reason: 'Fill in [date].' },
  ])
  const filled = { ...body, internal_reason: 'Missed Friday. [sic]', external_reason: null }
  expect((await world().as.staff(addAction, { body: filled })).status).toBe(200)
})

describe('The own actions of a person', () => {
  const about = { user: PEOPLE.member.id, user_name: 'Jules Arden' }
  const NOTHING_MORE = {
    offences: [],
    ends_at: null,
    points: { given: 0, are_active: false, until: null },
    acknowledged_at: null,
    effect: { roster_status: null, blocks_promotion: false },
  }

  it('own actions have the external reason only, with revoked ones marked, and never the internal reason', async () => {
    await log({ user_name: 'Somebody else' })
    const kept = await log({ ...about, date: '2026-03-01T10:00:00Z' })
    const revoked = await log({ ...about, internal_reason: 'secret words', type: 'Suspension' })
    await log({ ...about, type: 'Note', internal_reason: 'between staff', external_reason: '' })
    await world().as.management(revokeAction, {
      params: params(revoked),
      body: { outcome: 'reduced', why: 'a why for staff' },
    })
    const { body } = await world().as.member(listOwnActions)
    expect(body.data).toEqual([
      {
        ...{ id: revoked.id, version: 2 },
        family: 'staff',
        date: revoked.date,
        type: 'Suspension',
        external_reason: draft.external_reason,
        revoked: { at: '2026-03-14T18:30:00.000Z', outcome: 'reduced' },
        ...NOTHING_MORE,
        approval_due_at: null,
        may_acknowledge: false,
      },
      {
        ...{ id: kept.id, version: 1 },
        family: 'staff',
        date: kept.date,
        type: 'Strike',
        external_reason: draft.external_reason,
        revoked: null,
        ...NOTHING_MORE,
        approval_due_at: null,
        may_acknowledge: true,
      },
    ])
    const response = JSON.stringify(body)
    for (const word of ['secret words', draft.internal_reason, 'a why for staff', 'Priya']) {
      expect(response).not.toContain(word)
    }
    expect((await world().as.anyone(listOwnActions)).status).toBe(401)
  })
})

describe('The internal reason and the person concerned, if they are staff', () => {
  const SECRET = 'a secret reason'
  const MINE = { user: PEOPLE.staff.id, user_name: PEOPLE.staff.name, internal_reason: SECRET }
  const WHY = { version: 1, why: 'spelling' }

  async function logAboutStaff(): Promise<number> {
    const { body } = await world().as.management(addAction, { body: { ...draft, ...MINE } })
    return body.item.id
  }

  it('the internal reason is null in the list, the action and its revisions, and everybody else reads it', async () => {
    const id = await logAboutStaff()
    const other = await log()
    await world().as.management(reviseAction, { params: params({ id }), body: { ...WHY, type: 'Note' } })
    const { rows } = await listed({ sort: 'date:asc' })
    expect(rows.map((row) => [row.id, row.internal_reason])).toEqual([
      [id, null],
      [other.id, draft.internal_reason],
    ])
    const found = await world().as.staff(findAction, { params: params({ id }) })
    expect(found.body).toMatchObject({
      item: { internal_reason: null, external_reason: draft.external_reason },
      revisions: [{ was: { internal_reason: null, external_reason: draft.external_reason } }],
    })
    expect(JSON.stringify(found.body)).not.toContain(SECRET)
    expect((await world().as.management(findAction, { params: params({ id }) })).body).toMatchObject({
      item: { internal_reason: SECRET },
      revisions: [{ was: { internal_reason: SECRET } }],
    })
  })

  it('the person concerned reads neither what the action said before it was moved to them, nor about whom', async () => {
    const once = await logAboutStaff()
    await world().as.management(reviseAction, { params: params({ id: once }), body: { ...WHY, user: NOLAN } })
    const now = await world().as.management(addAction, { body: { ...draft, internal_reason: SECRET } })
    const about = params(now.body.item)
    await world().as.management(reviseAction, { params: about, body: { ...WHY, user: PEOPLE.staff.id } })
    // Neither person learns whom else the action is or was about.
    expect((await world().as.staff(findAction, { params: params({ id: once }) })).body).toMatchObject({
      ...{ item: { user: NOLAN }, revisions: [] },
    })
    expect((await world().as.staff(findAction, { params: about })).body).toMatchObject({
      ...{ item: { user: PEOPLE.staff.id, internal_reason: null }, revisions: [] },
    })
    const others = await world().as.management(findAction, { params: about })
    expect(others.body.revisions).toMatchObject([{ was: { user: NOLAN, internal_reason: SECRET } }])
  })

  it('a search by the person concerned does not match the hidden reason, and finds everything they can read', async () => {
    await logAboutStaff()
    await log({ internal_reason: SECRET })
    const search = async (query: string) => (await listed({ query })).total
    expect(await search('secret')).toBe(1)
    // The search finds the action that they gave.
    expect(await search(`${PEOPLE.staff.name} secret`)).toBe(1)
    expect(await search(PEOPLE.management.name)).toBe(1)
    expect(await search('MISSED three')).toBe(2)
    expect((await world().as.management(listActions, { query: { query: 'secret' } })).body.total).toBe(2)
  })

  it('no write returns the hidden reason, and changes of an action about oneself are denied', async () => {
    const id = await logAboutStaff()
    for (const version of [1, 7]) {
      const body = { ...WHY, version, type: 'Note' as const }
      const { status, body: answer } = await world().as.staff(reviseAction, { params: params({ id }), body })
      expect([status, JSON.stringify(answer).includes(SECRET)]).toEqual([403, false])
    }
    const about = { ...draft, user: PEOPLE.management.id, user_name: 'Dana Whitfield', internal_reason: SECRET }
    const { item } = (await world().as.staff(addAction, { body: about })).body
    const mine = { params: params(item) }
    const revised = await world().as.management(reviseAction, { ...mine, body: { ...WHY, version: 7 } })
    const revocation = { outcome: 'expired' as const, why: 'old', version: 7 }
    const revoked = await world().as.management(revokeAction, { ...mine, body: revocation })
    for (const { status, body } of [revised, revoked]) {
      expect([status, JSON.stringify(body).includes(SECRET)]).toEqual([403, false])
    }
  })
})

describe('Importing actions from a spreadsheet', () => {
  const HEAD = 'Date,User,Discord ID,Issued by,Admin ID,Type,Reason,External Reason'
  const sheet = (...lines: string[]) => ['STAFF DA LOG,,,', HEAD, ...lines].join('\n')
  const ROW = `2026-03-01,Nolan Reyes,${NOLAN},Marcus Delgado,${MARCUS},strike,Missed shifts,You missed shifts`
  const NOTE = `2026-02-14,Ivy Cho,412345678901234567,Marcus Delgado,${MARCUS},Note,"Two lines,\nand a comma",`
  const importRows = (body: string, dryRun: 'true' | 'false' = 'false') =>
    world().as.management(importActions, { body, query: { dryRun } })

  it('only management can import', async () => {
    expect((await world().as.staff(importActions, { body: sheet(ROW) })).status).toBe(403)
  })

  it('an import adds new actions after a dry run, and a second import changes nothing', async () => {
    const dry = await importRows(sheet(ROW, NOTE), 'true')
    expect(dry.body).toMatchObject({ ok: true, added: 2, unchanged: 0, errors: [] })
    expect((await listed()).total).toBe(0)
    expect((await importRows(sheet(ROW, NOTE))).body).toMatchObject({ ok: true, added: 2 })
    expect((await listed()).rows).toMatchObject([
      { date: '2026-03-01T12:00:00.000Z', user: NOLAN, admin: MARCUS, admin_name: 'Marcus Delgado', type: 'Strike' },
      { type: 'Note', internal_reason: 'Two lines,\nand a comma', external_reason: null },
    ])
    expect((await audited()).map(({ action }) => action)).toEqual(['addAction', 'addAction', 'importActions'])

    // This holds even after an imported action was revised.
    const [first] = (await listed()).rows
    if (first === undefined) throw new Error('nothing was imported')
    await world().as.management(reviseAction, {
      params: params(first),
      body: { internal_reason: 'in better words', version: 1, why: 'spelling' },
    })
    expect((await importRows(sheet(ROW, NOTE))).body).toMatchObject({ ok: true, added: 0, unchanged: 2 })
    expect((await listed()).total).toBe(2)
    expect(await audited()).toHaveLength(4)
  })

  it('an import accepts an action of today from its first minute on', async () => {
    world().pass(Date.parse('2026-03-15T00:01:00Z') - world().now().getTime())
    expect((await importRows(sheet(ROW.replace('2026-03-01', '3/15/2026')))).body).toMatchObject({ ok: true, added: 1 })
    const { body } = await importRows(sheet(ROW.replace('2026-03-01', '3/16/2026')), 'true')
    expect(body.errors).toEqual([{ line: 3, field: 'date', message: 'This date is in the future.' }])
  })

  it('an import uses the date of today in the time zone of the site', async () => {
    vi.stubEnv('TZ', 'Pacific/Kiritimati')
    expect((await importRows(sheet(ROW.replace('2026-03-01', '3/15/2026')))).body).toMatchObject({ ok: true, added: 1 })
    vi.unstubAllEnvs()
  })

  it('an import accepts the spreadsheet of the demo', async () => {
    const { body } = await importRows(readFileSync(join(root, 'demo/staff-da.csv'), 'utf8'))
    expect(body).toMatchObject({ ok: true, added: 7, errors: [] })
  })

  it('an imported action has no author on the site', async () => {
    await importRows(sheet(ROW))
    const marcus = await world().asPerson({ ...PEOPLE.staff, id: MARCUS, username: 'marcus', name: 'Marcus Delgado' })
    const [row] = (await listed()).rows
    if (row === undefined) throw new Error('nothing was imported')
    expect((await marcus(findAction, { params: params(row) })).body.may_revise).toBe(false)
  })

  it.each([
    ['a day that does not exist', ROW.replace('2026-03-01', '2/30/2026'), 'date', '"2/30/2026" is not a date'],
    ['a day to come', ROW.replace('2026-03-01', '2027-03-01'), 'date', 'This date is in the future.'],
    ['a rounded id', ROW.replace(NOLAN, '3.1E+17'), 'user', 'was rounded by the spreadsheet'],
    ['no admin', ROW.replace(MARCUS, ''), 'admin', 'A Discord ID is needed'],
    ['no name of an admin', ROW.replace('Marcus Delgado', ''), 'admin_name', 'This is required.'],
    ['another type', ROW.replace('strike', 'ban'), 'type', '"ban" is not one of these: Verbal Warning'],
    ['no reason', ROW.replace('Missed shifts', ''), 'internal_reason', 'This is required.'],
    ['somebody against themselves', ROW.replace(MARCUS, NOLAN), 'user', 'User and admin are the same person'],
    ['the importer', ROW.replace(NOLAN, PEOPLE.management.id), 'user', 'This action is against you'],
    ['the same row twice', ROW, 'file', 'This action is already on line 3.'],
  ])('an import with %s is refused completely, by line and field', async (_, bad, field, message) => {
    const { status, body } = await importRows(sheet(ROW, bad))
    expect([status, body.ok, body.added]).toEqual([400, false, 0])
    expect(body.errors).toEqual([{ line: 4, field, message: expect.stringContaining(message) }])
    expect((await listed()).total).toBe(0)
    expect(await audited()).toEqual([])
  })

  it('an import without required columns, or with an unknown column, is refused', async () => {
    const without = (await importRows('Height,Age\nNolan,20', 'true')).body
    expect(without.errors).toMatchObject([{ line: 1, field: 'file' }])
    const { errors } = (await importRows('Date,Discord ID,Shoe size\n3/32/2026,1,44')).body
    expect(errors.map(({ field }) => field)).toEqual([
      'Shoe size',
      'User',
      'Admin ID',
      'Admin',
      'Type',
      'Internal Reason',
      'date',
      'user',
    ])
  })

  it('an import assigns a column to a chosen field, and skips another one', async () => {
    const text = HEAD_WITH_OTHERS
    const query = { columns: JSON.stringify({ Motive: 'Internal Reason', 'Shoe size': '' }) }
    const dry = await world().as.management(importActions, { body: text, query: { dryRun: 'true' } })
    expect(dry.body.columns.filter(({ isOpen }) => isOpen).map(({ name }) => name)).toEqual(['Motive', 'Shoe size'])
    const { body } = await world().as.management(importActions, { body: text, query })
    expect(body).toMatchObject({ ok: true, added: 1, entries: [{ internal_reason: 'Late' }] })
    const broken = await world().as.management(importActions, { body: text, query: { columns: '["Motive"]' } })
    expect([broken.status, Object.keys(broken.error?.fields ?? {})]).toEqual([400, ['columns']])
  })
})

const HEAD_WITH_OTHERS = [
  'Date,User,Discord ID,Admin,Admin ID,Type,Motive,Shoe size',
  '2026-03-01,Nolan,330000000000000001,Priya,330000000000000002,Strike,Late,44',
].join('\n')
