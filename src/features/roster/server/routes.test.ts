import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { auditLog } from '#features/audit/server/tables.ts'
import { root } from '#server/paths.ts'
import { PEOPLE } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import { devRoster, staffRoster } from '../contract.ts'

const { list, add, change, remove, import: importRoster } = staffRoster
const exportRoster = staffRoster.exports.all
const world = useWorld()
const sheet = readFileSync(join(root, 'demo/roster.csv'), 'utf8')

const priya = {
  name: 'Priya Castell',
  callsign: 'M-283',
  discordId: '310000000000000102',
  position: 'Mod',
  timezone: 'MST',
  hiredAt: '2025-04-06',
  lastMove: '2025-08-10',
  status: 'active',
  notes: '',
}
const nolan = { ...priya, name: 'Nolan Reyes', callsign: 'TM-15', discordId: '310000000000000101', position: 'TM' }
const nobody = '6b0f0e4e-3c5b-4b7a-9d52-0c6b8c0f3f11'

async function addMember(draft = priya) {
  const { status, body } = await world().as.management(add, { body: draft })
  expect(status).toBe(200)
  return body.item
}
const listed = async () => (await world().as.staff(list)).body.data
const audited = () => world().database.db.select().from(auditLog).orderBy(auditLog.seq)
const changesAudited = async () => (await audited()).filter(({ action }) => /Roster/.test(action))
const importRows = (body: string, dryRun: 'true' | 'false' = 'false') =>
  world().as.management(importRoster, { body, query: { dryRun } })
/** The demo's spreadsheets are from November. Before that, their days are in the future. */
const waitForTheSheets = () => world().pass(Date.parse('2026-11-20T12:00:00Z') - world().now().getTime())
/** A spreadsheet with the usual columns. */
const rows = (...lines: string[]) => ['Callsign,Name,Rank,Discord ID,Last Move,Status,Notes', ...lines].join('\n')

describe('the list', () => {
  it('is for staff', async () => {
    expect((await world().as.anyone(list)).status).toBe(401)
    expect((await world().as.member(list)).status).toBe(403)
    expect((await world().as.es(list)).status).toBe(403)
    expect(await world().as.staff(list)).toMatchObject({ status: 200, body: { data: [] } })
  })

  it('comes in the order of the page, with position and status in full words', async () => {
    await addMember({ ...nolan, status: '' })
    await addMember({ ...priya, callsign: 'M-1000', discordId: '310000000000000111', name: 'Later' })
    await addMember()
    const members = await listed()
    expect(members.map(({ name, position, status }) => [name, position, status])).toEqual([
      ['Priya Castell', 'Moderator', 'Active'],
      ['Later', 'Moderator', 'Active'],
      ['Nolan Reyes', 'Trial Moderator', 'Active'],
    ])
    expect(members[0]).toEqual({
      ...priya,
      position: 'Moderator',
      status: 'Active',
      notes: null,
      id: expect.any(String),
      version: 1,
    })
  })

  it('costs a 304 while nothing changes, and shows a change at once', async () => {
    const first = await world().as.staff(list)
    const etag = String(first.headers.etag)
    expect((await world().as.staff(list, { headers: { 'if-none-match': etag } })).status).toBe(304)
    await addMember()
    const next = await world().as.staff(list, { headers: { 'if-none-match': etag } })
    expect(next).toMatchObject({ status: 200, body: { data: [{ name: 'Priya Castell' }] } })
  })
})

describe('adding', () => {
  it('is for management', async () => {
    expect((await world().as.anyone(add, { body: priya })).status).toBe(401)
    expect((await world().as.staff(add, { body: priya })).status).toBe(403)
    expect(await listed()).toEqual([])
    expect((await world().as.owner(add, { body: priya })).status).toBe(200)
  })

  it('needs a name, a position and a Discord ID, trims texts and takes the rest as empty', async () => {
    const { status, body } = await world().as.management(add, {
      body: { name: ' Ana ', discordId: '310000000000000111 ', position: ' Community Liaison ', callsign: ' ' },
    })
    expect(status).toBe(200)
    expect(body.item).toMatchObject({ name: 'Ana', discordId: '310000000000000111', position: 'Community Liaison' })
    expect(body.item).toMatchObject({ callsign: null, hiredAt: null, lastMove: null, status: 'Active', notes: null })
  })

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['name', 'a\u0000b'],
    ['callsign', 'x'.repeat(21)],
    ['discordId', ''],
    ['discordId', '1.23457E+17'],
    ['discordId', '310000000000000102 or 1=1'],
    ['position', ' '],
    ['hiredAt', '2026-02-30'],
    ['hiredAt', '3/4/2026'],
    ['hiredAt', '0000-01-01'],
    ['lastMove', 'soon'],
    ['notes', 'x'.repeat(4001)],
    ['roster', 'dev-roster'],
    ['id', nobody],
  ])('refuses %s = %j and names the field', async (field, value) => {
    const { status, error } = await world().as.management(add, { body: { ...priya, [field]: value } })
    expect(status).toBe(400)
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
    expect(await listed()).toEqual([])
  })

  it('refuses a callsign or Discord ID that somebody has already, whatever the case, and says who', async () => {
    await addMember()
    const callsign = await world().as.management(add, { body: { ...nolan, callsign: 'm-283' } })
    expect(callsign).toMatchObject({ status: 409, error: { code: 'already_there' } })
    expect(callsign.error?.fields).toEqual({ callsign: 'Priya Castell already has the callsign M-283.' })
    const both = await world().as.management(add, { body: { ...priya, name: 'Double' } })
    expect(Object.keys(both.error?.fields ?? {})).toEqual(['callsign', 'discordId'])
    expect(await listed()).toHaveLength(1)
  })

  it('lets one of two who add the same member at once through', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => world().as.management(add, { body: priya })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await listed()).toHaveLength(1)
  })

  it('lets any number go without a callsign', async () => {
    await addMember({ ...priya, callsign: '' })
    await addMember({ ...nolan, callsign: '' })
    expect(await listed()).toHaveLength(2)
  })

  it('is written down with who did it and what stands there now', async () => {
    const item = await addMember()
    expect(await changesAudited()).toMatchObject([
      {
        action: 'addRosterMember',
        target: `roster/${item.id}`,
        actorName: 'Dana Whitfield',
        before: null,
        after: item,
      },
    ])
  })
})

describe('changing', () => {
  it('is for management', async () => {
    const { id, version } = await addMember()
    const sent = { params: { id }, body: { ...priya, name: 'Mallory', version } }
    expect((await world().as.staff(change, sent)).status).toBe(403)
    expect((await listed())[0]?.name).toBe('Priya Castell')
  })

  it('counts the version up, keeps the id and is written down with before and after', async () => {
    const before = await addMember()
    const { status, body } = await world().as.management(change, {
      params: { id: before.id },
      body: { ...priya, notes: 'Mentor', version: 1 },
    })
    expect(status).toBe(200)
    expect(body.item).toEqual({ ...before, notes: 'Mentor', version: 2 })
    expect((await changesAudited()).at(-1)).toMatchObject({ action: 'changeRosterMember', before, after: body.item })
  })

  it('answers 409 with the current item when somebody else was faster, and changes nothing', async () => {
    const { id } = await addMember()
    const sent = (notes: string) => ({ params: { id }, body: { ...priya, notes, version: 1 } })
    const answers = await Promise.all([
      world().as.management(change, sent('first')),
      world().as.owner(change, sent('second')),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [current] = await listed()
    const refused = answers.find(({ status }) => status === 409)
    expect(refused).toMatchObject({ error: { code: 'changed_meanwhile' }, body: { item: current } })
    expect(await changesAudited()).toHaveLength(2)
  })

  it('needs the version that was edited', async () => {
    const { id } = await addMember()
    const { error } = await world().as.management(change, { params: { id }, body: { ...priya, version: 0 } })
    expect(error?.fields).toHaveProperty('version')
  })

  it('to what stands there already is no change', async () => {
    const { id } = await addMember()
    const same = await world().as.management(change, {
      params: { id },
      body: { ...priya, position: 'moderators', version: 1 },
    })
    expect(same).toMatchObject({ status: 200, body: { item: { version: 1 } } })
    expect(await changesAudited()).toHaveLength(1)
  })

  it.each([
    ['position', { position: 'Senior Moderator' }, '2026-03-14'],
    ['status', { status: 'loa' }, '2026-03-14'],
    ['position with a date given', { position: 'Senior Moderator', lastMove: '2026-03-01' }, '2026-03-01'],
    ['notes', { notes: 'On call' }, '2025-08-10'],
  ])('the %s stamps the last move with today only where it should', async (_, changed, lastMove) => {
    const { id } = await addMember()
    const { body } = await world().as.management(change, { params: { id }, body: { ...priya, ...changed, version: 1 } })
    expect(body.item.lastMove).toBe(lastMove)
  })

  it('stamps the day that it is in the time zone of the site', async () => {
    vi.stubEnv('TZ', 'Pacific/Kiritimati')
    const { id } = await addMember()
    const { body } = await world().as.management(change, {
      params: { id },
      body: { ...priya, status: 'loa', version: 1 },
    })
    expect(body.item.lastMove).toBe('2026-03-15')
    vi.unstubAllEnvs()
  })

  it('to a callsign that somebody has is refused, to one in another case of the own is not', async () => {
    const { id } = await addMember()
    await addMember(nolan)
    const sent = (callsign: string) => ({ params: { id }, body: { ...priya, callsign, version: 1 } })
    const refused = await world().as.management(change, sent('tm-15'))
    expect(refused).toMatchObject({
      status: 409,
      error: { fields: { callsign: expect.stringMatching(/Nolan Reyes/) } },
    })
    expect((await world().as.management(change, sent('m-283'))).status).toBe(200)
  })

  it('of somebody who is gone answers 404, of something that is no id 400', async () => {
    const body = { ...priya, version: 1 }
    expect((await world().as.management(change, { params: { id: nobody }, body })).status).toBe(404)
    expect((await world().as.management(change, { params: { id: '1' }, body })).status).toBe(400)
  })
})

describe('the status of several', () => {
  const { changeStatuses } = staffRoster
  const two = async () => [await addMember(), await addMember(nolan)] as const
  const of = ({ id, version }: { id: string; version: number }, status: string) => ({ id, version, status })

  it('changes for all of them in one call, stamps their last move, and is written down for each', async () => {
    const [first, second] = await two()
    const { status, body } = await world().as.management(changeStatuses, {
      body: { members: [of(second, 'leave of absence'), of(first, 'LOA')] },
    })
    expect(status).toBe(200)
    const today = world().now().toISOString().slice(0, 10)
    const moved = { status: 'LOA', lastMove: today, version: 2 }
    expect(body.data).toEqual([
      { ...second, ...moved },
      { ...first, ...moved },
    ])
    expect(await listed()).toEqual([
      { ...first, ...moved },
      { ...second, ...moved },
    ])
    expect((await changesAudited()).slice(-2)).toMatchObject([
      { action: 'changeRosterMember', target: `roster/${second.id}`, before: second, after: body.data[0] },
      { action: 'changeRosterMember', target: `roster/${first.id}`, before: first, after: body.data[1] },
    ])
  })

  it('is put back in one call, with the last moves as they were', async () => {
    const first = await addMember({ ...priya, lastMove: '' })
    const second = await addMember(nolan)
    const { data } = (
      await world().as.management(changeStatuses, { body: { members: [of(first, 'LOA'), of(second, 'Suspended')] } })
    ).body
    const undone = await world().as.management(changeStatuses, {
      body: {
        members: [first, second].map(({ id, status, lastMove }, at) => ({
          id,
          status,
          lastMove,
          version: data[at]?.version ?? 0,
        })),
      },
    })
    expect(undone.body.data).toEqual([
      { ...first, version: 3 },
      { ...second, version: 3 },
    ])
  })

  it('is nobody’s where one of them was changed meanwhile, who is named', async () => {
    const [first, second] = await two()
    await world().as.owner(change, { params: { id: second.id }, body: { ...nolan, notes: 'Faster', version: 1 } })
    const refused = await world().as.management(changeStatuses, {
      body: { members: [of(first, 'LOA'), of(second, 'LOA')] },
    })
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'changed_meanwhile' },
      body: { item: [{ version: 2 }] },
    })
    expect(refused.error?.message).toBe('Someone else changed Nolan Reyes meanwhile. Nothing was saved.')
    expect((await listed()).map(({ status }) => status)).toEqual(['Active', 'Active'])
  })

  it('is nobody’s where one of them left', async () => {
    const [first, second] = await two()
    await world().as.management(remove, { params: { id: second.id } })
    const body = { members: [of(first, 'LOA'), of(second, 'LOA')] }
    expect((await world().as.management(changeStatuses, { body })).status).toBe(404)
    expect((await listed())[0]).toEqual(first)
  })

  it('leaves those alone who have it already', async () => {
    const [first, second] = await two()
    const body = { members: [of(first, 'active'), of(second, 'LOA')] }
    const { data } = (await world().as.management(changeStatuses, { body })).body
    expect(data.map(({ version }) => version)).toEqual([1, 2])
    expect(await changesAudited()).toHaveLength(3)
  })

  it('keeps the notes about the person who changes it, and shows them to nobody else than before', async () => {
    const { id } = PEOPLE.management
    const own = (await world().as.owner(add, { body: { ...priya, discordId: id, notes: 'Kept' } })).body.item
    const { body } = await world().as.management(changeStatuses, { body: { members: [of(own, 'LOA')] } })
    expect(body.data[0]).toMatchObject({ status: 'LOA', notes: null })
    expect((await world().as.owner(list)).body.data[0]).toMatchObject({ status: 'LOA', notes: 'Kept' })
  })

  it('names each member once, and at least one', async () => {
    const member = of(await addMember(), 'LOA')
    for (const members of [[], [member, member], Array.from({ length: 201 }, () => member)]) {
      expect((await world().as.management(changeStatuses, { body: { members } })).status).toBe(400)
    }
    const other = { ...devRoster.changeStatuses }
    expect((await world().as.management(other, { body: { members: [member] } })).status).toBe(404)
  })
})

describe('removing', () => {
  it('is for management, is written down, and cannot be done twice', async () => {
    const item = await addMember()
    const sent = { params: { id: item.id } }
    expect((await world().as.staff(remove, sent)).status).toBe(403)
    expect(await world().as.management(remove, sent)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await listed()).toEqual([])
    expect((await changesAudited()).at(-1)).toMatchObject({ action: 'removeRosterMember', before: item, after: null })
    expect((await world().as.management(remove, sent)).status).toBe(404)
  })
})

describe('undoing a removal', () => {
  const { undoRemoval } = staffRoster
  const undo = (id: string) => world().as.management(undoRemoval, { params: { id } })

  it('puts the member back under the same id, with the notes, and is written down', async () => {
    const item = await addMember({ ...priya, notes: 'Kept' })
    await world().as.management(remove, { params: { id: item.id } })
    const back = { ...item, version: 2 }
    expect(await undo(item.id)).toMatchObject({ status: 200, body: { item: back } })
    expect(await listed()).toEqual([back])
    expect((await changesAudited()).at(-1)).toMatchObject({ target: `roster/${item.id}`, before: null, after: back })
    expect((await undo(item.id)).status).toBe(409)
  })

  it('is for the person who removed them, and only for some seconds', async () => {
    const { id } = await addMember()
    await world().as.owner(remove, { params: { id } })
    expect(await undo(id)).toMatchObject({ status: 409, error: { code: 'too_late' } })
    world().pass(16_000)
    expect((await world().as.owner(undoRemoval, { params: { id } })).status).toBe(409)
    expect((await undo(nobody)).status).toBe(409)
    expect(await listed()).toEqual([])
  })

  it('is refused where somebody else has the callsign now', async () => {
    const { id } = await addMember()
    await world().as.management(remove, { params: { id } })
    await addMember({ ...nolan, callsign: priya.callsign })
    expect(await undo(id)).toMatchObject({ status: 409, error: { code: 'already_there' } })
  })
})

describe('the import', () => {
  it('is for management', async () => {
    expect((await world().as.anyone(importRoster, { body: sheet })).status).toBe(401)
    expect((await world().as.staff(importRoster, { body: sheet, query: { dryRun: 'true' } })).status).toBe(403)
    expect(await listed()).toEqual([])
  })

  it('takes the spreadsheet of a community as it is: a dry run shows what will change, the same file again changes nothing', async () => {
    waitForTheSheets()
    await addMember({ ...priya, position: 'Trial Mod', lastMove: '2025-01-01' })
    await addMember({ ...nolan, name: 'Someone Else', discordId: '310000000000000199', callsign: 'X-1' })
    const shown = await importRows(sheet, 'true')
    expect(shown.status).toBe(200)
    expect(shown.body).toMatchObject({ ok: true, added: 299, changed: 1, unchanged: 0, missing: 1, errors: [] })
    expect(shown.body.changes.find(({ kind }) => kind === 'changed')).toMatchObject({
      name: 'Priya Castell',
      fields: [
        { field: 'position', before: 'Trial Moderator', after: 'Moderator' },
        { field: 'lastMove', before: '2025-01-01', after: '2026-08-10' },
      ],
    })
    expect(shown.body.changes.at(-1)).toMatchObject({ kind: 'missing', name: 'Someone Else', fields: [] })
    expect(await listed()).toHaveLength(2)

    const done = await importRows(sheet)
    expect(done).toMatchObject({ status: 200, body: shown.body })
    const members = await listed()
    expect(members).toHaveLength(301)
    const before = await audited()
    expect((await importRows(sheet)).body).toMatchObject({ ok: true, added: 0, changed: 0, unchanged: 300, missing: 1 })
    expect(await listed()).toEqual(members)
    expect((await audited()).slice(before.length)).toMatchObject([{ action: 'importRoster' }])
  })

  it('writes one row into the audit log for each member and one for itself', async () => {
    const { id } = await addMember()
    await importRows(rows('M-283,Priya C.,Mod,310000000000000102,2025-08-10,,', 'M-2,New,mods,310000000000000111,,,'))
    const written = (await changesAudited()).slice(1)
    expect(written.map(({ action }) => action)).toEqual(['changeRosterMember', 'addRosterMember', 'importRoster'])
    expect(written[0]).toMatchObject({ target: `roster/${id}`, before: { version: 1 }, after: { version: 2 } })
    expect(written[2]).toMatchObject({ target: 'roster', after: { added: 1, changed: 1, unchanged: 0, missing: 0 } })
    expect(new Set(written.map(({ requestId }) => requestId)).size).toBe(1)
  })

  it('tells who listens how many rows are written, and then what was imported', async () => {
    const { body } = await world().as.management(importRoster, {
      body: rows('M-1,One,mods,310000000000000110,,,', 'M-2,Two,mods,310000000000000111,,,'),
      headers: { accept: 'text/event-stream' },
    })
    const [first, second, reply] = String(body).split('\n\n')
    expect(first).toBe('event: rows\ndata: {"done":1,"total":2}')
    expect(second).toBe('event: rows\ndata: {"done":2,"total":2}')
    expect(reply).toMatch(/^event: reply\ndata: {"ok":true,.*"added":2/)
    expect(await listed()).toHaveLength(2)
  })

  it('refuses a broken file with line and field for each mistake, and writes nothing', async () => {
    waitForTheSheets()
    const broken = readFileSync(join(root, 'demo/roster-broken.csv'), 'utf8')
    const unknown = await importRows(broken)
    expect(unknown.status).toBe(400)
    expect(unknown.body).toMatchObject({ ok: false, added: 0, changes: [], error: { code: 'invalid' } })
    expect(unknown.body.errors[0]).toMatchObject({ line: 2, field: 'Shoe size' })
    // All problems are reported at once, including those below the header.
    expect(unknown.body.errors).toHaveLength(14)

    const withoutColumn = broken.replace('Shoe size', '').replace(/,\d*$/gm, ',')
    const dry = await importRows(withoutColumn, 'true')
    expect(dry).toMatchObject({ status: 200, body: { ok: false } })
    expect(dry.body.errors.map(({ line, field }) => [line, field])).toEqual([
      [4, 'discordId'],
      [5, 'lastMove'],
      [5, 'callsign'],
      [6, 'callsign'],
      [7, 'callsign'],
      [8, 'callsign'],
      [9, 'lastMove'],
      [9, 'discordId'],
      [10, 'discordId'],
      [11, 'discordId'],
      [12, 'name'],
      [13, 'discordId'],
      [14, 'hiredAt'],
    ])
    expect(dry.body.errors[0]?.message).toMatch(/plain text/)
    expect(await importRows(withoutColumn)).toMatchObject({ status: 400, body: { errors: dry.body.errors } })
    expect(await listed()).toEqual([])
    expect(await changesAudited()).toEqual([])
  })

  it.each([
    ['a web page', '<!doctype html><html><body>Sign in</body></html>', 1, 'file', /web page/],
    ['UTF-16', Buffer.from('\uFEFFName,Discord ID', 'utf16le').toString('utf8'), 1, 'file', /UTF-8/],
    ['no header', 'M-1,Ana,Mod,310000000000000111', 1, 'file', /has the column names/],
    ['two columns for one field', 'Name,Discord ID,Rank,Position', 1, 'Position', /"Rank" and "Position"/],
    ['a value under no header', rows('M-1,Ana,Mod,310000000000000111,,,Out until 12/1, exams'), 2, 'file', /"exams"/],
    ['too many rows', rows(...Array.from({ length: 5001 }, () => 'x')), 5002, 'file', /5,000/],
    ['an empty position', rows('M-1,Ana,,310000000000000111,,,'), 2, 'position', /required/],
    ['notes that are too long', rows(`,Ana,Mod,310000000000000111,,,${'x'.repeat(4001)}`), 2, 'notes', /4,000/],
  ])('refuses %s in words', async (_, body, line, field, message) => {
    const { status, body: report } = await importRows(body)
    expect(status).toBe(400)
    expect(report.errors).toEqual([{ line, field, message: expect.stringMatching(message) }])
    expect(await listed()).toEqual([])
  })

  it('says all that is wrong with a row at once, the day and the time zone beside a wrong Discord ID', async () => {
    const header = 'Name,Rank,Discord ID,Timezone,Hired'
    const wrong = await importRows(`${header}\nAna,Mod,12,Mars/Base,2031-01-01`)
    expect(wrong.body.errors).toEqual([
      { line: 2, field: 'discordId', message: expect.any(String) },
      { line: 2, field: 'hiredAt', message: expect.stringMatching(/in the future/) },
      { line: 2, field: 'timezone', message: expect.stringMatching(/no such time zone/) },
    ])

    const ana = 'Ana,Mod,310000000000000111,EST,2026-01-01'
    const twice = await importRows(`${header}\n${ana}\n${ana.replace('EST', 'Mars/Base')}`)
    expect(twice.body.errors.map(({ line, field }) => [line, field])).toEqual([
      [2, 'discordId'],
      [3, 'timezone'],
      [3, 'discordId'],
    ])

    const long = await importRows(`${header}\nAna,,310000000000000111,${'x'.repeat(61)},2031-01-01`)
    expect(long.body.errors.map(({ field }) => field).sort()).toEqual(['hiredAt', 'position', 'timezone'])
  })

  it('says at most 500 errors', async () => {
    const { body } = await importRows(rows(...Array.from({ length: 600 }, (_, at) => `,Ana,,${at},,,`)))
    expect(body.errors).toHaveLength(500)
  })

  it.each([
    ['semicolons', (text: string) => text.replaceAll(',', ';')],
    ['tabs', (text: string) => text.replaceAll(',', '\t')],
    ['a byte order mark and Windows line ends', (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
    ['a title and blank lines', (text: string) => `STAFF,,\n\n${text}\n,,\n`],
    ['empty columns at the end', (text: string) => text.replaceAll('\n', ',,\n').concat(',,')],
  ])('takes a file with %s', async (_, as) => {
    expect((await importRows(as(rows('M-1,Ana,Mod,310000000000000111 ,3/14/2026,semi,')))).body).toMatchObject({
      added: 1,
    })
    expect(await listed()).toMatchObject([
      { callsign: 'M-1', discordId: '310000000000000111', status: 'Semi-Active', lastMove: '2026-03-14' },
    ])
  })

  it('refuses more than 2 MB, and what is not a CSV file', async () => {
    expect((await importRows('x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413)
    const headers = { 'content-type': 'application/json' }
    expect((await world().as.management(importRoster, { body: '{}', headers })).status).toBe(415)
    expect((await world().as.management(importRoster, { body: '' })).status).toBe(400)
  })

  it('refuses a misspelt dryRun rather than writing', async () => {
    const response = await world().app.inject({
      method: 'POST',
      url: '/api/roster/import?dryrun=true',
      headers: {
        origin: ORIGIN,
        'content-type': 'text/csv',
        cookie: await world().signIn(PEOPLE.management),
      },
      payload: rows('M-1,Ana,Mod,310000000000000111,,,'),
    })
    expect(response.statusCode).toBe(400)
    expect(await listed()).toEqual([])
  })

  it('is refused where it would do something else than its preview showed, and keeps what it does not touch', async () => {
    const { id, version } = await addMember()
    const file = rows('M-283,Priya Castell,Mod,310000000000000102,,LOA,')
    const ask = (basis?: string) => world().as.management(importRoster, { body: file, query: { basis } })
    const { basis } = (await importRows(file, 'true')).body
    const edited = { ...priya, status: 'Semi-Active', version }
    await world().as.management(change, { params: { id }, body: edited })
    const refused = await ask(basis)
    expect([refused.status, refused.error?.code]).toEqual([409, 'changed_meanwhile'])
    expect(await listed()).toMatchObject([{ status: 'Semi-Active' }])

    const again = (await importRows(file, 'true')).body
    const moved = { ...edited, lastMove: '2026-03-14', timezone: 'EST', version: version + 1 }
    await world().as.management(change, { params: { id }, body: moved })
    await addMember(nolan)
    expect(await ask(again.basis)).toMatchObject({ status: 200, body: { changed: 1, missing: 1 } })
    expect((await listed()).find((member) => member.id === id)).toMatchObject({ status: 'LOA', timezone: 'EST' })
  })

  it('lets two members change callsigns with each other', async () => {
    await addMember()
    await addMember(nolan)
    const swapped = rows('TM-15,Priya Castell,Mod,310000000000000102,,,', 'M-283,Nolan Reyes,TM,310000000000000101,,,')
    expect((await importRows(swapped)).body).toMatchObject({ ok: true, changed: 2 })
    expect((await listed()).map(({ name, callsign }) => [name, callsign])).toEqual([
      ['Priya Castell', 'TM-15'],
      ['Nolan Reyes', 'M-283'],
    ])
  })

  it('refuses the callsign of a member whom the file leaves out', async () => {
    await addMember()
    const { body } = await importRows(rows('m-283,Nolan Reyes,TM,310000000000000101,,,'))
    expect(body.errors).toEqual([{ line: 2, field: 'callsign', message: expect.stringMatching(/Priya Castell/) }])
  })

  it('leaves alone what the file has no column for, clears what it leaves empty, but never a last move', async () => {
    await addMember()
    await importRows(rows('M-283,Priya Castell,Mod,310000000000000102,,,Back in May'))
    expect(await listed()).toMatchObject([
      { timezone: 'MST', hiredAt: '2025-04-06', lastMove: '2025-08-10', notes: 'Back in May' },
    ])
    await importRows('Name,Discord ID,Callsign\nPriya Castell,310000000000000102,')
    expect(await listed()).toMatchObject([{ callsign: null, position: 'Moderator', notes: 'Back in May' }])
  })

  it('takes a last move from the file as it is, and stamps today where the file has none and the position is another', async () => {
    await addMember()
    await importRows(rows('M-283,Priya Castell,Sr Mod,310000000000000102,2025-08-10,,'))
    expect(await listed()).toMatchObject([{ position: 'Senior Moderator', lastMove: '2025-08-10' }])
    await importRows(rows('M-283,Priya Castell,Jr Admin,310000000000000102,,,'))
    expect(await listed()).toMatchObject([{ position: 'Junior Administrator', lastMove: '2026-03-14' }])
  })
})

describe('the export', () => {
  it('is for staff, a file with a name and a day', async () => {
    expect((await world().as.member(exportRoster)).status).toBe(403)
    const { status, headers } = await world().as.staff(exportRoster)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="roster-2026-03-14.csv"',
    })
  })

  it('imported again changes nothing, and nothing in it becomes a formula or a rounded number', async () => {
    waitForTheSheets()
    await importRows(sheet)
    await addMember({ ...nolan, name: '=HYPERLINK("http://x")', discordId: '310000000000000199', callsign: '-1' })
    await addMember({ ...nolan, name: "'=1", discordId: '310000000000000198', callsign: '@x', notes: 'two\nlines' })
    const { body } = await world().as.staff(exportRoster)
    expect(body).toContain(`'310000000000000102,`)
    expect(body).not.toMatch(/(^|,)"?[=+\-@]/m)
    expect((await importRows(body)).body).toMatchObject({ ok: true, added: 0, changed: 0, unchanged: 302, missing: 0 })
  })
})

describe('the development roster', () => {
  const iris = { ...priya, name: 'Iris Kowalczyk', callsign: 'DEV-1', position: 'lead dev' }
  const addDeveloper = (body: object = iris) => world().as.management(devRoster.add, { body: { ...iris, ...body } })
  const developers = async () => (await world().as.staff(devRoster.list)).body.data

  it('is read by staff and written by management', async () => {
    expect((await world().as.member(devRoster.list)).status).toBe(403)
    expect((await world().as.staff(devRoster.add, { body: iris })).status).toBe(403)
    expect((await world().as.management(devRoster.add, { body: iris })).status).toBe(200)
    expect((await world().as.staff(devRoster.list)).status).toBe(200)
  })

  it('has its own members: one person may stand on both, and each is changed by itself', async () => {
    const staff = await addMember()
    const { item } = (await addDeveloper({ callsign: priya.callsign })).body
    expect(item).toMatchObject({ discordId: staff.discordId, position: 'Lead Developer' })
    const sent = { params: { id: staff.id } }
    expect((await world().as.management(devRoster.remove, sent)).status).toBe(404)
    expect((await world().as.management(devRoster.remove, { params: { id: item.id } })).status).toBe(200)
    expect(await developers()).toEqual([])
    expect(await listed()).toEqual([staff])
  })

  it('orders by its own groups and reads its own titles', async () => {
    await addDeveloper({ callsign: 'DEV-9', discordId: '310000000000000190', position: 'car dev' })
    await addDeveloper({ callsign: 'DEV-5', discordId: '310000000000000191', position: 'mods' })
    await addDeveloper()
    expect((await developers()).map(({ position }) => position)).toEqual([
      'Lead Developer',
      'Vehicle Developer',
      'mods',
    ])
  })

  it('is written down under its own name, and a stale version changes nothing', async () => {
    const { item } = (await addDeveloper()).body
    expect((await changesAudited()).at(-1)).toMatchObject({ target: `dev-roster/${item.id}`, after: item })
    const change = (notes: string) =>
      world().as.management(devRoster.change, { params: { id: item.id }, body: { ...iris, notes, version: 1 } })
    expect((await change('first')).status).toBe(200)
    expect(await change('second')).toMatchObject({ status: 409, body: { item: { notes: 'first', version: 2 } } })
  })

  it('takes its spreadsheet, dry first, and exports what changes nothing', async () => {
    waitForTheSheets()
    const sheet = readFileSync(join(root, 'demo/dev-roster.csv'), 'utf8')
    const importRows = (body: string, dryRun: 'true' | 'false') =>
      world().as.management(devRoster.import, { body, query: { dryRun } })
    expect((await importRows(sheet, 'true')).body).toMatchObject({ ok: true, added: 27, errors: [] })
    expect(await developers()).toEqual([])
    expect((await importRows(sheet, 'false')).body).toMatchObject({ ok: true, added: 27 })
    expect(await listed()).toEqual([])
    const { body, headers } = await world().as.staff(devRoster.exports.all)
    expect(headers['content-disposition']).toBe('attachment; filename="dev-roster-2026-11-20.csv"')
    expect((await importRows(body, 'false')).body).toMatchObject({ added: 0, changed: 0, unchanged: 27, missing: 0 })
  })

  it.each([
    ['unknown fields', { roster: 'roster' }, 'roster'],
    ['days that do not exist', { hiredAt: '2026-02-30' }, 'hiredAt'],
    ['ids that are no ids', { discordId: '1.2E17' }, 'discordId'],
  ])('refuses %s', async (_, wrong, field) => {
    const { status, error } = await addDeveloper(wrong)
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([400, [field]])
    expect(await developers()).toEqual([])
  })

  it('refuses a body that is too large, and one that is no JSON, and changes nothing', async () => {
    const large = await addDeveloper({ notes: 'x'.repeat(70_000) })
    expect(large.status).toBe(413)
    const cookie = await world().signIn(PEOPLE.management)
    const broken = await world().app.inject({
      method: 'POST',
      url: '/api/dev-roster',
      headers: { origin: ORIGIN, cookie, 'content-type': 'application/json' },
      payload: '{"name":',
    })
    expect(broken.statusCode).toBe(400)
    expect(await developers()).toEqual([])
  })
})

describe('a day of hire to come, and a time zone that does not exist', () => {
  const wrong = { hiredAt: '2026-03-16', timezone: 'Mars/Olympus' }
  const problems = {
    hiredAt: 'This is in the future. Write the day on which they were hired.',
    timezone: 'There is no such time zone. Write it as EST, GMT+1 or America/New_York.',
  }

  it('are refused when somebody is added or changed', async () => {
    const added = await world().as.management(add, { body: { ...priya, ...wrong } })
    expect([added.status, added.error?.fields]).toEqual([400, problems])
    const { id, version } = await addMember({ ...priya, hiredAt: '2026-03-15', timezone: 'america/new_york' })
    const body = { ...priya, ...wrong, version }
    expect((await world().as.management(change, { params: { id }, body })).error?.fields).toEqual(problems)
    expect((await listed())[0]).toMatchObject({ version, hiredAt: '2026-03-15' })
  })

  it('are refused in a spreadsheet, by line', async () => {
    const { body } = await importRows(
      `Name,Discord ID,Rank,Time Zone,Date Hired\nPriya,${priya.discordId},Mod,Mars/Olympus,3/16/2026`,
    )
    expect(body.errors).toEqual([
      { line: 2, field: 'hiredAt', message: problems.hiredAt },
      { line: 2, field: 'timezone', message: problems.timezone },
    ])
    expect(await listed()).toEqual([])
  })

  it('stay where they stood before, so that all else can be changed', async () => {
    const { id, version } = await addMember()
    await world().database.pool.query(`update roster_members set timezone = 'Mars/Olympus', hired_at = '2027-01-01'`)
    const old = { ...priya, timezone: 'Mars/Olympus', hiredAt: '2027-01-01' }
    const changed = await world().as.management(change, { params: { id }, body: { ...old, notes: 'Back', version } })
    expect([changed.status, changed.body.item?.notes]).toEqual([200, 'Back'])
  })
})
