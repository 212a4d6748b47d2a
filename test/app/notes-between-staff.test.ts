import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportAudit, listAudit, listImports, undoImport } from '#features/audit/contract.ts'
import {
  addAction,
  exportActions,
  findAction,
  findActionPerson,
  findSuggestion,
  importActions,
  listActionPeople,
  listActions,
  listActionWeeks,
  reportDeviations,
  reviseAction,
  revokeAction,
} from '#features/discipline/contract.ts'
import {
  addPlayerAction,
  exportPlayerActions,
  findPlayerAction,
  findPlayerActionPerson,
  joinSubjects,
  listPlayerActionPeople,
  listPlayerActions,
  listPlayerActionWeeks,
  revisePlayerAction,
  revokePlayerAction,
} from '#features/discipline/player-contract.ts'
import { playerActions } from '#features/discipline/server/tables.ts'
import { recordRemoved } from '#features/discipline/server/tombstone-store.ts'
import { addImage, listEvidence, removeEvidence } from '#features/evidence/contract.ts'
import { moveIn } from '#features/moving-in/contract.ts'
import { findPerson } from '#features/people/contract.ts'
import { ACTION_TYPES, PLAYER_TYPES } from '../action-types.ts'
import { PEOPLE, ROLE_IDS } from '../people.ts'
import { lossy, riff } from '../webp.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const WRITER = { id: '310000000000000397', username: 'writer', name: 'A writer', roleIds: ROLE_IDS.staff }
const OTHER_OWNER = { ...PEOPLE.owner, id: '310000000000000398', username: 'other', name: 'Another owner' }
const HIDDEN = { hidden: 'Hidden, because this is about you.' }
/** The staff member whom a note and an action are about. */
const SUBJECT = PEOPLE.owner

type Call = Awaited<ReturnType<ReturnType<typeof world>['asPerson']>>

const STAFF = {
  ...{ add: addAction, one: findAction, revise: reviseAction, revoke: revokeAction },
  warning: 'Strike',
  list: async (call: Call, query = {}) => (await call(listActions, { query })).body,
  people: async (call: Call, query = {}) => (await call(listActionPeople, { query })).body,
  weeks: async (call: Call) => (await call(listActionWeeks)).body.data,
  file: (call: Call) => call(exportActions.all, { query: { format: 'json' } }),
  person: async (call: Call) => (await call(findActionPerson, { params: { id: SUBJECT.id } })).body.item,
}
const PLAYERS = {
  ...{ add: addPlayerAction, one: findPlayerAction, revise: revisePlayerAction, revoke: revokePlayerAction },
  warning: 'Warning',
  list: async (call: Call, query = {}) => (await call(listPlayerActions, { query })).body,
  people: async (call: Call, query = {}) => (await call(listPlayerActionPeople, { query })).body,
  weeks: async (call: Call) => (await call(listPlayerActionWeeks)).body.data,
  file: (call: Call) => call(exportPlayerActions.all, { query: { format: 'json' } }),
  person: async (call: Call) => (await call(findPlayerActionPerson, { params: { who: SUBJECT.id } })).body.item,
}

describe.each([
  ['the Staff DA Database', 'staff', STAFF],
  ['the player record', 'players', PLAYERS],
] as const)('a note between staff in %s', (_, family, calls) => {
  let note: { id: number }
  let warning: { id: number }
  const params = ({ id }: { id: number }) => ({ id: String(id) })
  const reading = (who: 'subject' | 'other') => world().asPerson(who === 'subject' ? SUBJECT : OTHER_OWNER)

  beforeEach(async () => {
    const writer = await world().asPerson(WRITER)
    const log = async (type: string, externalReason: string) => {
      const about = { user: SUBJECT.id, user_name: SUBJECT.name, internal_reason: 'Seen at the pier' }
      const points = externalReason === '' ? 0 : 2
      const { status, body } = await writer(calls.add, {
        body: { ...about, type, points, external_reason: externalReason },
      })
      expect(status).toBe(200)
      return body.item
    }
    warning = await log(calls.warning, 'You were late.')
    note = await log('Note', '')
    const query = { family, action: String(note.id), shown: 'true' } as const
    const body = riff(lossy(640, 480, { data: 1_000 }))
    expect((await writer(addImage, { query, body })).status).toBe(200)
  })

  it('an internal note about staff is invisible to the person concerned in every list, count, file, panel and timeline', async () => {
    const seenBy = async (who: 'subject' | 'other') => {
      const call = await reading(who)
      const { rows, total } = await calls.list(call)
      const found = (await calls.list(call, { query: String(note.id) })).rows
      const { users } = await calls.people(call)
      const weeks = await calls.weeks(call)
      const file = await calls.file(call)
      const person = await calls.person(call)
      const { item } = (await call(findPerson, { params: { id: SUBJECT.id } })).body
      const panel = family === 'staff' ? item.record : item.player_record
      const timeline = item.timeline.filter(({ kind }) => kind === 'action').map(({ what }) => what)
      return {
        ids: rows.map(({ id }) => id),
        found: found.some(({ id }) => id === note.id),
        totals: [total, users[0]?.count, weeks.at(-1)?.counts.Note, person.record.total, panel?.total],
        points: [person.record.points.active, panel?.points],
        inFile: JSON.stringify(file.body).includes('"Note"'),
        isInTimeline: timeline.includes('Note'),
      }
    }
    expect(await seenBy('other')).toEqual({
      ...{ ids: [note.id, warning.id], found: true, totals: [2, 2, 1, 2, 2], points: [2, 2] },
      ...{ inFile: true, isInTimeline: family === 'staff' },
    })
    expect(await seenBy('subject')).toEqual({
      ...{ ids: [warning.id], found: false, totals: [1, 1, 0, 1, 1], points: [2, 2] },
      ...{ inFile: false, isInTimeline: false },
    })
  })

  it('an internal note gives no points and has no end while it has no reason for the person', async () => {
    const writer = await world().asPerson(WRITER)
    const about = { user: SUBJECT.id, user_name: SUBJECT.name, type: 'Note', internal_reason: 'x', external_reason: '' }
    const tried = [
      await writer(calls.add, { body: { ...about, points: 1 } }),
      await writer(calls.add, { body: { ...about, ends_at: '2026-04-01T10:00:00Z' } }),
      await writer(calls.revise, { params: params(note), body: { version: 1, why: 'x', points: 1 } }),
    ]
    const refused = [400, { external_reason: expect.stringContaining('does not learn') }]
    expect(tried.map(({ status, error }) => [status, error?.fields])).toEqual([refused, refused, refused])
    const logged = await writer(calls.add, { body: { ...about, external_reason: 'You were seen.', points: 1 } })
    expect(logged.status).toBe(200)
  })

  it('an internal note tells the person neither its author, its offence nor its type', async () => {
    const about = { user: SUBJECT.id, user_name: 'Theo Otherwise', internal_reason: 'x', external_reason: '' }
    const given = { type: 'Note', offences: [family === 'staff' ? 'A-1' : 'R-1'], deviation_why: 'So decided.' }
    expect((await world().as.staff(calls.add, { body: { ...about, ...given } })).status).toBe(200)
    const seenBy = async (who: 'subject' | 'other') => {
      const call = await reading(who)
      const { users, admins } = await calls.people(call)
      const report = (await call(reportDeviations, { query: { family } })).body
      return {
        givenBy: admins.map(({ id, count }) => [id, count]),
        names: JSON.stringify(users).includes('Theo Otherwise'),
        found: (await calls.people(call, { query: 'otherwise' })).users.length,
        report: [report.offences.length, report.issuers.length],
      }
    }
    expect(await seenBy('other')).toEqual({
      ...{ names: true, found: 1, report: [1, 1] },
      givenBy: [
        [WRITER.id, 2],
        [PEOPLE.staff.id, 1],
      ],
    })
    expect(await seenBy('subject')).toEqual({
      ...{ givenBy: [[WRITER.id, 1]], names: false, found: 0, report: [0, 0] },
    })
  })

  it('the person concerned cannot find an internal note by its number, see its evidence or change it', async () => {
    const tried = async (who: 'subject' | 'other') => {
      const call = await reading(who)
      const revision = { version: 1, why: 'x', internal_reason: 'Else' }
      const answers = [
        await call(calls.one, { params: params(note) }),
        await call(listEvidence, { query: { family, action: String(note.id) } }),
        await call(calls.revise, { params: params(note), body: revision }),
        await call(calls.revoke, { params: params(note), body: { outcome: 'expunged', why: 'x' } }),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await tried('subject')).toEqual([404, 404, 404, 404])
    expect(await tried('other')).toEqual([200, 200, 200, 200])
  })

  it('the evidence of an internal note is answered like that of an unknown action', async () => {
    const call = await reading('subject')
    const answers = await Promise.all(
      ['1', '99999'].map(async (id) => {
        const { status, error } = await call(removeEvidence, { params: { id } })
        return [status, error?.message]
      }),
    )
    expect(answers).toEqual(Array(2).fill([404, 'This evidence no longer exists.']))
  })

  it('the audit log hides the person of an internal note until they are told of it', async () => {
    const rowsFor = async (who: 'subject' | 'other') => {
      const { rows } = (await (await reading(who))(listAudit)).body
      const kind = family === 'staff' ? 'staff-da' : 'player-actions'
      return rows
        .filter(({ target }) => [kind, `${kind}/${note.id}`, 'evidence', 'evidence/1'].includes(target))
        .map(({ target, after }) => ({ target, after }))
    }
    expect(await rowsFor('other')).toMatchObject([
      { target: 'evidence/1', after: { user: SUBJECT.id } },
      { after: { type: 'Note', user: SUBJECT.id } },
    ])
    expect((await rowsFor('subject')).map(({ after }) => after)).toEqual([HIDDEN, HIDDEN])
    const target = `${family === 'staff' ? 'staff-da' : 'player-actions'}/${note.id}`
    const countFor = async (who: 'subject' | 'other') =>
      (await (await reading(who))(listAudit, { query: { target } })).body.total
    expect([await countFor('other'), await countFor('subject')]).toEqual([1, 0])
    const body = { version: 1, why: 'They should know', external_reason: 'You were seen.' }
    expect((await (await reading('other'))(calls.revise, { params: params(note), body })).status).toBe(200)
    expect((await (await reading('subject'))(calls.one, { params: params(note) })).status).toBe(200)
    expect((await rowsFor('subject')).map(({ after }) => after)).toMatchObject([
      ...[{ type: 'Note', internal_reason: HIDDEN.hidden }, { user: SUBJECT.id }, { type: 'Note' }],
    ])
    expect(await countFor('subject')).toBe(2)
  })
})

describe('An internal note that was about somebody else before', () => {
  const hidden = { actorId: null, target: 'staff-da', before: null, after: HIDDEN, requestId: '', hash: '' }

  /** Logs a note about a member. The returned function moves it to the owner, then back, then revises its reason. */
  async function revised() {
    const writer = await world().asPerson(WRITER)
    const about = (user: typeof SUBJECT) => ({ user: user.id, user_name: user.name })
    const words = { type: 'Note', internal_reason: 'Seen at the pier', external_reason: '' }
    const { status, body } = await writer(addAction, { body: { ...about(PEOPLE.member), ...words } })
    expect(status).toBe(200)
    const id = String(body.item.id)
    return async (version: number) => {
      const change = [about(SUBJECT), about(PEOPLE.member), { internal_reason: 'Seen at the bridge' }][version - 1]
      const revision = { params: { id }, body: { version, why: 'Mixed up', ...change } }
      expect((await writer(reviseAction, revision)).status).toBe(200)
    }
  }
  async function rowsFor(person: typeof SUBJECT) {
    const { rows } = (await (await world().asPerson(person))(listAudit)).body
    return rows
      .filter(({ target }) => target.startsWith('staff-da'))
      .map(({ actorId, target, before, after, requestId, hash }) => {
        return { actorId, target, before, after, requestId, hash }
      })
  }

  it('the audit log shows the present and former person neither the author nor the number', async () => {
    const revise = await revised()
    await revise(1)
    expect(await rowsFor(SUBJECT)).toEqual([hidden, hidden])
    expect(await rowsFor(OTHER_OWNER)).toMatchObject(Array(2).fill({ actorId: WRITER.id, target: 'staff-da/1' }))
    await revise(2)
    await revise(3)
    expect(await rowsFor(SUBJECT)).toEqual(Array(4).fill(hidden))
  })

  it('filters by author reveal neither the note nor additions to it, even after its removal', async () => {
    const revise = await revised()
    const query = { family: 'staff', action: '1', shown: 'false' } as const
    const writer = await world().asPerson(WRITER)
    expect((await writer(addImage, { query, body: riff(lossy(640, 480, { data: 1_000 })) })).status).toBe(200)
    await revise(1)
    const foundBy = async (person: typeof SUBJECT) => {
      const call = await world().asPerson(person)
      const { rows, total } = (await call(listAudit, { query: { actor: WRITER.id, signIns: 'hidden' } })).body
      const file = (await call(exportAudit.all, { query: { actor: WRITER.id, format: 'json', signIns: 'hidden' } }))
        .body
      return [rows.map(({ action }) => action), total, JSON.stringify(file).includes(WRITER.id)]
    }
    const all = ['reviseAction', 'addEvidence', 'addAction']
    expect(await foundBy(OTHER_OWNER)).toEqual([all, 3, true])
    expect(await foundBy(SUBJECT)).toEqual([[], 0, false])
    const { database } = world()
    await database.db.transaction((tx) => recordRemoved(tx, 'staff', [1], ACTION_TYPES))
    await database.pool.query('delete from disciplinary_revisions; delete from disciplinary_actions')
    expect(await foundBy(SUBJECT)).toEqual([[], 0, false])
    expect(await foundBy(OTHER_OWNER)).toEqual([all, 3, true])
  })
})

it('an imported internal note is hidden in the list of that import, before and after undo', async () => {
  const file = [
    'Date,User,Discord ID,Issued by,Admin ID,Type,Reason',
    `2026-03-01,Lena Brandt,${PEOPLE.member.id},Priya Castell,${PEOPLE.staff.id},Strike,Late`,
    `2026-03-02,Theo Marchetti,${SUBJECT.id},Priya Castell,${PEOPLE.staff.id},Note,Seen at the pier`,
  ].join('\n')
  const importedFile = await world().as.management(importActions, { body: file, query: {} })
  expect([importedFile.status, importedFile.body]).toMatchObject([200, { added: 2 }])
  const read = async (person: typeof SUBJECT) => {
    const call = await world().asPerson(person)
    const rowsOf = async (query: Record<string, string>) =>
      (await call(listAudit, { query: { signIns: 'hidden', ...query } })).body.rows.filter(
        ({ action }) => action !== 'exportList',
      )
    const [own] = await rowsOf({ action: 'importActions' })
    const file = await call(exportAudit.all, { query: { action: 'importActions', format: 'json' } })
    const opened = await rowsOf({ import: String(own?.seq) })
    const folded = await rowsOf({ imports: 'folded' })
    const found = [opened, folded].map((rows) => rows.map(({ action, actorId }) => [action, actorId]))
    const isInFile = JSON.stringify(file.body).includes(JSON.stringify(own?.after))
    return [own?.after, isInFile, ...found]
  }
  const by = PEOPLE.management.id
  const [added, imported] = [
    ['addAction', by],
    ['importActions', by],
  ]
  expect(await read(OTHER_OWNER)).toEqual([{ added: 2, unchanged: 0 }, true, [added, added], [imported]])
  const forSubject = [[added], [imported, ['addAction', null]]]
  expect(await read(SUBJECT)).toEqual([{ added: 1, unchanged: 0 }, true, ...forSubject])

  const addedFor = async (person: typeof SUBJECT) => {
    const call = await world().asPerson(person)
    return (await call(listImports, { query: { list: 'staff-da' } })).body.data.map(({ added }) => added)
  }
  const counts = async () => [await addedFor(OTHER_OWNER), await addedFor(SUBJECT)]
  expect(await counts()).toEqual([[2], [1]])
  const { rows } = await world().database.pool.query('select id from imports')
  expect((await world().as.management(undoImport, { params: { id: String(rows[0].id) } })).status).toBe(200)
  const undone = async (person: typeof SUBJECT) => {
    const query = { action: 'undoImport', signIns: 'hidden' } as const
    const { body } = await (await world().asPerson(person))(listAudit, { query })
    return body.rows.map(({ target, actorId, after }) => [target, actorId, after])
  }
  const counted = { restored: 0, stayed: 0 }
  expect(await undone(OTHER_OWNER)).toMatchObject([
    ['staff-da', by, { removed: 2, ...counted }],
    ['staff-da/2', by, {}],
    ['staff-da/1', by, {}],
  ])
  expect(await undone(SUBJECT)).toMatchObject([
    ['staff-da', by, { removed: 1, ...counted }],
    ['staff-da', null, HIDDEN],
    ['staff-da/1', by, {}],
  ])
  expect(await counts()).toEqual([[2], [1]])
  const [logged, isInExport, opened] = await read(SUBJECT)
  expect([logged, isInExport, opened]).toEqual([{ added: 1, unchanged: 0 }, true, [added]])
  const again = await world().as.management(importActions, { body: file, query: {} })
  expect([again.status, again.body]).toMatchObject([200, { added: 2 }])

  const later = (await world().database.pool.query('select max(id) as id from disciplinary_actions')).rows[0].id
  const revision = {
    params: { id: String(later) },
    body: { version: 1, why: 'Clearer.', internal_reason: 'Seen there' },
  }
  expect((await (await world().asPerson(OTHER_OWNER))(reviseAction, revision)).status).toBe(200)
  const { rows: imports } = await world().database.pool.query('select max(id) as id from imports')
  expect((await world().as.management(undoImport, { params: { id: String(imports[0].id) } })).status).toBe(200)
  expect((await undone(OTHER_OWNER))[0]).toMatchObject(['staff-da', by, { removed: 1, stayed: 1 }])
  expect((await undone(SUBJECT))[0]).toMatchObject(['staff-da', by, { removed: 1, stayed: 0 }])
})

it('an internal note from another program is not counted for the person concerned, even after its removal', async () => {
  const action = (nativeId: string, who: string, kind: 'note' | 'warn') => ({
    ...{ nativeId, kind, identifiers: [`discord:${who}`], name: 'Kai', reason: 'Seen at the pier' },
    ...{ author: { name: 'bo', discordId: null }, at: '2026-01-10T10:00:00.000Z' },
    ...{ expiresAt: null, isAcknowledged: false, revoked: null },
  })
  const importHistory = async (sha256: string, actions: ReturnType<typeof action>[]) => {
    const history = { source: 'txadmin' as const, version: '5', people: [], actions, unreadable: [], unknownFields: [] }
    const body = { file: { name: 'playersDB.json', sha256 }, history, decisions: { accounts: {}, olderThan: null } }
    expect((await (await world().asPerson(OTHER_OWNER))(moveIn, { body })).status).toBe(200)
    const { rows } = await world().database.pool.query('select max(id) as id from imports')
    return { params: { id: String(rows[0].id) } }
  }
  const counted = async () => {
    const read = async (person: typeof SUBJECT) => {
      const query = { signIns: 'hidden', sort: 'when:asc' } as const
      const { rows } = (await (await world().asPerson(person))(listAudit, { query })).body
      return rows.map(({ after }) => after)
    }
    return [await read(OTHER_OWNER), await read(SUBJECT)]
  }
  const warning = action('W1', PEOPLE.member.id, 'warn')
  const undone = await importHistory('ab'.repeat(32), [action('N1', SUBJECT.id, 'note'), warning])
  expect(await counted()).toMatchObject([[{ actions_new: 2 }], [{ actions_new: 1 }]])
  expect((await (await world().asPerson(OTHER_OWNER))(undoImport, undone)).status).toBe(200)
  expect(await counted()).toMatchObject([
    [{ actions_new: 2 }, { removed: 4, stayed: 0 }],
    [{ actions_new: 1 }, { removed: 3, stayed: 0 }],
  ])

  const revised = await importHistory('bc'.repeat(32), [action('N2', SUBJECT.id, 'note'), warning])
  const { rows } = await world().database.pool.query(`select id from player_actions where native_id = 'N2'`)
  const body = { version: 1, why: 'Clearer.', internal_reason: 'Seen there' }
  const call = await world().asPerson(OTHER_OWNER)
  expect((await call(revisePlayerAction, { params: { id: String(rows[0].id) }, body })).status).toBe(200)
  expect((await call(undoImport, revised)).status).toBe(200)
  expect((await counted()).map((read) => read.at(-1))).toMatchObject([
    { removed: 2, stayed: 2 },
    { removed: 2, stayed: 1 },
  ])

  await importHistory('cd'.repeat(32), [action('N3', SUBJECT.id, 'note'), warning])
  await world().database.db.transaction(async (tx) => {
    const rows = await tx.select().from(playerActions).where(eq(playerActions.nativeId, 'N3'))
    const ids = rows.map(({ id }) => id)
    await recordRemoved(tx, 'players', ids, PLAYER_TYPES)
    await tx.delete(playerActions).where(inArray(playerActions.id, ids))
  })
  expect((await counted()).map((read) => read.at(-1))).toMatchObject([{ actions_new: 2 }, { actions_new: 1 }])
})

it('an internal note about a player who is joined with a staff account is not counted for that person', async () => {
  const { pool } = world().database
  await pool.query(
    `insert into subjects (id, name, identifiers) values ('subject:1', 'theo_ingame', '{license:aa}'), ($1, 'Theo', '{}')`,
    [SUBJECT.id],
  )
  await pool.query(`insert into player_actions
    (date, user_id, user_name, admin_id, admin_name, type, internal_reason, external_reason, source, native_id)
    values ('2026-03-10', 'subject:1', 'theo_ingame', 'game:1', 'Server', 'Ban', '-', 'x', 'txadmin', 'B1'),
           ('2026-03-11', 'subject:1', 'theo_ingame', 'game:1', 'Server', 'Note', '-', null, 'txadmin', 'N1')`)
  const body = { other: 'subject:1', stays_version: 1, goes_version: 1 }
  const writer = await world().asPerson(WRITER)
  expect((await writer(joinSubjects, { params: { who: SUBJECT.id }, body })).status).toBe(200)
  const counted = async (person: typeof SUBJECT) => {
    const call = await world().asPerson(person)
    const { rows } = (await call(listAudit, { query: { action: 'joinSubjects' } })).body
    const { data } = (await call(listImports, { query: { list: 'subjects' } })).body
    return [rows.map(({ after }) => after), data.map(({ changed }) => changed)]
  }
  expect(await counted(OTHER_OWNER)).toMatchObject([[{ who: SUBJECT.id, actions: 2 }], [3]])
  expect(await counted(SUBJECT)).toMatchObject([[{ who: SUBJECT.id, actions: HIDDEN.hidden }], [2]])

  const { rows } = await pool.query('select id from imports')
  expect((await writer(undoImport, { params: { id: String(rows[0].id) } })).status).toBe(200)
  const undone = async (person: typeof SUBJECT) =>
    (await (await world().asPerson(person))(listAudit, { query: { action: 'undoImport' } })).body.rows[0]?.after
  expect(await undone(OTHER_OWNER)).toMatchObject({ removed: 0, restored: 4, stayed: 0 })
  expect(await undone(SUBJECT)).toMatchObject({ restored: HIDDEN.hidden, stayed: HIDDEN.hidden })
})

it('a suggestion for an action against oneself is denied, because it would reveal earlier internal notes', async () => {
  const { status } = await world().as.staff(findSuggestion, { query: { user: PEOPLE.staff.id, offences: 'S1' } })
  expect(status).toBe(403)
})
