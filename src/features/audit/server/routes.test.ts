import { describe, expect, it } from 'vitest'
import type { input } from 'zod/v4/core'
import { createChanges } from '#server/changes.ts'
import { readCsv } from '#server/csv.ts'
import { PEOPLE } from '#test/people.ts'
import { useWorld } from '#test/world.ts'
import {
  type AuditEntry,
  type AuditQuery,
  type ChainState,
  exportAudit,
  findAuditActors,
  findAuditChain,
  listAudit,
  listAuditActions,
  listAuditPeople,
  MAX_FOUND,
  verifyAuditChain,
} from '../contract.ts'
import { createAudit } from './store.ts'

const world = useWorld()

const actor = ({ id, name }: { id: string; name: string }) => ({ id, name })
const PRIYA = actor(PEOPLE.staff)
const DANA = actor(PEOPLE.management)

async function write(by: { id: string; name: string } | null, ...entries: AuditEntry[]): Promise<void> {
  const audit = createAudit({ database: world().database, changes: createChanges(), clock: world().now })
  await audit.change({ actor: by, requestId: 'request-1' }, async () => ({ result: undefined, entries, topics: [] }))
}

type Query = Partial<Record<keyof AuditQuery, string>>
const list = async (query: Query = {}) => (await world().as.owner(listAudit, { query })).body
const found = async (query: Query) => (await list(query)).rows.map(({ target }) => target)

async function writeSome(): Promise<void> {
  await write(PRIYA, { action: 'addTenCode', target: 'ten-codes/1', after: { code: '10-4' } })
  world().pass(3_600_000)
  await write(DANA, {
    action: 'changeRosterMember',
    target: 'roster/8f',
    before: { name: 'a', version: 1 },
    after: { name: 'b', version: 2 },
  })
  world().pass(86_400_000)
  await write(PRIYA, { action: 'removeTenCode', target: 'ten-codes/1', before: { code: '10-4' } })
  await write(null, { action: 'fillRoster', target: 'roster', after: { count: 3 } })
}

describe('Reading the audit log', () => {
  it('entries have actor, action, time and both states, the latest first', async () => {
    await writeSome()
    const { rows, total, isCapped } = await list()
    expect([rows.map(({ seq }) => seq), total, isCapped]).toEqual([[4, 3, 2, 1], 4, false])
    expect(rows[2]).toEqual({
      seq: 2,
      at: '2026-03-14T19:30:00.000Z',
      actorId: DANA.id,
      actorName: 'Dana Whitfield',
      action: 'changeRosterMember',
      target: 'roster/8f',
      before: { name: 'a', version: 1 },
      after: { name: 'b', version: 2 },
      requestId: 'request-1',
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    })
  })

  it.each<[string, Query, string[]]>([
    ['a person', { actor: PRIYA.id }, ['ten-codes/1', 'ten-codes/1']],
    ['the site itself', { actor: 'site' }, ['roster']],
    ['an action', { action: 'addTenCode' }, ['ten-codes/1']],
    ['one record', { target: 'roster/8f' }, ['roster/8f']],
    ['everything of a kind', { target: 'roster' }, ['roster', 'roster/8f']],
    ['a day', { from: '2026-03-14', to: '2026-03-14' }, ['roster/8f', 'ten-codes/1']],
    ['a day of another calendar', { to: '2026-03-14', tz: '-300' }, ['ten-codes/1']],
    ['an end that has an offset of its own', { to: '2026-03-14', tz: '0', endTz: '-300' }, ['ten-codes/1']],
    ['since a day', { from: '2026-03-15' }, ['roster', 'ten-codes/1']],
    ['all of these', { actor: PRIYA.id, action: 'addTenCode', target: 'ten-codes', to: '2026-03-14' }, ['ten-codes/1']],
    [
      'blank values, which are as good as left out',
      { actor: ' ', action: '', target: ' ' },
      ['roster', 'ten-codes/1', 'roster/8f', 'ten-codes/1'],
    ],
    ['nothing like it', { action: 'addPenalCode' }, []],
    ['a wildcard, which is a plain character', { target: 'ten-codes/%' }, []],
    ['another', { target: '_oster' }, []],
  ])('the log is filtered by %s', async (_, query, targets) => {
    await writeSome()
    expect(await found(query)).toEqual(targets)
  })

  it('the log is paged with and without filters, and a page past the end is empty', async () => {
    await write(PRIYA, ...Array.from({ length: 60 }, (_, index) => ({ action: 'act', target: `things/${index}` })))
    for (const filter of [{}, { action: 'act' }]) {
      const page = (number: string) => list({ ...filter, page: number, pageSize: '25' })
      expect((await page('1')).rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, at) => 60 - at))
      expect(await page('3')).toMatchObject({ total: 60, isCapped: false })
      expect((await page('3')).rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, at) => 10 - at))
      for (const past of ['4', '99999999']) expect(await page(past)).toMatchObject({ rows: [], total: 60 })
    }
  })

  it('the log is sorted by the oldest first on request, even after a cut', async () => {
    await write(PRIYA, ...Array.from({ length: 60 }, (_, index) => ({ action: 'act', target: `things/${index}` })))
    const { pool } = world().database
    await pool.query('alter table audit_log disable trigger audit_log_append_only')
    await pool.query('delete from audit_log where seq <= 5')
    await pool.query('alter table audit_log enable trigger audit_log_append_only')
    for (const filter of [{}, { action: 'act' }]) {
      const page = (number: string) => list({ ...filter, sort: 'when:asc', page: number, pageSize: '25' })
      expect((await page('1')).rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, at) => 6 + at))
      expect((await page('3')).rows.map(({ seq }) => seq)).toEqual([56, 57, 58, 59, 60])
      expect(await page('4')).toMatchObject({ rows: [], total: 55 })
      const { body } = await world().as.owner(exportAudit.all, { query: { ...filter, sort: 'when:asc' } })
      const seqs = readCsv(body).map(({ cells }) => Number(cells[0]))
      expect(seqs.slice(1, 56)).toEqual(Array.from({ length: 55 }, (_, at) => 6 + at))
    }
  })

  it('a filtered log counts up to a limit and says that there are more', async () => {
    const entries = Array.from({ length: MAX_FOUND + 1 }, (_, index) => ({ action: 'act', target: `things/${index}` }))
    await write(PRIYA, ...entries)
    expect(await list({ action: 'act' })).toMatchObject({ total: MAX_FOUND, isCapped: true })
    const last = String(MAX_FOUND / 100)
    expect((await list({ action: 'act', page: last, pageSize: '100' })).rows).toHaveLength(100)
    expect((await list({ action: 'act', page: `${last}1`, pageSize: '100' })).rows).toEqual([])
    expect(await list()).toMatchObject({ total: MAX_FOUND + 1, isCapped: false })
  })

  it.each<[string, Record<string, string>, string]>([
    ['an actor that is no id', { actor: 'priya' }, 'actor'],
    ['an id of 21 digits', { actor: '3'.repeat(21) }, 'actor'],
    ['a day that does not exist', { from: '2026-02-30' }, 'from'],
    ['a day in other words', { to: '03/14/2026' }, 'to'],
    ['an end before the start', { from: '2026-03-15', to: '2026-03-14' }, 'to'],
    ['page 0', { page: '0' }, 'page'],
    ['half a page', { page: '1.5' }, 'page'],
    ['a page of another size', { pageSize: '1000' }, 'pageSize'],
    ['an offset beyond the day', { tz: '900' }, 'tz'],
    ['an oversized target', { target: 'x'.repeat(301) }, 'target'],
    ['a control character', { action: 'a\u0000b' }, 'action'],
    ['an unknown filter', { user: '1' }, 'user'],
  ])('%s is refused and names the field', async (_, query, field) => {
    const sent: input<typeof listAudit.query> = query
    const { status, error } = await world().as.owner(listAudit, { query: sent })
    expect([status, error?.code, Object.keys(error?.fields ?? {})]).toEqual([400, 'invalid', [field]])
  })

  it('the filter lists every action', async () => {
    await writeSome()
    expect((await world().as.owner(listAuditActions)).body.data).toEqual([
      'addTenCode',
      'changeRosterMember',
      'fillRoster',
      'removeTenCode',
    ])
  })

  it('the filter of an empty log lists no action', async () => {
    expect((await world().as.owner(listAuditActions)).body.data).toEqual([])
    expect(await list()).toEqual({ rows: [], total: 0, isCapped: false })
  })

  it.each([
    ['CASTELL', ['Priya Castell']],
    [PEOPLE.staff.id, ['Priya Castell']],
    ['da', ['Dana Whitfield']],
    ['%', []],
    ['_', []],
    ['\\', []],
  ])('people are found by name or id: %s', async (query, names) => {
    for (const person of [PEOPLE.staff, PEOPLE.management]) await world().signIn(person)
    const { body } = await world().as.owner(findAuditActors, { query: { query } })
    expect(body.data.map(({ name }) => name)).toEqual(names)
  })

  it('sign-ins and the records of imports are omitted on request', async () => {
    const add = (id: number) => ({ action: 'addTenCode', target: `ten-codes/${id}`, after: { code: `10-${id}` } })
    const counts = { added: 3, changed: 0, removed: 0, unchanged: 7 }
    await write(PRIYA, { action: 'signIn', target: `users/${PRIYA.id}` }, add(1))
    world().pass(1000)
    await write(PRIYA, add(2), add(3), add(4), { action: 'importTenCodes', target: 'ten-codes', after: counts })
    world().pass(1000)
    await write(
      PRIYA,
      { action: 'undoImport', target: 'ten-codes/4', after: { import: 1 } },
      { action: 'undoImport', target: 'ten-codes', after: { import: 1, removed: 1, restored: 0, stayed: 2 } },
    )
    const seqs = async (query: Query) => (await list(query)).rows.map(({ seq }) => seq)
    expect(await seqs({ signIns: 'hidden', imports: 'folded' })).toEqual([8, 6, 2])
    expect(await seqs({ imports: 'folded' })).toEqual([8, 6, 2, 1])
    expect(await seqs({ imports: 'folded', actor: PRIYA.id, pageSize: '25', page: '2' })).toEqual([])
    expect(await seqs({ signIns: 'hidden' })).toEqual([8, 7, 6, 5, 4, 3, 2])
    expect(await list({ import: '6' })).toMatchObject({ rows: [{ seq: 5 }, { seq: 4 }, { seq: 3 }], total: 3 })
    expect([await seqs({ import: '8' }), await seqs({ import: '2' })]).toEqual([[7], []])
  })

  it('no entry of somebody else is hidden, whatever number an import has', async () => {
    await write(DANA, { action: 'changeRosterMember', target: 'roster/8f' })
    await write(PRIYA, { action: 'importRoster', target: 'roster', after: { added: 1, changed: 0 } })
    await write(PRIYA, { action: 'importRoster', target: 'roster', after: { added: 9, changed: 9 } })
    expect((await list({ imports: 'folded' })).total).toBe(3)
  })

  it('people are named by their ids in one call, and unknown ones are omitted', async () => {
    for (const person of [PEOPLE.staff, PEOPLE.management]) await world().signIn(person)
    const ids = [DANA.id, PRIYA.id, '310000000000009999', DANA.id].join(',')
    const { body } = await world().as.owner(listAuditPeople, { query: { ids } })
    expect(body.data).toEqual([DANA, PRIYA])
    expect((await world().as.owner(listAuditPeople, { query: { ids: 'dana' } })).status).toBe(400)
  })
})

describe('Verifying the hash chain', () => {
  const state = async (): Promise<ChainState> => (await world().as.owner(findAuditChain)).body
  async function checked(): Promise<ChainState> {
    const started = await world().as.owner(verifyAuditChain)
    expect(started.status).toBe(200)
    await expect.poll(async () => (await state()).running, { timeout: 10_000 }).toBeNull()
    return state()
  }

  it('the chain has no result at first', async () => {
    expect(await state()).toEqual({ running: null, hasFailed: false, last: null })
  })

  it('the chain is verified on demand, with its last hash, actor and time', async () => {
    await writeSome()
    const [last] = (await list()).rows
    const at = world().now().toISOString()
    expect(await checked()).toEqual({
      running: null,
      hasFailed: false,
      last: { at, by: 'Theo Marchetti', rows: 4, erased: 0, head: last?.hash, broken: null },
    })
    expect(await checked()).toMatchObject({ last: { rows: 5 } })
  })

  it('a broken chain names the first modified row', async () => {
    await writeSome()
    const { pool } = world().database
    await pool.query('alter table audit_log disable trigger audit_log_append_only')
    await pool.query(`update audit_log set actor_name = 'Somebody' where seq = 3`)
    await pool.query('alter table audit_log enable trigger audit_log_append_only')
    expect((await checked()).last).toMatchObject({
      rows: 2,
      broken: { seq: 3, why: 'its content is not what was written' },
    })
  })

  it('concurrent requests verify the chain once, and other requests are served meanwhile', async () => {
    const entries = Array.from({ length: 5_000 }, (_, index) => ({ action: 'act', target: `things/${index}` }))
    await write(PRIYA, ...entries)
    const started = await Promise.all([1, 2, 3].map(() => world().as.owner(verifyAuditChain)))
    expect(started.some(({ body }) => body.running !== null)).toBe(true)
    expect((await list()).rows.length).toBeGreaterThan(0)
    await expect.poll(async () => (await state()).running, { timeout: 10_000 }).toBeNull()
    expect(await list({ action: 'verifyAuditChain' })).toMatchObject({ total: 1 })
  })

  it('a running verification does not delay closing the site', async () => {
    const entries = Array.from({ length: 5_000 }, (_, index) => ({ action: 'act', target: `things/${index}` }))
    await write(PRIYA, ...entries)
    await world().as.owner(verifyAuditChain)
    const began = performance.now()
    await world().app.close()
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
