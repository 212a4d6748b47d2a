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

describe('Listing the roster', () => {
  it('the list is available to staff only', async () => {
    expect((await world().as.anyone(list)).status).toBe(401)
    expect((await world().as.member(list)).status).toBe(403)
    expect((await world().as.es(list)).status).toBe(403)
    expect(await world().as.staff(list)).toMatchObject({ status: 200, body: { data: [] } })
  })

  it('the list has the order of the page, with full names of position and status', async () => {
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

  it('an unchanged list responds with 304, and a change appears at once', async () => {
    const first = await world().as.staff(list)
    const etag = String(first.headers.etag)
    expect((await world().as.staff(list, { headers: { 'if-none-match': etag } })).status).toBe(304)
    await addMember()
    const next = await world().as.staff(list, { headers: { 'if-none-match': etag } })
    expect(next).toMatchObject({ status: 200, body: { data: [{ name: 'Priya Castell' }] } })
  })
})

describe('Adding a member', () => {
  it('only management can add a member', async () => {
    expect((await world().as.anyone(add, { body: priya })).status).toBe(401)
    expect((await world().as.staff(add, { body: priya })).status).toBe(403)
    expect(await listed()).toEqual([])
    expect((await world().as.owner(add, { body: priya })).status).toBe(200)
  })

  it('a member needs a name, a position and a Discord ID, texts are trimmed, and other fields are optional', async () => {
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
  ])('adding a member with %s = %j is refused and names the field', async (field, value) => {
    const { status, error } = await world().as.management(add, { body: { ...priya, [field]: value } })
    expect(status).toBe(400)
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
    expect(await listed()).toEqual([])
  })

  it('a callsign or Discord ID in use is refused in any case, and names its member', async () => {
    await addMember()
    const callsign = await world().as.management(add, { body: { ...nolan, callsign: 'm-283' } })
    expect(callsign).toMatchObject({ status: 409, error: { code: 'already_there' } })
    expect(callsign.error?.fields).toEqual({ callsign: 'Priya Castell already has the callsign M-283.' })
    const both = await world().as.management(add, { body: { ...priya, name: 'Double' } })
    expect(Object.keys(both.error?.fields ?? {})).toEqual(['callsign', 'discordId'])
    expect(await listed()).toHaveLength(1)
  })

  it('of two requests that add the same member at once, one succeeds', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => world().as.management(add, { body: priya })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await listed()).toHaveLength(1)
  })

  it('any number of members can have no callsign', async () => {
    await addMember({ ...priya, callsign: '' })
    await addMember({ ...nolan, callsign: '' })
    expect(await listed()).toHaveLength(2)
  })

  it('adding a member writes an audit entry with its author and values', async () => {
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

describe('Changing a member', () => {
  it('only management can change a member', async () => {
    const { id, version } = await addMember()
    const sent = { params: { id }, body: { ...priya, name: 'Mallory', version } }
    expect((await world().as.staff(change, sent)).status).toBe(403)
    expect((await listed())[0]?.name).toBe('Priya Castell')
  })

  it('a change increases the version, keeps the id and writes an audit entry with both states', async () => {
    const before = await addMember()
    const { status, body } = await world().as.management(change, {
      params: { id: before.id },
      body: { ...priya, notes: 'Mentor', version: 1 },
    })
    expect(status).toBe(200)
    expect(body.item).toEqual({ ...before, notes: 'Mentor', version: 2 })
    expect((await changesAudited()).at(-1)).toMatchObject({ action: 'changeRosterMember', before, after: body.item })
  })

  it('a change of a stale version is a conflict with the current member, and changes nothing', async () => {
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

  it('a change needs the version that was edited', async () => {
    const { id } = await addMember()
    const { error } = await world().as.management(change, { params: { id }, body: { ...priya, version: 0 } })
    expect(error?.fields).toHaveProperty('version')
  })

  it('a change to the same values is not stored', async () => {
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
  ])('a change of the %s sets the last move only if it should', async (_, changed, lastMove) => {
    const { id } = await addMember()
    const { body } = await world().as.management(change, { params: { id }, body: { ...priya, ...changed, version: 1 } })
    expect(body.item.lastMove).toBe(lastMove)
  })

  it('the last move is the current day in the time zone of the site', async () => {
    vi.stubEnv('TZ', 'Pacific/Kiritimati')
    const { id } = await addMember()
    const { body } = await world().as.management(change, {
      params: { id },
      body: { ...priya, status: 'loa', version: 1 },
    })
    expect(body.item.lastMove).toBe('2026-03-15')
    vi.unstubAllEnvs()
  })

  it('a callsign in use is refused, and the own callsign in another case is accepted', async () => {
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

  it('a change of a removed member is not found, and an invalid id is refused', async () => {
    const body = { ...priya, version: 1 }
    expect((await world().as.management(change, { params: { id: nobody }, body })).status).toBe(404)
    expect((await world().as.management(change, { params: { id: '1' }, body })).status).toBe(400)
  })
})

describe('Changing the status of several members', () => {
  const { changeStatuses } = staffRoster
  const two = async () => [await addMember(), await addMember(nolan)] as const
  const of = ({ id, version }: { id: string; version: number }, status: string) => ({ id, version, status })

  it('the status of all changes in one call, which sets their last move and writes an audit entry each', async () => {
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

  it('the change is undone in one call, with the previous last moves', async () => {
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

  it('no status changes if a member was changed meanwhile, and the response names them', async () => {
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

  it('no status changes if a member left', async () => {
    const [first, second] = await two()
    await world().as.management(remove, { params: { id: second.id } })
    const body = { members: [of(first, 'LOA'), of(second, 'LOA')] }
    expect((await world().as.management(changeStatuses, { body })).status).toBe(404)
    expect((await listed())[0]).toEqual(first)
  })

  it('members with that status already are not changed', async () => {
    const [first, second] = await two()
    const body = { members: [of(first, 'active'), of(second, 'LOA')] }
    const { data } = (await world().as.management(changeStatuses, { body })).body
    expect(data.map(({ version }) => version)).toEqual([1, 2])
    expect(await changesAudited()).toHaveLength(3)
  })

  it('notes about the person who makes the change stay, and are shown to nobody else', async () => {
    const { id } = PEOPLE.management
    const own = (await world().as.owner(add, { body: { ...priya, discordId: id, notes: 'Kept' } })).body.item
    const { body } = await world().as.management(changeStatuses, { body: { members: [of(own, 'LOA')] } })
    expect(body.data[0]).toMatchObject({ status: 'LOA', notes: null })
    expect((await world().as.owner(list)).body.data[0]).toMatchObject({ status: 'LOA', notes: 'Kept' })
  })

  it('each member is listed once, and at least one', async () => {
    const member = of(await addMember(), 'LOA')
    for (const members of [[], [member, member], Array.from({ length: 201 }, () => member)]) {
      expect((await world().as.management(changeStatuses, { body: { members } })).status).toBe(400)
    }
    const other = { ...devRoster.changeStatuses }
    expect((await world().as.management(other, { body: { members: [member] } })).status).toBe(404)
  })
})

describe('Removing a member', () => {
  it('only management can remove a member, once, with an audit entry', async () => {
    const item = await addMember()
    const sent = { params: { id: item.id } }
    expect((await world().as.staff(remove, sent)).status).toBe(403)
    expect(await world().as.management(remove, sent)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await listed()).toEqual([])
    expect((await changesAudited()).at(-1)).toMatchObject({ action: 'removeRosterMember', before: item, after: null })
    expect((await world().as.management(remove, sent)).status).toBe(404)
  })
})

describe('Undoing a removal', () => {
  const { undoRemoval } = staffRoster
  const undo = (id: string) => world().as.management(undoRemoval, { params: { id } })

  it('undo restores the member with id and notes, and writes an audit entry', async () => {
    const item = await addMember({ ...priya, notes: 'Kept' })
    await world().as.management(remove, { params: { id: item.id } })
    const back = { ...item, version: 2 }
    expect(await undo(item.id)).toMatchObject({ status: 200, body: { item: back } })
    expect(await listed()).toEqual([back])
    expect((await changesAudited()).at(-1)).toMatchObject({ target: `roster/${item.id}`, before: null, after: back })
    expect((await undo(item.id)).status).toBe(409)
  })

  it('only the person who removed a member can undo it, for a few seconds', async () => {
    const { id } = await addMember()
    await world().as.owner(remove, { params: { id } })
    expect(await undo(id)).toMatchObject({ status: 409, error: { code: 'too_late' } })
    world().pass(16_000)
    expect((await world().as.owner(undoRemoval, { params: { id } })).status).toBe(409)
    expect((await undo(nobody)).status).toBe(409)
    expect(await listed()).toEqual([])
  })

  it('undo is refused if somebody else has the callsign now', async () => {
    const { id } = await addMember()
    await world().as.management(remove, { params: { id } })
    await addMember({ ...nolan, callsign: priya.callsign })
    expect(await undo(id)).toMatchObject({ status: 409, error: { code: 'already_there' } })
  })
})

describe('Importing a roster', () => {
  it('only management can import', async () => {
    expect((await world().as.anyone(importRoster, { body: sheet })).status).toBe(401)
    expect((await world().as.staff(importRoster, { body: sheet, query: { dryRun: 'true' } })).status).toBe(403)
    expect(await listed()).toEqual([])
  })

  it('the spreadsheet of a community is imported after a dry run, and the same file again changes nothing', async () => {
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

  it('an import writes an audit entry for each member and one for itself', async () => {
    const { id } = await addMember()
    await importRows(rows('M-283,Priya C.,Mod,310000000000000102,2025-08-10,,', 'M-2,New,mods,310000000000000111,,,'))
    const written = (await changesAudited()).slice(1)
    expect(written.map(({ action }) => action)).toEqual(['changeRosterMember', 'addRosterMember', 'importRoster'])
    expect(written[0]).toMatchObject({ target: `roster/${id}`, before: { version: 1 }, after: { version: 2 } })
    expect(written[2]).toMatchObject({ target: 'roster', after: { added: 1, changed: 1, unchanged: 0, missing: 0 } })
    expect(new Set(written.map(({ requestId }) => requestId)).size).toBe(1)
  })

  it('live events report the progress and the result of an import', async () => {
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

  it('an invalid file is refused with line and field of each error, and writes nothing', async () => {
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
  ])('an import with %s is refused with an explanation', async (_, body, line, field, message) => {
    const { status, body: report } = await importRows(body)
    expect(status).toBe(400)
    expect(report.errors).toEqual([{ line, field, message: expect.stringMatching(message) }])
    expect(await listed()).toEqual([])
  })

  it('all errors of a row are reported together', async () => {
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

  it('at most 500 errors are reported', async () => {
    const { body } = await importRows(rows(...Array.from({ length: 600 }, (_, at) => `,Ana,,${at},,,`)))
    expect(body.errors).toHaveLength(500)
  })

  it.each([
    ['semicolons', (text: string) => text.replaceAll(',', ';')],
    ['tabs', (text: string) => text.replaceAll(',', '\t')],
    ['a byte order mark and Windows line ends', (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
    ['a title and blank lines', (text: string) => `STAFF,,\n\n${text}\n,,\n`],
    ['empty columns at the end', (text: string) => text.replaceAll('\n', ',,\n').concat(',,')],
  ])('an import accepts a file with %s', async (_, as) => {
    expect((await importRows(as(rows('M-1,Ana,Mod,310000000000000111 ,3/14/2026,semi,')))).body).toMatchObject({
      added: 1,
    })
    expect(await listed()).toMatchObject([
      { callsign: 'M-1', discordId: '310000000000000111', status: 'Semi-Active', lastMove: '2026-03-14' },
    ])
  })

  it('an import refuses more than 2 MB, and files that are not CSV', async () => {
    expect((await importRows('x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413)
    const headers = { 'content-type': 'application/json' }
    expect((await world().as.management(importRoster, { body: '{}', headers })).status).toBe(415)
    expect((await world().as.management(importRoster, { body: '' })).status).toBe(400)
  })

  it('a misspelt dryRun is refused, so that nothing is written', async () => {
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

  it('an import is refused if its result would differ from its preview, and keeps everything else', async () => {
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

  it('an import can swap the callsigns of two members', async () => {
    await addMember()
    await addMember(nolan)
    const swapped = rows('TM-15,Priya Castell,Mod,310000000000000102,,,', 'M-283,Nolan Reyes,TM,310000000000000101,,,')
    expect((await importRows(swapped)).body).toMatchObject({ ok: true, changed: 2 })
    expect((await listed()).map(({ name, callsign }) => [name, callsign])).toEqual([
      ['Priya Castell', 'TM-15'],
      ['Nolan Reyes', 'M-283'],
    ])
  })

  it('an import refuses the callsign of a member whom the file omits', async () => {
    await addMember()
    const { body } = await importRows(rows('m-283,Nolan Reyes,TM,310000000000000101,,,'))
    expect(body.errors).toEqual([{ line: 2, field: 'callsign', message: expect.stringMatching(/Priya Castell/) }])
  })

  it('an import keeps fields without a column, clears empty cells, and never clears a last move', async () => {
    await addMember()
    await importRows(rows('M-283,Priya Castell,Mod,310000000000000102,,,Back in May'))
    expect(await listed()).toMatchObject([
      { timezone: 'MST', hiredAt: '2025-04-06', lastMove: '2025-08-10', notes: 'Back in May' },
    ])
    await importRows('Name,Discord ID,Callsign\nPriya Castell,310000000000000102,')
    expect(await listed()).toMatchObject([{ callsign: null, position: 'Moderator', notes: 'Back in May' }])
  })

  it('an import keeps a last move from the file, and sets today if it is missing and the position changes', async () => {
    await addMember()
    await importRows(rows('M-283,Priya Castell,Sr Mod,310000000000000102,2025-08-10,,'))
    expect(await listed()).toMatchObject([{ position: 'Senior Moderator', lastMove: '2025-08-10' }])
    await importRows(rows('M-283,Priya Castell,Jr Admin,310000000000000102,,,'))
    expect(await listed()).toMatchObject([{ position: 'Junior Administrator', lastMove: '2026-03-14' }])
  })
})

describe('Exporting a roster', () => {
  it('staff export a file with a name and a date', async () => {
    expect((await world().as.member(exportRoster)).status).toBe(403)
    const { status, headers } = await world().as.staff(exportRoster)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="roster-2026-03-14.csv"',
    })
  })

  it('importing the export changes nothing, and no cell becomes a formula or a rounded number', async () => {
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

describe('The developers roster', () => {
  const iris = { ...priya, name: 'Iris Kowalczyk', callsign: 'DEV-1', position: 'lead dev' }
  const addDeveloper = (body: object = iris) => world().as.management(devRoster.add, { body: { ...iris, ...body } })
  const developers = async () => (await world().as.staff(devRoster.list)).body.data

  it('staff read the developers roster, and management changes it', async () => {
    expect((await world().as.member(devRoster.list)).status).toBe(403)
    expect((await world().as.staff(devRoster.add, { body: iris })).status).toBe(403)
    expect((await world().as.management(devRoster.add, { body: iris })).status).toBe(200)
    expect((await world().as.staff(devRoster.list)).status).toBe(200)
  })

  it('a person can be on both rosters with separate records', async () => {
    const staff = await addMember()
    const { item } = (await addDeveloper({ callsign: priya.callsign })).body
    expect(item).toMatchObject({ discordId: staff.discordId, position: 'Lead Developer' })
    const sent = { params: { id: staff.id } }
    expect((await world().as.management(devRoster.remove, sent)).status).toBe(404)
    expect((await world().as.management(devRoster.remove, { params: { id: item.id } })).status).toBe(200)
    expect(await developers()).toEqual([])
    expect(await listed()).toEqual([staff])
  })

  it('the developers roster has its own groups and titles', async () => {
    await addDeveloper({ callsign: 'DEV-9', discordId: '310000000000000190', position: 'car dev' })
    await addDeveloper({ callsign: 'DEV-5', discordId: '310000000000000191', position: 'mods' })
    await addDeveloper()
    expect((await developers()).map(({ position }) => position)).toEqual([
      'Lead Developer',
      'Vehicle Developer',
      'mods',
    ])
  })

  it('changes have their own name in the audit log, and a stale version changes nothing', async () => {
    const { item } = (await addDeveloper()).body
    expect((await changesAudited()).at(-1)).toMatchObject({ target: `dev-roster/${item.id}`, after: item })
    const change = (notes: string) =>
      world().as.management(devRoster.change, { params: { id: item.id }, body: { ...iris, notes, version: 1 } })
    expect((await change('first')).status).toBe(200)
    expect(await change('second')).toMatchObject({ status: 409, body: { item: { notes: 'first', version: 2 } } })
  })

  it('the developers roster imports its spreadsheet after a dry run, and its export changes nothing', async () => {
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
  ])('the developers roster refuses %s', async (_, wrong, field) => {
    const { status, error } = await addDeveloper(wrong)
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([400, [field]])
    expect(await developers()).toEqual([])
  })

  it('a body that is too large or not JSON is refused and changes nothing', async () => {
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

describe('A hire date in the future, or an unknown time zone', () => {
  const wrong = { hiredAt: '2026-03-16', timezone: 'Mars/Olympus' }
  const problems = {
    hiredAt: 'This is in the future. Write the day on which they were hired.',
    timezone: 'There is no such time zone. Write it as EST, GMT+1 or America/New_York.',
  }

  it('is refused when a member is added or changed', async () => {
    const added = await world().as.management(add, { body: { ...priya, ...wrong } })
    expect([added.status, added.error?.fields]).toEqual([400, problems])
    const { id, version } = await addMember({ ...priya, hiredAt: '2026-03-15', timezone: 'america/new_york' })
    const body = { ...priya, ...wrong, version }
    expect((await world().as.management(change, { params: { id }, body })).error?.fields).toEqual(problems)
    expect((await listed())[0]).toMatchObject({ version, hiredAt: '2026-03-15' })
  })

  it('is refused in a spreadsheet, by line', async () => {
    const { body } = await importRows(
      `Name,Discord ID,Rank,Time Zone,Date Hired\nPriya,${priya.discordId},Mod,Mars/Olympus,3/16/2026`,
    )
    expect(body.errors).toEqual([
      { line: 2, field: 'hiredAt', message: problems.hiredAt },
      { line: 2, field: 'timezone', message: problems.timezone },
    ])
    expect(await listed()).toEqual([])
  })

  it('stays if it was stored before, so that other fields can be changed', async () => {
    const { id, version } = await addMember()
    await world().database.pool.query(`update roster_members set timezone = 'Mars/Olympus', hired_at = '2027-01-01'`)
    const old = { ...priya, timezone: 'Mars/Olympus', hiredAt: '2027-01-01' }
    const changed = await world().as.management(change, { params: { id }, body: { ...old, notes: 'Back', version } })
    expect([changed.status, changed.body.item?.notes]).toEqual([200, 'Back'])
  })
})
