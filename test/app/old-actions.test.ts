import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ACTION_DEPENDENTS } from '#app/action-dependents.ts'
import { readContent } from '#app/content.ts'
import { reportActionsKept } from '#app/retention-findings.ts'
import { addAppeal, findAppealPromise, withdrawAppeal } from '#features/appeals/contract.ts'
import { listAudit, undoImport } from '#features/audit/contract.ts'
import { refuseClaim } from '#features/claims/contract.ts'
import {
  addAction,
  importActions,
  listActions,
  listOwnActions,
  reviseAction,
  revokeAction,
  undoAddAction,
} from '#features/discipline/contract.ts'
import { GAME_TYPES } from '#features/discipline/game-rules.ts'
import { addPlayerAction, joinSubjects, listPlayerActions } from '#features/discipline/player-contract.ts'
import { recordUndone } from '#features/discipline/server/tombstone-store.ts'
import { listThresholds } from '#features/discipline/threshold-contract.ts'
import { addLink } from '#features/evidence/contract.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { addGameEvent } from '#features/ingest/contract.ts'
import { moveIn } from '#features/moving-in/contract.ts'
import { DAY } from '#lib/dates.ts'
import { PLAYER_TYPES } from '../action-types.ts'
import { copyCommunity } from '../community-copy.ts'
import { makeIngestToken, WARN } from '../game-events.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const copy = copyCommunity()
copy.edit('discipline.yaml', /^players:/m, 'keep: { staff: 365, players: 100 }\nplayers:')
copy.edit('discipline.yaml', 'points: { days: 90, decay: latest }', 'points: { days: 30, decay: latest }')
afterAll(() => copy.discard())
const world = useWorld({ communityDir: () => copy.dir, ownerIds: [PEOPLE.owner.id] })

const POINTS = { decay: 'latest', days: 30 } as const
const PERSON = PEOPLE.member
const query = (sql: string, values: unknown[] = []) => world().database.pool.query(sql, values)
const ago = (days: number) => new Date(world().now().getTime() - days * DAY)

interface Given {
  daysAgo: number
  points?: number
  /** The number of days from the date of the action to its end. */
  lasts?: number
  type?: string
}

/** Inserts an action that was logged `daysAgo` days ago. */
async function giveAction({ daysAgo, points = 0, lasts, type = 'Strike' }: Given) {
  const { status, body } = await world().as.staff(addAction, {
    body: { user: PERSON.id, user_name: PERSON.name, type, internal_reason: 'x', external_reason: 'Told.', points },
  })
  expect(status).toBe(200)
  await query(
    `update disciplinary_actions set date = $2, logged_at = $2, ends_at = $3,
       points_end_at = case when points > 0 then $2::timestamptz + interval '30 days' end where id = $1`,
    [body.item.id, ago(daysAgo), lasts === undefined ? null : ago(daysAgo - lasts)],
  )
  return body.item
}
const listed = async () => (await world().as.staff(listActions, { query: {} })).body.rows.map(({ id }) => id)

/** Lets a day pass and runs the daily removal. */
async function nextDay() {
  world().pass(DAY)
  await world().app.runDueJobs()
}
// The removal is due when the site starts. Run it before the tests add actions.
beforeEach(() => world().app.runDueJobs())

describe('Actions against staff that are kept for 365 days', () => {
  it('an action is deleted a year after its end with everything that belongs to it, and the audit log records the number', async () => {
    const [old, recent] = [await giveAction({ daysAgo: 366 }), await giveAction({ daysAgo: 364 })]
    const link = { link: 'https://clips.example/1', shown: true }
    expect(
      (await world().as.staff(addLink, { query: { family: 'staff', action: String(old.id) }, body: link })).status,
    ).toBe(200)
    await query('update evidence set at = $1', [ago(366)])
    await query('update disciplinary_actions set version = 2 where id = $1', [old.id])
    await query(
      `insert into disciplinary_revisions (action_id, version, at, by_id, by_name, why, date, user_id, user_name, type, internal_reason)
       values ($1, 1, $2, '1', 'A', 'Typo', $2, '2', 'B', 'Strike', 'x')`,
      [old.id, ago(366)],
    )
    const own = async () => (await world().as.member(listOwnActions)).body
    expect(await own()).toMatchObject({
      data: [{ id: recent.id }, { id: old.id }],
      kept_days: { staff: 365, players: 100 },
    })
    expect((await world().as.member(listInbox)).body.forYou).toHaveLength(2)
    await nextDay()
    expect(await listed()).toEqual([recent.id])
    expect((await own()).data).toMatchObject([{ id: recent.id }])
    expect((await world().as.member(listInbox)).body.forYou).toHaveLength(1)
    for (const table of ['disciplinary_revisions', 'evidence']) {
      if (table === 'evidence') {
        world().pass(DAY / 24)
        await world().app.runDueJobs()
      }
      expect((await query(`select * from ${table}`)).rows).toEqual([])
    }
    const { body } = await world().as.owner(listAudit, { query: { action: 'removeOldActions' } })
    expect(body.rows).toMatchObject([{ actorId: null, target: 'staff-da', after: { removed: 1 } }])
  })

  it.each<[string, Given, number]>([
    ['its end', { daysAgo: 500, lasts: 200 }, 66],
    ['the end of its points', { daysAgo: 380, points: 2 }, 16],
  ])('an action is kept for a year from %s', async (_, action, daysLeft) => {
    const { id } = await giveAction(action)
    await nextDay()
    expect(await listed()).toEqual([id])
    await query(
      "update disciplinary_actions set ends_at = ends_at - $1 * interval '1 day', points_end_at = points_end_at - $1 * interval '1 day'",
      [daysLeft],
    )
    await nextDay()
    expect(await listed()).toEqual([])
  })

  it('an action is kept while later actions extend its points, and for a year after that', async () => {
    const first = await giveAction({ daysAgo: 420, points: 2 })
    const second = await giveAction({ daysAgo: 400, points: 2 })
    // The points of the first two count until 370 days ago. With a third action, they count until 350 days ago.
    const third = await giveAction({ daysAgo: 380, points: 1 })
    await nextDay()
    expect(await listed()).toEqual([third.id, second.id, first.id])
    const body = { outcome: 'expunged' as const, why: 'Not them' }
    expect((await world().as.management(revokeAction, { params: { id: String(third.id) }, body })).status).toBe(200)
    await nextDay()
    // The third is revoked now, but the points of the first two still counted until 350 days ago.
    expect(await listed()).toEqual([third.id, second.id, first.id])
    await query('update disciplinary_actions set revoked_at = $1 where id = $2', [ago(363.5), third.id])
    await nextDay()
    expect(await listed()).toEqual([third.id, second.id, first.id])
    await nextDay()
    expect(await listed()).toEqual([])
  })

  it('an action with permanent points is kept, and deleted a year after its revocation', async () => {
    const { id } = await giveAction({ daysAgo: 1000, points: 2 })
    await query('update disciplinary_actions set points_end_at = null')
    await nextDay()
    expect(await listed()).toEqual([id])
    const body = { outcome: 'expired' as const, why: 'Long ago' }
    expect((await world().as.management(revokeAction, { params: { id: String(id) }, body })).status).toBe(200)
    await nextDay()
    expect(await listed()).toEqual([id])
    await query('update disciplinary_actions set revoked_at = $1', [ago(366)])
    await nextDay()
    expect(await listed()).toEqual([])
  })

  it('an action is kept for a year after its last revision, and while it waits for approval', async () => {
    const { id, version } = await giveAction({ daysAgo: 800 })
    const waiting = await giveAction({ daysAgo: 800, type: 'Removal' })
    const body = { version, internal_reason: 'Better words', why: 'Typo' }
    expect((await world().as.management(reviseAction, { params: { id: String(id) }, body })).status).toBe(200)
    await nextDay()
    expect(await listed()).toEqual([waiting.id, id])
  })

  it('an action with an open appeal is kept with its evidence, until a year after the decision', async () => {
    const action = await giveAction({ daysAgo: 800 })
    const link = { link: 'https://clips.example/1', shown: true }
    await world().as.staff(addLink, { query: { family: 'staff', action: String(action.id) }, body: link })
    await query('update evidence set at = $1', [ago(800)])
    await query('update disciplinary_actions set date = $1, logged_at = $1', [ago(10)])
    const filed = await world().as.member(addAppeal, { body: { family: 'staff', action: action.id, text: 'No.' } })
    expect(filed.status).toBe(200)
    await query('update disciplinary_actions set date = $1, logged_at = $1', [ago(800)])
    await nextDay()
    expect(await listed()).toEqual([action.id])
    expect((await query('select * from evidence')).rows).toHaveLength(1)
    const { id, version } = filed.body.item
    expect((await world().as.member(withdrawAppeal, { params: { id: String(id) }, body: { version } })).status).toBe(
      200,
    )
    await nextDay()
    expect(await listed()).toEqual([action.id])
    await query('update appeals set ended_at = $1', [ago(366)])
    await nextDay()
    expect(await listed()).toEqual([])
    for (const table of ['appeals', 'inbox_rows'])
      expect((await query(`select * from ${table}`)).rows, table).toEqual([])
  })

  it('an action is kept for a year after evidence was added, unless the evidence was removed', async () => {
    const action = await giveAction({ daysAgo: 800 })
    const link = { link: 'https://clips.example/1', shown: true }
    await world().as.staff(addLink, { query: { family: 'staff', action: String(action.id) }, body: link })
    await nextDay()
    expect(await listed()).toEqual([action.id])
    expect((await query('select * from evidence')).rows).toHaveLength(1)
    await query('update evidence set removed_at = at')
    await nextDay()
    expect(await listed()).toEqual([])
  })

  it('a decision at a point threshold is deleted with the action, once the points of the person ended', async () => {
    const deciding = await giveAction({ daysAgo: 800 })
    const pointed = await giveAction({ daysAgo: 5, points: 4 })
    await query(
      `insert into threshold_decisions (user_id, user_name, points, at, by_id, by_name, why, action_id)
       values ($1, 'x', 4, $2, '1', 'A', null, $3), ($1, 'x', 4, $2, '1', 'A', 'Talked', null)`,
      [PERSON.id, ago(800), deciding.id],
    )
    await nextDay()
    expect(await listed()).toEqual([pointed.id, deciding.id])
    await query('update disciplinary_actions set points_end_at = $1 where id = $2', [ago(1), pointed.id])
    await nextDay()
    expect(await listed()).toEqual([pointed.id])
    expect((await query('select * from threshold_decisions')).rows).toEqual([])
  })

  it.each([
    ['was revoked', "update disciplinary_actions set revoked_at = $2, outcome = 'expunged' where id = $1"],
    [
      'was revised',
      `with revised as (
         update disciplinary_actions set points = 0, points_end_at = null, version = 2 where id = $1 returning *
       )
       insert into disciplinary_revisions
         (action_id, version, at, by_id, by_name, why, date, user_id, user_name, type, internal_reason, points)
       select id, 1, $2, '1', 'A', 'Less', date, user_id, user_name, type, internal_reason, 4 from revised`,
    ],
  ])(
    'an action is kept while a threshold decision depends on the points that it had before it %s',
    async (_, change) => {
      const first = await giveAction({ daysAgo: 800, points: 4 })
      await query(
        `insert into threshold_decisions (user_id, user_name, points, at, by_id, by_name, why)
       values ($1, 'x', 4, $2, '1', 'A', 'Talked')`,
        [PERSON.id, ago(795)],
      )
      const second = await giveAction({ daysAgo: 790, points: 4 })
      await query('update disciplinary_actions set points_end_at = null where id = $1', [second.id])
      await query(change, [first.id, ago(780)])
      const decided = async () => {
        const { status, body } = await world().as.management(listThresholds)
        expect(status).toBe(200)
        return body.data.map((row) => row.decided?.why)
      }
      expect(await decided()).toEqual(['Talked'])
      await nextDay()
      expect(await listed()).toEqual([second.id, first.id])
      expect(await decided()).toEqual(['Talked'])
      // Once the person has no points, the decision about them no longer matters.
      await query('update disciplinary_actions set points_end_at = $1 where id = $2', [ago(1), second.id])
      await nextDay()
      expect(await listed()).toEqual([second.id])
    },
  )

  it('an action is kept while its person is at a threshold that nobody decided on', async () => {
    const first = await giveAction({ daysAgo: 800, points: 4 })
    const second = await giveAction({ daysAgo: 790, points: 4 })
    await query('update disciplinary_actions set points_end_at = null where id = $1', [second.id])
    await query("update disciplinary_actions set revoked_at = $2, outcome = 'expunged' where id = $1", [
      first.id,
      ago(780),
    ])
    const since = async () => (await world().as.management(listThresholds)).body.data.map((row) => row.due_at)
    const before = await since()
    expect(before).toHaveLength(1)
    await nextDay()
    expect([await listed(), await since()]).toEqual([[second.id, first.id], before])
    await query('update disciplinary_actions set points = 3 where id = $1', [second.id])
    await nextDay()
    expect(await listed()).toEqual([second.id])
  })

  it('at most a hundred actions are deleted a day, the oldest first', async () => {
    await query(
      `insert into disciplinary_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason)
       select $1::timestamptz - n * interval '1 day', '9', 'Nine', '8', 'Eight', 'Strike', 'x' from generate_series(1, 250) n`,
      [ago(400)],
    )
    const remaining = async () => Number((await query('select count(*) as n from disciplinary_actions')).rows[0].n)
    await nextDay()
    expect(await remaining()).toBe(150)
    expect((await query('select max(date) as newest, min(date) as oldest from disciplinary_actions')).rows).toEqual([
      { newest: ago(402), oldest: ago(551) },
    ])
    world().pass(DAY / 24)
    await world().app.runDueJobs()
    expect(await remaining()).toBe(150)
    await nextDay()
    await nextDay()
    expect(await remaining()).toBe(0)
    expect((await query('select * from disciplinary_people')).rows).toEqual([])
  })
})

describe('What remains of a deleted action', () => {
  const OWNER = PEOPLE.owner
  const log = async (user: typeof OWNER) => {
    const body = { user: user.id, user_name: user.name, type: 'Strike', external_reason: 'Told.' }
    return (await world().as.management(addAction, { body: { ...body, internal_reason: 'a secret' } })).body.item
  }
  /** What an owner reads in the audit log, except the rows about removed old actions. */
  async function readByOwner() {
    const { body } = await (await world().asPerson(OWNER))(listAudit, { query: {} })
    return JSON.stringify(body.rows.filter(({ action }) => action !== 'removeOldActions'))
  }
  async function removed() {
    await query(`update disciplinary_actions
      set date = '2020-01-01', logged_at = '2020-01-01', undone_at = undone_at - interval '9 years', revoked_at = revoked_at - interval '9 years'`)
    await query("update disciplinary_revisions set at = '2020-01-01'")
    await query("update evidence set at = '2020-01-01'")
    await nextDay()
    expect(await listed()).toEqual([])
  }

  it('the audit log still hides from an owner an action about them that was taken back', async () => {
    const { id, version } = await log(OWNER)
    const undone = await world().as.management(undoAddAction, { params: { id: String(id) }, body: { version } })
    expect(undone.status).toBe(200)
    expect(await readByOwner()).not.toContain('Told.')
    await removed()
    expect(await readByOwner()).not.toContain('Told.')
  })

  it('the audit log still hides from an owner the additions to an action about them', async () => {
    const link = (id: number) => ({
      query: { family: 'staff' as const, action: String(id) },
      body: { link: `https://clips.example/${id}`, shown: false },
    })
    const [visible, undone] = [await log(OWNER), await log(OWNER)]
    for (const { id } of [visible, undone]) expect((await world().as.management(addLink, link(id))).status).toBe(200)
    const body = { version: undone.version }
    expect((await world().as.management(undoAddAction, { params: { id: String(undone.id) }, body })).status).toBe(200)
    const before = await readByOwner()
    expect(before).not.toContain('clips.example')
    await removed()
    world().pass(DAY / 24)
    await world().app.runDueJobs()
    expect((await query('select * from evidence')).rows).toEqual([])
    expect(await readByOwner()).toEqual(before)
  })

  it('the audit log still hides from an owner whom an action was about before it was about them', async () => {
    const { id, version } = await log(PERSON)
    const body = { version, user: OWNER.id, user_name: OWNER.name, why: 'Somebody else' }
    const revised = await world().as.management(reviseAction, { params: { id: String(id) }, body })
    expect(revised.status).toBe(200)
    expect(await readByOwner()).not.toContain(PERSON.id)
    await removed()
    expect(await readByOwner()).not.toContain(PERSON.id)
  })

  it('imports and game events recognize a deleted action, so that a revoked ban does not return', async () => {
    const { token } = await makeIngestToken(world())
    const { target } = WARN
    const event = { ...WARN, id: 'BAAA-1', kind: 'ban' as const }
    const send = async (more: object = {}) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await world().as.anyone(addGameEvent, { body: { ...event, ...more }, headers })).body
    }
    expect(await send()).toMatchObject({ result: 'added' })
    await query("update player_actions set date = '2020-01-01', logged_at = '2020-01-01', revoked_at = '2020-02-02'")
    await query('update subjects set last_seen = null')
    await nextDay()
    expect((await query('select from player_actions')).rows).toEqual([])
    expect(await send()).toMatchObject({ result: 'known' })
    expect(await send({ id: 'R-1', kind: 'revoke', action: 'BAAA-1' })).toMatchObject({ result: 'known' })
    const action = {
      ...{ nativeId: 'BAAA-1', kind: 'ban' as const, identifiers: [`discord:${target.discordId}`], name: 'Nolan' },
      ...{ reason: 'x', author: { name: 'bo', discordId: null }, at: '2020-01-01T00:00:00.000Z' },
      ...{ expiresAt: null, isAcknowledged: false, revoked: null },
    }
    const history = { source: 'txadmin' as const, version: '5', people: [], actions: [action] }
    const file = { name: 'playersDB.json', sha256: 'ab'.repeat(32) }
    const decisions = { accounts: {}, olderThan: null }
    const { status, body } = await world().as.owner(moveIn, {
      body: { file, history: { ...history, unreadable: [], unknownFields: [] }, decisions },
    })
    expect([status, body]).toMatchObject([200, { new: 0, same: 1, actions: { new: 0, same: 1, changed: 0 } }])
    expect((await query('select from subjects')).rows).toEqual([])
  })

  it('an import recognizes a deleted action even if the person has no other record', async () => {
    const person = (name: string, of: string) => ({
      ...{ identifiers: [`license:${of.repeat(40)}`], name, playMinutes: 5 },
      ...{ firstSeen: '2019-12-01T00:00:00.000Z', lastSeen: '2020-01-01T00:00:00.000Z' },
      note: { text: 'Careful', by: 'bo', at: '2020-01-01T00:00:00.000Z' },
    })
    const warning = (nativeId: string, { identifiers, name }: ReturnType<typeof person>) => ({
      ...{ nativeId, kind: 'warn' as const, identifiers, name, reason: 'x', author: { name: 'bo', discordId: null } },
      ...{ at: '2020-01-01T00:00:00.000Z', expiresAt: null, isAcknowledged: false, revoked: null },
    })
    const [removed, other] = [person('jules_ingame', 'a'), person('lena_ingame', 'b')]
    const importHistory = async (people: ReturnType<typeof person>[], actions: ReturnType<typeof warning>[]) => {
      const history = { source: 'txadmin' as const, version: '5', people, actions, unreadable: [], unknownFields: [] }
      const file = { name: 'playersDB.json', sha256: 'ab'.repeat(32) }
      const decisions = { accounts: {}, olderThan: null }
      const { status, body } = await world().as.owner(moveIn, { body: { file, history, decisions } })
      expect(status).toBe(200)
      return body.people
    }
    const actions = [warning('W-1', removed)]
    expect(await importHistory([removed, other], actions)).toEqual({ new: 2, same: 0, changed: 0 })
    await nextDay()
    const names = async () => (await query('select name from subjects order by name')).rows.map(({ name }) => name)
    expect(await names()).toEqual(['lena_ingame'])
    expect(await importHistory([removed, other], actions)).toEqual({ new: 0, same: 2, changed: 0 })
    expect(await names()).toEqual(['lena_ingame'])
    const again = { ...warning('W-2', removed), at: world().now().toISOString() }
    expect(await importHistory([removed, other], [...actions, again])).toEqual({ new: 1, same: 1, changed: 0 })
  })

  it('an import skips actions that are already too old, and its preview shows how many', async () => {
    const row = (date: string) => `${date},Jules Arden,${PERSON.id},Priya Castell,${PEOPLE.staff.id},Strike,Late`
    const days = [ago(366), ago(400), ago(10)].map((date) => row(date.toISOString().slice(0, 10)))
    const body = ['Date,User,Discord ID,Issued by,Admin ID,Type,Reason', ...days].join('\n')
    const tried = await world().as.management(importActions, { body, query: { dryRun: 'true' } })
    expect(tried.body.notices).toEqual([
      '2 actions are older than the 365 days for which actions against staff are kept. The site will soon remove them again.',
    ])
    const action = (nativeId: string, kind: 'warn' | 'ban', more: object) => ({
      ...{ nativeId, kind, identifiers: ['license:aa'], name: 'jules_ingame', reason: 'x', isAcknowledged: false },
      ...{
        author: { name: 'bo', discordId: null },
        at: ago(200).toISOString(),
        expiresAt: null,
        revoked: null,
        ...more,
      },
    })
    const actions = [
      action('W-1', 'warn', {}),
      action('W-2', 'warn', { at: ago(50).toISOString() }),
      action('B-1', 'ban', {}),
      action('B-2', 'ban', { expiresAt: ago(150).toISOString() }),
      action('B-3', 'ban', { revoked: { at: ago(150).toISOString(), by: 'bo', reason: null } }),
      action('B-4', 'ban', { revoked: { at: ago(50).toISOString(), by: 'bo', reason: null } }),
    ]
    const history = { source: 'txadmin' as const, version: '5', people: [], actions, unreadable: [], unknownFields: [] }
    const draft = { file: { name: 'playersDB.json', sha256: 'ab'.repeat(32) }, history }
    const decisions = { accounts: {}, olderThan: null }
    const moved = await world().as.owner(moveIn, { query: { dryRun: 'true' }, body: { ...draft, decisions } })
    expect(moved.body.outdated).toEqual({ actions: 3, days: 100 })
  })

  it('a spreadsheet import recognizes the row of a deleted action', async () => {
    const file = [
      'Date,User,Discord ID,Issued by,Admin ID,Type,Reason',
      `2020-03-01,Jules Arden,${PERSON.id},Priya Castell,${PEOPLE.staff.id},Strike,Late`,
    ].join('\n')
    const importHistory = async () => (await world().as.management(importActions, { body: file, query: {} })).body
    expect(await importHistory()).toMatchObject({ added: 1 })
    await removed()
    expect(await importHistory()).toMatchObject({ added: 0, unchanged: 1 })
  })
})

describe('Actions against players that are kept for 100 days', () => {
  const LONG_AGO = 200
  async function banned(more: { type?: string; endsAt?: Date; who?: string; seen?: Date | null; note?: Date }) {
    const { type = 'Ban', endsAt = null, who = 'subject:1', seen = null, note = null } = more
    await query(
      `insert into subjects (id, name, identifiers, source, last_seen, note, note_by, note_at)
       values ($1, 'jules_ingame', array['license:' || $1], 'txadmin', $2, case when $3::timestamptz is not null then 'Careful' end, 'Bo', $3)`,
      [who, seen, note],
    )
    const { rows } = await query(
      `insert into player_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason, source, native_id, ends_at)
       values ($1, $2, 'jules_ingame', 'game:1', 'Server', $3, 'x', 'txadmin', $2, $4) returning id`,
      [ago(LONG_AGO), who, type, endsAt],
    )
    return rows[0].id
  }
  /** Inserts a claim: the person says that a ban is theirs. */
  const claim = async (action: number, state: 'waiting' | 'refused') => {
    const { rows } = await query(
      "insert into claims (person_id, person_name, native_id, action_id, at, state) values ($1, 'x', 'B2F3-9KQM', $2, $3, $4) returning id",
      [PERSON.id, action, ago(150), state],
    )
    return String(rows[0].id)
  }
  const players = async () =>
    (await world().as.staff(listPlayerActions, { query: {} })).body.rows.map(({ id }) => id).toSorted((a, b) => a - b)
  const people = async () => (await query('select id from subjects order by id')).rows.map(({ id }) => id)

  it('an action is deleted after its end, and a permanent ban stays while it is in force', async () => {
    const forGood = await banned({ who: 'subject:1' })
    const otherType = await banned({ who: 'subject:5', type: 'Global Ban' })
    await banned({ who: 'subject:2', endsAt: ago(101) })
    const ended = await banned({ who: 'subject:3', endsAt: ago(95) })
    await banned({ who: 'subject:4', type: 'Kick' })
    await nextDay()
    expect(await players()).toEqual([forGood, otherType, ended])
    await query('update player_actions set revoked_at = $1, outcome = $2 where id = $3', [ago(150), 'expired', forGood])
    await nextDay()
    expect(await players()).toEqual([otherType, ended])
  })

  it('a player without other records is deleted together with their last action and its claims', async () => {
    const old = { endsAt: ago(150) }
    await banned({ ...old, who: 'subject:1' })
    await banned({ ...old, who: 'subject:2', seen: ago(5) })
    await banned({ ...old, who: 'subject:3', note: ago(5) })
    const claimed = await banned({ ...old, who: 'subject:4', seen: ago(150), note: ago(150) })
    const other = {
      user: 'subject:1',
      user_name: 'jules_ingame',
      type: 'Kick',
      internal_reason: 'x',
      external_reason: null,
    }
    await claim(claimed, 'refused')
    const added = await world().as.staff(addPlayerAction, { body: other })
    expect(added.status).toBe(200)
    await nextDay()
    expect(await players()).toEqual([added.body.item.id])
    expect(await people()).toEqual(['subject:1', 'subject:2', 'subject:3'])
    expect((await query('select * from claims')).rows).toEqual([])
  })

  it('joined people are deleted too, and undoing the join restores nobody', async () => {
    await banned({ who: 'subject:1', endsAt: ago(150), note: ago(150) })
    await banned({ who: 'subject:2', endsAt: ago(150), note: ago(150) })
    const body = { other: 'subject:2', stays_version: 1, goes_version: 1 }
    const joined = await world().as.management(joinSubjects, { params: { who: 'subject:1' }, body })
    expect([joined.status, await people()]).toEqual([200, ['subject:1']])
    await nextDay()
    expect(await people()).toEqual([])
    const params = { id: String(joined.body.import) }
    expect((await world().as.management(undoImport, { params })).status).toBe(409)
    expect(await people()).toEqual([])
    expect((await query("select * from import_rows where record like 'subjects/%'")).rows).toEqual([])
  })

  it('an action with a waiting claim is kept while staff can still confirm it', async () => {
    const waited = await banned({ who: 'subject:1', endsAt: ago(150) })
    const linked = await banned({ who: '310000000000000055', endsAt: ago(150) })
    const id = await claim(waited, 'waiting')
    await claim(linked, 'waiting')
    await nextDay()
    expect(await players()).toEqual([waited])
    expect((await world().as.staff(refuseClaim, { params: { id } })).status).toBe(200)
    await nextDay()
    expect(await players()).toEqual([])
  })

  it('a person whose only action was removed by undoing an import is not deleted because of its age', async () => {
    const undone = await banned({ who: 'subject:1' })
    await query('update player_actions set type = $1, external_reason = null', ['Note'])
    await world().database.db.transaction((tx) => recordUndone(tx, 'players', [undone], PLAYER_TYPES))
    await query('delete from player_actions')
    expect((await query('select action_id, user_id from removed_actions')).rows).toEqual([
      { action_id: undone, user_id: 'subject:1' },
    ])
    await nextDay()
    expect(await people()).toEqual(['subject:1'])
  })

  it('a player who is deleted later stays until they were not seen for long enough, and a note without a date stays', async () => {
    await banned({ who: 'subject:1', endsAt: ago(150), seen: ago(5) })
    await banned({ who: 'subject:2', endsAt: ago(150), note: ago(150) })
    await query("update subjects set note_at = null where id = 'subject:2'")
    await nextDay()
    expect(await players()).toEqual([])
    expect(await people()).toEqual(['subject:1', 'subject:2'])
    await query('update subjects set last_seen = $1', [ago(101)])
    await nextDay()
    expect(await people()).toEqual(['subject:2'])
    const { body } = await (await world().asPerson(PEOPLE.owner))(listAudit, { query: { action: 'removeOldActions' } })
    expect(body.rows).toMatchObject([
      { target: 'subjects', after: { removed: 1 } },
      { target: 'player-actions', after: { removed: 2 } },
    ])
  })

  /**
   * Inserts an appeal that was withdrawn after the issuer made the ban shorter. Nobody has lifted the ban in txAdmin.
   * `snapshot` is the ban at the time of the appeal.
   */
  const appealedBefore = (id: number, snapshot: { endsAt: Date }) =>
    query(
      `insert into appeals (family, action_id, appellant_id, appellant_name, issuer_id, issuer_name, ranks_above, state,
         filed_at, text, snapshot, ended_at, lift_id, lift_from)
       values ('players', $1, $2, 'x', 'game:1', 'Server', 0, 'withdrawn', $3, 'No.', $4, $3, 'B2F3-9KQM', $3)`,
      [id, PERSON.id, ago(180), snapshot],
    )

  it('an action is kept while a ban that an appeal decided on is due to be lifted in txAdmin', async () => {
    const id = await banned({ endsAt: ago(150) })
    await query(
      `insert into appeals (family, action_id, appellant_id, appellant_name, issuer_id, issuer_name, ranks_above, state,
         filed_at, text, snapshot, outcome, ended_at, ended_by, decider_id, decider_name, decider_rank, decided_as, decision,
         said_not_issuer, lift_id, lift_from)
       values ('players', $1, $2, 'x', 'game:1', 'Server', 0, 'decided', $3, 'No.', '{}', 'revoked', $3, 'decider', $4, 'Theo', -1, 'independent', 'Yes.', true, 'B2F3-9KQM', $3)`,
      [id, PERSON.id, ago(180), PEOPLE.owner.id],
    )
    await nextDay()
    expect(await players()).toEqual([id])
    await query('update appeals set lifted_at = $1', [ago(120)])
    await nextDay()
    expect(await players()).toEqual([])
  })

  it('an action with a ban that nobody lifted is kept only until the ban ended by itself', async () => {
    const id = await banned({ endsAt: ago(150) })
    await appealedBefore(id, { endsAt: ago(50) })
    await nextDay()
    expect(await players()).toEqual([id])
    await query('update appeals set snapshot = $1', [{ endsAt: ago(150) }])
    await nextDay()
    expect(await players()).toEqual([])
  })

  it('an action with a ban that nobody lifted is kept even if it was shortened on the site before the appeal', async () => {
    const id = await banned({ endsAt: ago(150) })
    await appealedBefore(id, { endsAt: ago(150) })
    for (const [version, endsAt] of [
      [1, null],
      [2, ago(170)],
    ])
      await query(
        `insert into player_revisions (action_id, version, at, by_id, by_name, why, date, user_id, user_name, type, internal_reason, ends_at)
         select id, $2, $3, 'x', 'x', 'x', date, user_id, user_name, type, 'x', $4 from player_actions where id = $1`,
        [id, version, ago(190), endsAt],
      )
    await nextDay()
    expect(await players()).toEqual([id])
    await query('update player_revisions set ends_at = $1 where version = 1', [ago(150)])
    await nextDay()
    expect(await players()).toEqual([])
  })

  it('public statistics about appeals do not change after deletion', async () => {
    /** Inserts an appeal that was decided this many hours after it was filed. */
    const decided = async (hours: number, { on, outcome }: { on: Date; outcome: 'upheld' | 'revoked' }) => {
      const action = await banned({ who: `subject:${hours}`, endsAt: ago(150) })
      await query(
        `insert into appeals (family, action_id, appellant_id, appellant_name, issuer_id, issuer_name, ranks_above, state,
           filed_at, text, snapshot, outcome, ended_at, ended_by, decider_id, decider_name, decider_rank, decided_as, decision, said_not_issuer)
         values ('players', $1, $2, 'x', 'game:1', 'Server', 0, 'decided', $3::timestamptz - $4 * interval '1 hour', 'No.', '{}', $5,
           $3, 'decider', $6, 'Theo', -1, 'independent', 'Yes.', true)`,
        [action, PERSON.id, on, hours, outcome, PEOPLE.owner.id],
      )
    }
    const figures = async () => (await world().as.anyone(findAppealPromise)).body.figures
    for (const hours of [1, 2, 25, 30, 49, 50]) await decided(hours, { on: ago(140), outcome: 'upheld' })
    for (const hours of [73, 74, 97]) await decided(hours, { on: ago(5), outcome: 'revoked' })
    expect(await figures()).toEqual({ staff: null, players: null })
    // This insert does not refresh the cached figures. The removal of the first six appeals does.
    await decided(98, { on: ago(5), outcome: 'revoked' })
    await nextDay()
    expect((await query('select * from appeals')).rows).toHaveLength(4)
    const expected = { staff: null, players: { decided: 10, upheldPercent: 60, medianDays: 3 } }
    expect(await figures()).toEqual(expected)
    await query("update appeals set filed_at = filed_at - interval '99 days', ended_at = ended_at - interval '99 days'")
    await nextDay()
    expect((await query('select * from appeals')).rows).toEqual([])
    expect(await figures()).toEqual(expected)
  })
})

it('the pages with records of a deleted action are notified', async () => {
  const { rows } = await query(
    `insert into player_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason)
     values ($1, $2, 'x', '1', 'Bo', 'Ban', 'x') returning id`,
    [ago(5), PERSON.id],
  )
  const ids = rows.map(({ id }) => id)
  const topics = () => world().database.db.transaction((tx) => ACTION_DEPENDENTS.deleteOfActions(tx, 'players', ids))
  expect(await topics()).toEqual([])
  await query(
    `insert into appeals (family, action_id, appellant_id, appellant_name, issuer_id, issuer_name, ranks_above, state,
       filed_at, text, snapshot, ended_at)
     values ('players', $1, $2, 'x', '1', 'Bo', 0, 'withdrawn', $3, 'No.', '{}', $3)`,
    [ids[0], PERSON.id, ago(5)],
  )
  await query(
    "insert into claims (person_id, person_name, native_id, action_id, at, state) values ($1, 'x', 'B', $2, $3, 'refused')",
    [PERSON.id, ids[0], ago(5)],
  )
  await query('insert into inbox_rows (person_id, kind, at, about) values ($1, $2, $3, $4)', [
    ...[PERSON.id, 'actionLogged', ago(5), `player-actions/${ids[0]}`],
  ])
  const all = ['appeals', 'given-appeals', 'my-appeals', 'appeal-figures', 'claims', 'own-claims', 'inbox']
  expect(await topics()).toEqual(all)
})

it('the doctor shows how long actions are kept, how many are due, and where the audit log keeps their content longer', async () => {
  await giveAction({ daysAgo: 400 })
  await giveAction({ daysAgo: 100 })
  // These stay: the points of the first count as long as those of the second, and the third has an open appeal.
  await giveAction({ daysAgo: 410, points: 2 })
  await giveAction({ daysAgo: 390, points: 2 })
  const appealed = await giveAction({ daysAgo: 10 })
  const filed = await world().as.member(addAppeal, { body: { family: 'staff', action: appealed.id, text: 'No.' } })
  expect(filed.status).toBe(200)
  await query('update disciplinary_actions set date = $1, logged_at = $1 where id = $2', [ago(800), appealed.id])
  const findings = async (staff: number | null, auditKeepDays?: number) => {
    const rules = { gameTypes: { ...GAME_TYPES }, pointsRule: POINTS, thresholds: [] }
    const settings = { actionKeeping: { staff, players: null }, ...rules }
    const found = await reportActionsKept(world().database.db, settings, auditKeepDays, world().now())
    return found.map(({ what }) => what)
  }
  const expected = 'actions against staff are removed 365 days after they are over; due now: 1'
  const audit =
    'the audit log is kept longer and still shows what removed actions said: set AUDIT_KEEP_DAYS to 365 or less'
  expect(await findings(null)).toEqual(['disciplinary actions are kept for ever'])
  expect(await findings(365)).toEqual([expected, audit])
  expect(await findings(365, 400)).toEqual([expected, audit])
  expect(await findings(365, 365)).toEqual([expected])
})

it.each([
  ['a type', 'staff', 'appeals.yaml', 'types:\n', 'types:\n  - { type: Strike, fromDays: 336 }\n', 366],
  [
    'an offence',
    'players',
    'offences.yaml',
    '    family: players\n',
    '    family: players\n    appeal: { fromDay: 71 }\n',
    101,
  ],
] as const)(
  'the retention of a family is at least 30 days longer than the first appeal date of %s',
  async (_, family, file, from, to, least) => {
    const other = copyCommunity()
    other.edit('discipline.yaml', /^players:/m, 'keep: { staff: 365, players: 100 }\nplayers:')
    await expect(readContent(other.dir)).resolves.toBeDefined()
    other.edit(file, from, to)
    await expect(readContent(other.dir)).rejects.toThrow(`keep.${family}: at least ${least} days`)
    other.discard()
  },
)
