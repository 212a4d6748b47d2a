import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from '#app/features.ts'
import { exportAudit } from '#features/audit/contract.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { exportPenalCodes, exportTenCodes, importPenalCodes, importTenCodes } from '#features/codes/contract.ts'
import { addAction, exportActions, revokeAction } from '#features/discipline/contract.ts'
import { exportIngestTokens } from '#features/ingest/contract.ts'
import { exportQuickLinks, importQuickLinks } from '#features/quick-links/contract.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { trialModCalls } from '#features/trial-mods/contract.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { readCsv } from '#server/csv.ts'
import { PEOPLE } from '../people.ts'
import { plant } from '../planted.ts'
import { useWorld } from '../world.ts'

const world = useWorld()

const listOf = (path: string) => ENDPOINTS.find((each) => each.method === 'GET' && `${each.path}/export` === path)
const ALL = ENDPOINTS.filter(({ method, path }) => method === 'GET' && path.endsWith('/export'))
const isAudit = (path: string) => path === exportAudit.all.path
const Rows = z.array(z.record(z.string(), z.unknown()))
const rowsIn = (body: unknown): unknown => {
  if (Array.isArray(body)) return body
  const reply = z.parse(z.object({ data: z.optional(Rows), rows: z.optional(Rows) }), body)
  return reply.data ?? reply.rows
}

/** Signs an owner in and returns a function that requests an address as them. */
async function reader() {
  const cookie = await world().signIn(PEOPLE.owner)
  return (url: string, headers = {}) =>
    world().app.inject({ method: 'GET', url, headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers } })
}

describe('Exports of lists', () => {
  it('an export is available to the readers of the list, with exactly the data that the list shows them', () => {
    const declaration = ({ access, part, hiddenFromSubject }: Endpoint) => ({ access, part, hiddenFromSubject })
    expect(ALL.map((each) => [each.path, declaration(each)])).toEqual(
      ALL.map(({ path }) => {
        const list = listOf(path)
        return [path, list && declaration(list)]
      }),
    )
    const named = ENDPOINTS.filter(({ method, path }) => method === 'POST' && path.endsWith('/export'))
    expect(named.map((each) => [each.path, declaration(each)])).toEqual(
      ALL.map((each) => [each.path, declaration(each)]),
    )
    // Each of these lists has a page of its own.
    expect(ALL.map(({ path }) => path.slice('/api/'.length, -'/export'.length)).sort()).toEqual(
      [
        ...['assistant/phrases', 'assistant/questions', 'audit', 'codes/penal', 'codes/ten', 'dev-roster'],
        ...[
          'es/quicklinks',
          'ingest/tokens',
          'player-actions',
          'roster',
          'staff-da',
          'training/queue',
          'trialmods',
          'users/sessions',
        ],
        'verifications',
      ].sort(),
    )
  })

  it('an export contains the rows of the list, as JSON and as CSV', async () => {
    await plant(world())
    const read = await reader()
    for (const { path } of ALL) {
      const listed = z.parse(
        Rows,
        rowsIn((await read(`${path.slice(0, -'/export'.length)}${isAudit(path) ? '?pageSize=100' : ''}`)).json()),
      )
      const json = await read(`${path}?format=json`)
      expect([path, json.headers['content-type']]).toEqual([path, 'application/json; charset=utf-8'])
      const exported = z.parse(Rows, json.json())
      expect([path, exported]).toEqual([path, listed])
      const csv = await read(path)
      expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
      const rows = readCsv(csv.body)
      expect([path, rows.length]).toEqual([path, exported.length + (isAudit(path) ? 2 : 1)])
      expect(new Set(rows.map(({ cells }) => cells.length)).size).toBe(1)
    }
    expect((await read(exportIngestTokens.all.path)).body).not.toMatch(/ingest_|hash/)
  }, 60_000)
})

describe('Exports of lists of people', () => {
  const listed = async () => (await world().as.staff(staffRoster.list)).body.data
  const add = (name: string, at: number) =>
    world().as.management(staffRoster.add, {
      body: { name, discordId: `31000000000000091${at}`, position: 'Moderator', callsign: `M-${at}`, notes: 'kept' },
    })

  it('an export contains the requested rows in the requested order', async () => {
    for (const [at, name] of ['Ana', 'Ben', 'Cem'].entries()) expect((await add(name, at)).status).toBe(200)
    const ids = (await listed()).map(({ id }) => id)
    const rows = [...ids.toReversed(), 'nobody'].filter((id) => id !== ids[1])
    const { body, status } = await world().as.staff(staffRoster.exports.chosen, { body: { format: 'csv', rows } })
    expect(status).toBe(200)
    expect(readCsv(body).map(({ cells }) => cells[1])).toEqual(['Name', 'Cem', 'Ana'])
    expect((await world().as.member(staffRoster.exports.chosen, { body: { format: 'csv', rows } })).status).toBe(403)
    const nothing = await world().as.staff(staffRoster.exports.chosen, { body: { format: 'csv', rows: [] } })
    expect([nothing.status, nothing.error?.fields]).toEqual([400, { rows: 'Name a row.' }])
  })

  it('the audit log records who exported a list, and with which filters', async () => {
    await world().as.staff(staffRoster.exports.all)
    await world().as.staff(exportActions.all, { query: { format: 'json', type: 'Strike' } })
    await world().as.anyone(exportTenCodes.all)
    const rows = await world().database.db.select().from(auditLog).orderBy(auditLog.seq)
    expect(rows.map(({ actorName, action, target, after }) => [actorName, action, target, after])).toEqual([
      [PEOPLE.staff.name, 'exportList', 'roster', { format: 'csv' }],
      [PEOPLE.staff.name, 'exportList', 'staff-da', { format: 'json', sort: 'date:desc', type: 'Strike' }],
    ])
  })

  it('an export is refused for navigation from another site', async () => {
    const read = await reader()
    const refused = await read(staffRoster.exports.all.path, { 'sec-fetch-site': 'cross-site' })
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'cross_site'])
    expect((await read(staffRoster.exports.all.path, { 'sec-fetch-site': 'none' })).statusCode).toBe(200)
  })
})

describe('Exports of actions', () => {
  const add = async (count: number) => {
    await world().database.pool.query(`
      insert into disciplinary_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason)
      select '2026-01-01'::timestamptz + n / 3 * interval '1 minute', 'u' || n % 7, 'User ' || n % 7,
        '${PEOPLE.management.id}', 'Dana', case n % 2 when 0 then 'Strike' else 'Note' end, 'Case ' || n
      from generate_series(1, ${count}) n`)
  }

  it.each(['date:desc', 'date:asc', 'user_name:asc', 'user_name:desc', 'admin_name:asc'] as const)(
    'exported actions are complete, unique and in the order of the page across batches: %s',
    async (sort) => {
      await add(1_203)
      const read = await reader()
      const pages = await Promise.all(
        Array.from({ length: 13 }, (_, at) => read(`/api/staff-da?pageSize=100&sort=${sort}&page=${at + 1}`)),
      )
      const listed = pages.flatMap((page) => z.parse(Rows, page.json().rows))
      expect(listed).toHaveLength(1_203)
      expect((await read(`/api/staff-da/export?format=json&sort=${sort}`)).json()).toEqual(listed)
    },
  )

  it('exported actions follow the filters of the page', async () => {
    await add(1_203)
    const read = await reader()
    const filters = 'type=Note&query=case%2077&tz=0'
    const listed = z.parse(Rows, (await read(`/api/staff-da?${filters}&pageSize=100`)).json().rows)
    expect(listed.length).toBeGreaterThan(5)
    expect((await read(`/api/staff-da/export?format=json&${filters}`)).json()).toEqual(listed)
    expect((await read('/api/staff-da/export?type=Nonsense')).statusCode).toBe(400)
  })

  it('an export of actions contains no internal reason for readers without access', async () => {
    const against = { user: PEOPLE.owner.id, user_name: PEOPLE.owner.name, type: 'Strike' }
    const body = { ...against, internal_reason: 'between-staff', external_reason: null }
    const { item } = (await world().as.management(addAction, { body })).body
    const revoked = { outcome: 'expunged', why: 'between-staff' } as const
    await world().as.management(revokeAction, { params: { id: String(item.id) }, body: revoked })
    const rows = { format: 'json' as const, rows: [String(item.id)] }
    for (const [caller, isAllowed] of [
      [world().as.owner, false],
      [world().as.staff, true],
    ] as const) {
      const all = (await caller(exportActions.all)).body
      const chosen = JSON.stringify((await caller(exportActions.chosen, { body: rows })).body)
      expect([all.includes('expunged'), chosen.includes('expunged')]).toEqual([true, true])
      expect([all, chosen].map((text) => text.includes('between-staff'))).toEqual([isAllowed, isAllowed])
    }
  })
})

describe('Importing an exported file', () => {
  it.each([
    [
      '10-codes',
      exportTenCodes,
      importTenCodes,
      'Code,Meaning,Category,Color\n10-4,=Understood,Radio,green\n10-5,"a, b",,',
    ],
    [
      'penal codes',
      exportPenalCodes,
      importPenalCodes,
      'Statute,Title,Class,Fine,Jail,Points,Notes,Fine up to\n10.1,Speeding,Infraction,100,0,3,"two\nlines",200',
    ],
    ['quick links', exportQuickLinks, importQuickLinks, 'Title,Group,Address\nCAD,Operational,https://example.com/'],
    [
      'the checklist',
      trialModCalls.exports,
      trialModCalls.import,
      'Discord ID,Trial Mod,Staff ID,Classroom,Status,Completed\n330000000000000001,Nolan,T-1,Completed by Priya,Passed,2026-01-03',
    ],
  ] as const)('importing an exported file changes nothing: %s', async (_, exported, imported, sheet) => {
    const cookie = await world().signIn(PEOPLE.management)
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'text/csv' }
    const importRows = (payload: string, dryRun: boolean) =>
      world().app.inject({ method: 'POST', url: `${imported.path}?dryRun=${dryRun}`, headers, payload })
    expect((await importRows(sheet, false)).statusCode).toBe(200)
    const file = await world().app.inject({ method: 'GET', url: exported.all.path, headers: { cookie } })
    expect((await importRows(file.body, true)).json()).toMatchObject({
      added: 0,
      changed: 0,
      errors: [],
      columns: expect.any(Array),
    })
  })
})
