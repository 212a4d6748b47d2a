import { describe, expect, it, vi } from 'vitest'
import { ENDPOINTS } from '#app/features.ts'
import { importedTables } from '#app/imported-tables.ts'
import { eraseFromSite, exportPerson } from '#app/person.ts'
import { addAppeal, withdrawAppeal } from '#features/appeals/contract.ts'
import { findUndoing, listAudit, listImports, undoImport } from '#features/audit/contract.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { createUndoStore } from '#features/audit/server/undo-store.ts'
import { importPenalCodes, importTenCodes } from '#features/codes/contract.ts'
import { importActions, listActions, reviseAction } from '#features/discipline/contract.ts'
import { importQuickLinks } from '#features/quick-links/contract.ts'
import { devRoster, type RosterDraft, staffRoster } from '#features/roster/contract.ts'
import { changeStage, importTrialMods, listTrialMods } from '#features/trial-mods/contract.ts'
import { DAY } from '#lib/dates.ts'
import type { Topic } from '#lib/topics.ts'
import { createChanges } from '#server/changes.ts'
import { quoted, readTables } from '#server/database/backup/catalog.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { ACTION_TYPES, PLAYER_TYPES } from '../action-types.ts'
import { CHECKLISTS } from '../checklist.ts'
import { concurrentTransactions, WAITS_FOR_LOCK } from '../concurrent-transactions.ts'
import { silentLog, testEngine } from '../database.ts'
import { PEOPLE } from '../people.ts'
import { ROSTER_CONTENT } from '../rosters.ts'
import { useWorld } from '../world.ts'

const world = useWorld()

const CONTENT = {
  ...{ rosterContent: ROSTER_CONTENT, checklists: CHECKLISTS },
  ...{ actionTypes: ACTION_TYPES, playerTypes: PLAYER_TYPES },
}

/** Tables that an undone import need not restore. */
const IGNORED_TABLES = [
  'audit_log',
  'imports',
  'import_rows',
  'removed_actions',
  'users',
  'sessions',
  'rate_limits',
  'announcements',
  'leader_heartbeat',
]

/** Every row of every table that is not in `ASIDE`. */
const everyRow = () =>
  world().database.withoutTimeout(async (client) => {
    const rows: Record<string, string[]> = {}
    for (const { name } of await readTables(client)) {
      if (IGNORED_TABLES.includes(name)) continue
      const found = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${quoted(name)} t order by 1`,
      )
      rows[name] = found.rows.map(({ row }) => row)
    }
    return rows
  })

const past = async (list: Topic) => (await world().as.management(listImports, { query: { list } })).body.data
const previewUndo = async (id = 0, who: 'management' | 'owner' = 'management') =>
  (await world().as[who](findUndoing, { params: { id: String(id) } })).body
const undo = (id: number, who: 'management' | 'owner' = 'management') =>
  world().as[who](undoImport, { params: { id: String(id) } })
const NOTHING_LEFT = { status: 409, error: { message: 'There is nothing left to undo.' } }
const idOf = (person: { id: string }) => person.id
const [jules, lena, priya] = [PEOPLE.member, PEOPLE.es, PEOPLE.staff].map(idOf)

const ROSTER = 'Name,Discord ID,Callsign,Position,Status,Notes'
const bringRoster = (...rows: string[]) =>
  world().as.management(staffRoster.import, { body: [ROSTER, ...rows].join('\n'), query: { name: 'roster.csv' } })

type Bring = (rows: readonly string[], missing?: 'remove') => Promise<{ status: number; body: { ok: boolean } }>
const ACTIONS = 'Date,User,Discord ID,Issued by,Admin ID,Type,Reason'
const bringActions = (...rows: string[]) =>
  world().as.management(importActions, { body: [ACTIONS, ...rows].join('\n'), query: {} })
const STRIKE = `2026-03-01,Jules Arden,${jules},Priya Castell,${priya},Strike,Late`

const LISTS: [Topic, Bring, before: string[], after: string[], does: { removes: number; restores: number }][] = [
  [
    'roster',
    (rows) => bringRoster(...rows),
    [`Jules Arden,${jules},M-1,Moderator,Active,`, `Lena Brandt,${lena},M-2,Moderator,Active,Quiet`],
    // Two members swap their callsigns, and a new member is added.
    [
      `Jules Arden,${jules},M-2,Administrator,LOA,`,
      `Lena Brandt,${lena},M-1,Moderator,Active,`,
      `Priya Castell,${priya},M-3,Moderator,Active,`,
    ],
    { removes: 1, restores: 2 },
  ],
  [
    'dev-roster',
    (rows) => world().as.management(devRoster.import, { body: [ROSTER, ...rows].join('\n'), query: {} }),
    [],
    [`Jules Arden,${jules},D-1,Developer,Active,`],
    { removes: 1, restores: 0 },
  ],
  [
    'staff-da',
    (rows) => bringActions(...rows),
    [STRIKE],
    [
      `2026-03-02,Jules A.,${jules},Lena Brandt,${lena},Note,Early`,
      `2026-03-03,Lena Brandt,${lena},Priya Castell,${priya},Strike,Loud`,
    ],
    { removes: 2, restores: 0 },
  ],
  [
    'trialmods',
    (rows) =>
      world().as.management(importTrialMods, {
        body: ['Trial Mod,Discord ID,Classroom,In-Game,Status', ...rows].join('\n'),
        query: {},
      }),
    [`Jules Arden,${jules},Completed by Priya Castell,,In-Training`],
    [
      `Jules Arden,${jules},Failed by Priya Castell,Completed by Priya Castell,Failed`,
      `Lena Brandt,${lena},Completed by Priya Castell,,In-Training`,
    ],
    { removes: 1, restores: 1 },
  ],
  [
    'ten-codes',
    (rows, missing) =>
      world().as.management(importTenCodes, { body: ['Code,Meaning', ...rows].join('\n'), query: { missing } }),
    ['10-4,Acknowledged', '10-8,In service', '10-9,Say again'],
    ['10-4,Understood', '10-7,Out of service'],
    { removes: 1, restores: 3 },
  ],
  [
    'penal-codes',
    (rows, missing) =>
      world().as.management(importPenalCodes, {
        body: ['Statute,Title,Fine', ...rows].join('\n'),
        query: { missing },
      }),
    ['316.193,Drunk driving,500', '316.187,Speeding,100'],
    ['316.193,Driving drunk,600', '784.011,Assault,700'],
    { removes: 1, restores: 2 },
  ],
  [
    'quick-links',
    (rows, missing) =>
      world().as.management(importQuickLinks, {
        body: ['Title,Group,Icon,Address', ...rows].join('\n'),
        query: { missing },
      }),
    ['Dispatch,Operational,radio,https://dispatch.example.com', 'Rules,Other,book,https://rules.example.com'],
    ['Dispatch,Other,radio,https://new.example.com', 'Radio,Operational,radio,https://radio.example.com'],
    { removes: 1, restores: 2 },
  ],
]

describe('Undoing an import', () => {
  it.each(LISTS)('undoing an import of %s restores the database', async (list, importRows, before, after, does) => {
    if (before.length > 0) expect((await importRows(before)).body).toMatchObject({ ok: true })
    const rows = await everyRow()
    expect((await importRows(after, 'remove')).body).toMatchObject({ ok: true })
    expect(await everyRow()).not.toEqual(rows)

    const [latest] = await past(list)
    expect(latest).toMatchObject({ by: PEOPLE.management.name, undone: null })
    expect(await previewUndo(latest?.id)).toEqual({ ...does, stay: 0, staying: [] })
    expect((await undo(latest?.id ?? 0)).body).toEqual({ ...does, stay: 0, staying: [] })
    expect(await everyRow()).toEqual(rows)

    // The rows of the earlier import are unchanged, so it can be undone, too. The file can be imported again.
    const [undone, earlier] = await past(list)
    expect(undone?.undone).not.toBeNull()
    if (before.length > 0) expect(await previewUndo(earlier?.id)).toMatchObject({ removes: before.length, stay: 0 })
    expect((await importRows(after, 'remove')).body).toMatchObject({ ok: true, added: does.removes })
  })

  const links = LISTS.filter(([list]) => list === 'quick-links')
  it.each(links)(
    'undoing an import of %s restores removed rows, even if a column was added since',
    async (list, importRows, before) => {
      await importRows(before)
      const rows = await everyRow()
      await importRows(before.slice(1), 'remove')
      const [latest] = await past(list)
      await world().database.pool.query("update import_rows set before = before - 'version'")
      expect((await undo(latest?.id ?? 0)).body).toMatchObject({ restores: 1, stay: 0 })
      expect(await everyRow()).toEqual(rows)
    },
  )

  it('undo is available to everybody who can import into the list, and to nobody else', async () => {
    const imports = ENDPOINTS.filter(({ path }) => path.endsWith('/import'))
    // Lists of several tables have no import endpoint of their own. player-import.test.ts tests them.
    const several = ['player-actions', 'player-actions', 'subjects', 'subjects']
    const topics = importedTables(CONTENT).map(({ topic }) => topic)
    expect(topics.filter((topic) => several.includes(topic))).toEqual(several)
    expect(LISTS.map(([list]) => list)).toEqual(topics.filter((topic) => !several.includes(topic)))
    expect(LISTS).toHaveLength(imports.length)
    await bringRoster(`Jules Arden,${jules},M-1,Moderator,Active,`)
    const [latest] = await past('roster')
    expect((await world().as.staff(listImports, { query: { list: 'roster' } })).status).toBe(403)
    for (const call of [findUndoing, undoImport]) {
      expect((await world().as.staff(call, { params: { id: String(latest?.id) } })).status).toBe(403)
    }
    expect((await world().as.staff(listImports, { query: { list: 'supporters' } })).status).toBe(404)
  })

  it('undo writes an audit entry for each record, and notifies the pages of the list', async () => {
    await bringRoster(`Jules Arden,${jules},M-1,Moderator,Active,`)
    const [latest] = await past('roster')
    expect(latest).toMatchObject({ file: 'roster.csv', added: 1, changed: 0, removed: 0 })
    await undo(latest?.id ?? 0, 'owner')
    const { rows } = (await world().as.owner(listAudit, { query: { action: 'undoImport' } })).body
    expect(rows.map(({ target, actorName, after }) => [target.split('/')[0], actorName, after])).toEqual([
      ['roster', PEOPLE.owner.name, { import: latest?.id, removed: 1, restored: 0, stayed: 0 }],
      ['roster', PEOPLE.owner.name, { import: latest?.id }],
    ])
    expect((await world().as.staff(staffRoster.list)).body.data).toEqual([])
    expect((await past('roster'))[0]).toMatchObject({ undone: { by: PEOPLE.owner.name } })
  })

  it('a second undo, and undo of an unknown import, are refused', async () => {
    await bringActions(STRIKE)
    const [latest] = await past('staff-da')
    const both = await Promise.all([undo(latest?.id ?? 0), undo(latest?.id ?? 0)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    for (const call of [findUndoing, undoImport]) {
      const again = await world().as.management(call, { params: { id: String(latest?.id) } })
      expect(again.error?.message).toBe('This import was already undone.')
      expect((await world().as.management(call, { params: { id: '999' } })).status).toBe(404)
    }
  })

  it('undo is refused after 30 days, and its data is deleted', async () => {
    await bringActions(STRIKE)
    const [latest] = await past('staff-da')
    world().pass(30 * DAY + 1)
    const back = await world().asPerson(PEOPLE.management)
    expect((await back(listImports, { query: { list: 'staff-da' } })).body.data).toEqual([])
    for (const call of [findUndoing, undoImport]) {
      const late = await back(call, { params: { id: String(latest?.id) } })
      expect(late.error?.message).toBe('It is too late to undo this import.')
    }
    const { database, now: clock } = world()
    const audit = createAudit({ database, clock, changes: createChanges(onlyProcess(silentLog)) })
    await createUndoStore({ database, audit, clock, importedTables: importedTables(CONTENT) }).removeOldImports()
    const { rows } = await database.pool.query('select from imports union all select from import_rows')
    expect(rows).toEqual([])
  })

  it('two undos at the same time run one after the other', async () => {
    await bringRoster(`Jules Arden,${jules},M-1,Moderator,Active,`)
    const [latest] = await past('roster')
    const [undone, imported] = await Promise.all([
      undo(latest?.id ?? 0),
      bringRoster(`Jules Arden,${jules},M-1,Administrator,Active,`),
    ])
    const { data } = (await world().as.staff(staffRoster.list)).body
    // If the other import comes first, nothing is left to undo (409).
    expect([200, 409]).toContain(undone.status)
    expect(imported.status).toBe(200)
    // In either order, undoing the first import does not undo the second one.
    expect(data.map(({ position }) => position)).toEqual(['Administrator'])
  })

  it('the preview of an undo is computed on request, and not for the list of imports', async () => {
    await bringRoster(`Jules Arden,${jules},M-1,Moderator,Active,`)
    const queries = vi.spyOn(world().database.pool, 'query')
    const ofRecords = () => queries.mock.calls.filter((call) => JSON.stringify(call).includes('import_rows')).length
    const [latest] = await past('roster')
    expect(ofRecords()).toBe(0)
    await previewUndo(latest?.id)
    expect(ofRecords()).toBe(1)
  })

  it('an import that changed nothing or was refused stores no data for undo', async () => {
    await bringRoster(`Jules Arden,${jules},M-1,Moderator,Active,`)
    await bringRoster(`Jules Arden,${jules},M-1,Moderator,Active,`)
    expect((await bringRoster('Nobody,1,,,,')).status).toBe(400)
    expect(await past('roster')).toHaveLength(1)
  })
})

describe('Changes after an import', () => {
  const draftOf = (name: string, discordId: string, callsign: string): RosterDraft => ({
    ...{ name, discordId, callsign, position: 'Moderator', status: 'Active' },
    ...{ timezone: null, hiredAt: null, lastMove: undefined, notes: null },
  })

  it('a later change stays and is listed, on every list with its own history', async () => {
    await bringActions(STRIKE, STRIKE.replace('Late', 'Later'))
    const { rows } = (await world().as.staff(listActions, { query: {} })).body
    const change = { version: 1, why: 'A typo', internal_reason: 'Very late' }
    await world().as.management(reviseAction, { params: { id: String(rows[0]?.id) }, body: change })
    const [actions] = await past('staff-da')
    expect(await previewUndo(actions?.id)).toEqual({ removes: 1, restores: 0, stay: 1, staying: ['Jules Arden'] })
    expect((await undo(actions?.id ?? 0)).body).toMatchObject({ removes: 1, stay: 1 })
    expect((await world().as.staff(listActions, { query: {} })).body.rows).toMatchObject([{ is_revised: true }])

    const importRows = LISTS[3]?.[1]
    await importRows?.([`Jules Arden,${jules},,,In-Training`])
    await importRows?.([`Jules Arden,${jules},Completed by Priya Castell,,In-Training`])
    const body = { stage: 'in_game', done: true, byName: 'Priya Castell' } as const
    expect((await world().as.management(changeStage, { params: { id: jules ?? '' }, body })).status).toBe(200)
    const [checklist] = await past('trialmods')
    expect(await previewUndo(checklist?.id)).toEqual({ removes: 0, restores: 0, stay: 1, staying: ['Jules Arden'] })
    expect(await undo(checklist?.id ?? 0)).toMatchObject(NOTHING_LEFT)
    expect((await world().as.staff(listTrialMods)).body).toMatchObject([{ passed: 2 }])
  })

  it('a record stays if somebody else has its callsign now, and so does a record that needs that callsign', async () => {
    await bringRoster(`Jules Arden,${jules},M-1,Moderator,Active,`, `Lena Brandt,${lena},M-2,Moderator,Active,`)
    await bringRoster(`Jules Arden,${jules},M-2,Moderator,Active,`, `Lena Brandt,${lena},M-3,Moderator,Active,`)
    await world().as.management(staffRoster.add, { body: draftOf('Priya Castell', priya ?? '', 'M-1') })
    const [latest] = await past('roster')
    expect(await previewUndo(latest?.id)).toEqual({
      ...{ removes: 0, restores: 0, stay: 2 },
      staying: ['Jules Arden', 'Lena Brandt'],
    })
    expect(await undo(latest?.id ?? 0)).toMatchObject(NOTHING_LEFT)
    const { data } = (await world().as.staff(staffRoster.list)).body
    expect(data.map(({ name, callsign }) => `${name} ${callsign}`).sort()).toEqual([
      'Jules Arden M-2',
      'Lena Brandt M-3',
      'Priya Castell M-1',
    ])
  })

  it('a record about the person who undoes the import of somebody else stays', async () => {
    const about = `2026-03-02,${PEOPLE.owner.name},${PEOPLE.owner.id},Priya Castell,${priya},Strike,Rude`
    await bringActions(STRIKE, about)
    const [latest] = await past('staff-da')
    expect(await previewUndo(latest?.id)).toMatchObject({ removes: 2, stay: 0 })
    expect(await previewUndo(latest?.id, 'owner')).toMatchObject({ removes: 1, stay: 1 })
    expect((await undo(latest?.id ?? 0, 'owner')).body).toMatchObject({ removes: 1, staying: [PEOPLE.owner.name] })
  })

  it('a record that is hidden from the person concerned is neither counted nor named', async () => {
    const NOTE = (person: { id: string; name: string }) =>
      `2026-03-01,${person.name},${person.id},Priya Castell,${priya},Note,Quiet`
    await world().as.owner(importActions, {
      body: [ACTIONS, NOTE(PEOPLE.member), NOTE(PEOPLE.management)].join('\n'),
      query: {},
    })
    const [mine] = await past('staff-da')
    expect(mine?.added).toBe(1)
    expect(await previewUndo(mine?.id)).toEqual({ removes: 1, restores: 0, stay: 0, staying: [] })
    expect((await undo(mine?.id ?? 0)).body).toEqual({ removes: 1, restores: 0, stay: 0, staying: [] })
    expect((await past('staff-da'))[0]?.added).toBe(1)
    const others = (await world().as.owner(listImports, { query: { list: 'staff-da' } })).body.data
    expect(others[0]?.added).toBe(2)
  })

  it('an undo that changes nothing can be repeated', async () => {
    await bringActions(`2026-03-02,${PEOPLE.owner.name},${PEOPLE.owner.id},Priya Castell,${priya},Strike,Rude`)
    const [before] = await past('staff-da')
    expect(await undo(before?.id ?? 0, 'owner')).toMatchObject(NOTHING_LEFT)
    expect(await past('staff-da')).toEqual([before])
    expect((await undo(before?.id ?? 0)).body).toMatchObject({ removes: 1, stay: 0 })
  })

  it('an action stays while its appeal is open', async () => {
    await bringActions(STRIKE, `2026-03-02,Lena Brandt,${lena},Priya Castell,${priya},Strike,Late`)
    const [, action] = (await world().as.management(listActions, { query: {} })).body.rows
    const body = { family: 'staff' as const, action: action?.id ?? 0, text: 'I was there.' }
    const { status, body: filed } = await world().as.member(addAppeal, { body })
    expect(status).toBe(200)
    const id = (await past('staff-da'))[0]?.id ?? 0
    expect(await previewUndo(id)).toMatchObject({ removes: 1, stay: 1, staying: ['Jules Arden'] })
    const { version } = filed.item
    await world().as.member(withdrawAppeal, { params: { id: String(filed.item.id) }, body: { version } })
    expect(await previewUndo(id)).toMatchObject({ removes: 2, stay: 0 })
  })
})

describe('Undo data about a person', () => {
  it('undo data is exported for the person and erased with them, and their records keep the pseudonym', async () => {
    const { database, now } = world()
    const site = { database, processes: onlyProcess(silentLog) }
    await bringRoster(`Jules,${jules},M-1,Moderator,Active,Jules is new`, `Lena Brandt,${lena},M-2,Moderator,Active,`)
    await bringRoster(`Jules,${jules},M-1,Administrator,Active,`, `Lena Brandt,${lena},M-2,Administrator,Active,`)
    const tables: string[] = []
    await exportPerson(database, jules ?? '', ({ table }) => void tables.push(table))
    expect(tables).toContain('import_rows')

    await eraseFromSite(site, jules ?? '', now())
    const { rows } = await database.pool.query<{ said: string }>('select before::text as said from import_rows')
    expect(rows.filter(({ said }) => said?.includes('Jules') || said?.includes(jules ?? ''))).toEqual([])

    const [latest] = await past('roster')
    const erased = expect.stringMatching(/^Erased person/)
    expect(await previewUndo(latest?.id)).toMatchObject({ restores: 1, stay: 1, staying: [erased] })
    expect((await undo(latest?.id ?? 0)).status).toBe(200)
    expect(JSON.stringify((await world().as.staff(staffRoster.list)).body)).not.toContain('Jules')
  })
})

describe.runIf(testEngine === 'postgresql')('Undo during concurrent writes', () => {
  const { inTransaction, untilConnections } = concurrentTransactions(world)

  it('undo waits for a concurrent change of a record, and keeps that record', async () => {
    await bringRoster(`Jules Arden,${jules},M-1,Moderator,Active,`)
    const [latest] = await past('roster')
    const undone = await inTransaction(async (client) => {
      await client.query('select from roster_members for update')
      const pendingUndo = undo(latest?.id ?? 0)
      await untilConnections(WAITS_FOR_LOCK)
      await client.query(`update roster_members set notes = 'Back soon', version = version + 1`)
      return { undoing: pendingUndo }
    })
    expect(await undone.undoing).toMatchObject(NOTHING_LEFT)
    expect((await world().as.staff(staffRoster.list)).body.data).toMatchObject([{ notes: 'Back soon' }])
  })

  it('undo does not deadlock with the erasure of a person that waits for somebody else', async () => {
    const { database, now } = world()
    await bringRoster(`Jules Arden,${jules},M-1,Moderator,Active,`)
    const [latest] = await past('roster')
    const { erasing } = await inTransaction(async (client) => {
      await client.query('delete from penal_codes')
      const erasing = eraseFromSite({ database, processes: onlyProcess(silentLog) }, jules ?? '', now())
      await untilConnections(`query similar to '(lock table|rollback to)%' and state <> 'idle'`)
      expect((await undo(latest?.id ?? 0)).body).toMatchObject({ removes: 1 })
      return { erasing }
    })
    expect(await erasing).not.toBeNull()
  })
})

it('the hash of an action is the same as before actions had points and an end', async () => {
  const hashOf = (row: object) => `row_hash('${JSON.stringify(row)}')`
  const end = '2026-04-14T12:00:00+00:00'
  const now = { id: 7, points: 0, ends_at: end, acknowledged_at: null, approval_due_at: null }
  const pairs = [
    [now, { id: 7, expires_at: end }],
    [
      { ...now, ends_at: null },
      { id: 7, expires_at: null },
    ],
    [
      { ...now, points: 3 },
      { id: 7, expires_at: end },
    ],
    [{ statute: '1', points: 0 }, { statute: '1' }],
  ].map(([after = {}, before = {}]) => `${hashOf(after)} = ${hashOf(before)}`)
  const { rows } = await world().database.withoutTimeout((client) =>
    client.query<{ same: boolean[] }>(`select array[${pairs.join(', ')}] as same`),
  )
  expect(rows[0]?.same).toEqual([true, true, false, false])
})
