import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addAppeal } from '#features/appeals/contract.ts'
import { type DecisionDraft, decideAppeal, findAppeal, reviewAppeal } from '#features/appeals/decision-contract.ts'
import { ACTION_APPEALS } from '#features/appeals/server/decision-store.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { createUndoStore } from '#features/audit/server/undo-store.ts'
import { listOwnActions } from '#features/discipline/contract.ts'
import type { HistoryDecisions, SourceAction, SourceHistory, SourcePerson } from '#features/discipline/history-rules.ts'
import {
  findPlayerAction,
  listPlayerActions,
  listSubjects,
  revisePlayerAction,
} from '#features/discipline/player-contract.ts'
import { isConfirmedInGame } from '#features/discipline/rules.ts'
import { createPlayerImports, type PlayerImports } from '#features/discipline/server/history-store.ts'
import { IMPORTED_PLAYERS } from '#features/discipline/server/tables.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { addGameEvent } from '#features/ingest/contract.ts'
import { SourceHistory as MoveInHistory, moveIn } from '#features/moving-in/contract.ts'
import { createChanges } from '#server/changes.ts'
import { readTables } from '#server/database/backup/catalog.ts'
import { openProcesses } from '#server/processes/open-processes.ts'
import type { Processes } from '#server/processes/processes.ts'
import { silentLog } from '../database.ts'
import { makeIngestToken, WARN } from '../game-events.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const KAI = '410000000000000001'
const NOOR = '410000000000000002'
const BY = { actor: { id: '310000000000000106', name: 'Theo Marchetti' }, requestId: 'test' }
const FILE = { name: 'playersDB.json', sha256: 'ab'.repeat(32) }
const NOBODY_ASKED: HistoryDecisions = { accounts: {}, olderThan: null }
const GAME_TYPES = { warn: 'Warning', kick: 'Kick', ban: 'Ban', permanent_ban: 'Ban', note: 'Note' }

const person = (identifiers: string[], more: Partial<SourcePerson> = {}): SourcePerson => ({
  identifiers,
  name: 'Kai',
  playMinutes: 90,
  firstSeen: '2026-01-01T00:00:00.000Z',
  lastSeen: '2026-02-01T00:00:00.000Z',
  note: null,
  ...more,
})
const action = (nativeId: string, identifiers: string[], more: Partial<SourceAction> = {}): SourceAction => ({
  nativeId,
  kind: 'warn',
  identifiers,
  name: 'Kai',
  reason: 'Drove on the pavement',
  author: { name: 'bo', discordId: null },
  at: '2026-01-10T10:00:00.000Z',
  expiresAt: null,
  isAcknowledged: true,
  revoked: null,
  ...more,
})
const history = (more: Partial<SourceHistory>): SourceHistory => ({
  source: 'txadmin',
  version: '5',
  people: [],
  actions: [],
  unreadable: [],
  unknownFields: [],
  ...more,
})
const REVOKED = { at: '2026-03-01T00:00:00.000Z', by: 'mo', reason: null }

const HISTORY = history({
  people: [
    person(['license:a', `discord:${KAI}`], { note: { text: 'Asks for help', by: 'bo', at: null } }),
    person(['license:b', 'license2:b'], { name: 'Noor' }),
  ],
  actions: [
    action('WAAA-1', ['license:a']),
    action('BAAA-2', ['license:b'], { kind: 'ban', expiresAt: '2026-05-01T00:00:00.000Z', name: 'Noor' }),
    action('BAAA-3', ['license:gone', '2:abcd'], { kind: 'ban', name: null, revoked: REVOKED }),
  ],
  unreadable: [{ id: 'X', message: 'No time' }],
})

let imports: PlayerImports
let undo: ReturnType<typeof createUndoStore>
let processes: Processes
beforeEach(async () => {
  const { database, now: clock } = world()
  processes = await openProcesses(database, silentLog, { mayLead: false })
  const audit = createAudit({ database, changes: createChanges(processes), clock })
  const actionKeeping = { players: null }
  imports = createPlayerImports({
    ...{ database, audit, clock, gameTypes: GAME_TYPES, actionKeeping, actionAppeals: ACTION_APPEALS },
  })
  undo = createUndoStore({
    database,
    audit,
    clock,
    importedTables: IMPORTED_PLAYERS.map((table) => ({ topic: 'player-actions', access: 'owner', ...table })),
  })
})

afterEach(() => processes.close())

const importHistory = (what: SourceHistory, decisions = NOBODY_ASKED) =>
  imports.importPlayers(BY, FILE, what, decisions)
const actions = async () => (await world().as.staff(listPlayerActions)).body.rows
const people = async (query: string) => (await world().as.staff(listSubjects, { query: { query } })).body.data

/** Every row of all tables, except the audit log, imports, people, sessions, rate limits and the leader's heartbeat. */
async function allRows() {
  return world().database.withoutTimeout(async (client) => {
    const held: Record<string, unknown[]> = {}
    for (const { name } of await readTables(client)) {
      if (/^(audit_log|imports|rate_limits|leader_heartbeat|sessions|users)$/.test(name)) continue
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from "${name}" t order by 1`,
      )
      held[name] = rows.map(({ row }) => row)
    }
    return held
  })
}

async function undone() {
  const { rows } = await world().database.pool.query<{ id: number }>('select max(id) as id from imports')
  return undo.undoImport({ ...BY, actor: null }, rows[0]?.id ?? 0)
}

async function live(id: string, target: object) {
  const { token } = await makeIngestToken(world(), `City ${id}`)
  const headers = { authorization: `Bearer ${token}` }
  const sent = await world().as.anyone(addGameEvent, {
    body: { ...WARN, id, target: { name: 'Kai', ...target } },
    headers,
  })
  expect(sent.status).toBe(200)
}

describe('An import of players', () => {
  it('the import shows a preview, then writes it as one entry of the audit log', async () => {
    const preview = await imports.tryPlayerImport(BY, FILE, HISTORY, NOBODY_ASKED)
    expect(preview).toEqual({
      ...{ source: 'txadmin', version: '5', new: 5, same: 0, changed: 0, unreadable: HISTORY.unreadable },
      people: { new: 2, same: 0, changed: 0 },
      outdated: null,
      actions: { new: 3, same: 0, changed: 0 },
      questions: [],
      matched: { byId: 1, byLicence: 0, byName: 0, none: 2 },
    })
    expect(await actions()).toEqual([])
    expect(await importHistory(HISTORY)).toEqual(preview)
    const written = await world().database.db.select().from(auditLog)
    expect(written.filter(({ action: each }) => each === 'importPlayers')).toMatchObject([
      {
        actorName: 'Theo Marchetti',
        after: { source: 'txadmin', file: FILE.name, sha256: FILE.sha256, actions_new: 3 },
      },
    ])
    expect(written).toHaveLength(1)
  })

  it('the import keeps the reason unchanged, the author, the end and the origin', async () => {
    await importHistory(HISTORY)
    const found = Object.fromEntries((await actions()).map((each) => [each.native_id, each]))
    expect(found['WAAA-1']).toMatchObject({
      ...{ user: KAI, user_name: 'Kai', admin: 'txadmin:bo', admin_name: 'bo', type: 'Warning' },
      ...{ internal_reason: 'Drove on the pavement', date: '2026-01-10T10:00:00.000Z', is_from_game: false },
    })
    expect(found['BAAA-2']).toMatchObject({ type: 'Ban', ends_at: '2026-05-01T00:00:00.000Z', revoked: null })
    expect(found['BAAA-3']).toMatchObject({
      revoked: { by_name: 'mo', outcome: 'expunged' },
      user_name: 'Unnamed person',
    })
    const { body } = await world().as.staff(findPlayerAction, { params: { id: String(found['WAAA-1']?.id) } })
    expect(body.import).toMatchObject({ by: 'Theo Marchetti', file: FILE.name, sha256: FILE.sha256 })
    const importers = await world().database.pool.query('select distinct importer_id from player_actions')
    expect(importers.rows).toEqual([{ importer_id: BY.actor.id }])
    expect(body.subject).toMatchObject({ who: KAI, note: { text: 'Asks for help', by: 'bo' }, play_minutes: 90 })
  })

  it.each([
    ['a warning of txAdmin', 'txadmin', 'warn', 'Drove on the pavement'],
    ['a note', 'txadmin', 'note', null],
    ['a case of Zeppelin, where moderators write to each other', 'zeppelin', 'ban', null],
  ] as const)('tells the person what they were told: %s', async (_what, source, kind, expected) => {
    const { member } = PEOPLE
    await importHistory(history({ source, actions: [action('1', [`discord:${member.id}`], { kind })] }))
    expect(await actions()).toMatchObject([{ internal_reason: 'Drove on the pavement', external_reason: expected }])
    const { data } = (await world().as.member(listOwnActions)).body
    expect(data.map((own) => own.external_reason)).toEqual(expected === null ? [] : [expected])
  })

  it('the import stores no hardware id in any column', async () => {
    await importHistory(
      history({
        people: [person(['license:a', '2:feedbeef', 'ip:10.1.2.3'])],
        actions: [action('W1', ['2:feedbeef', 'license:a'])],
      }),
    )
    expect(JSON.stringify(await allRows())).not.toMatch(/feedbeef|10\.1\.2\.3/)
  })

  it('a second import adds nothing, and marks actions that were revoked meanwhile', async () => {
    await importHistory(HISTORY)
    const before = await allRows()
    expect(await importHistory(HISTORY)).toMatchObject({ new: 0, same: 5, changed: 0 })
    expect(await allRows()).toEqual(before)
    const later = { ...HISTORY, actions: HISTORY.actions.map((each) => ({ ...each, revoked: REVOKED })) }
    expect(await importHistory(later)).toMatchObject({ new: 0, changed: 2, actions: { new: 0, same: 1, changed: 2 } })
    expect((await actions()).every(({ revoked }) => revoked !== null)).toBe(true)
    expect(await importHistory(later)).toMatchObject({ new: 0, same: 5, changed: 0 })
  })

  it('a second import of many people adds nothing', async () => {
    const people = Array.from({ length: 60 }, (_, at) =>
      person([`license:${at}`, `steam:${at}`], { name: `Player ${at}` }),
    )
    expect(await importHistory(history({ people }))).toMatchObject({ new: 60, same: 0 })
    const later = people.map((each, at) => ({ ...each, identifiers: [`steam:${at}`, `fivem:${at}`] }))
    expect(await importHistory(history({ people }))).toMatchObject({ new: 0, same: 60, changed: 0 })
    expect(await importHistory(history({ people: later }))).toMatchObject({ new: 0, same: 0, changed: 60 })
  })

  it('the import does not add actions that the game already sent', async () => {
    await live('WAAA-1', { identifiers: ['license:a'], discordId: KAI })
    const read = async () => (await actions()).filter(({ native_id }) => native_id === 'WAAA-1')
    expect(await read()).toMatchObject([{ acknowledged_at: null }])
    // According to the file, the player has read the warning since.
    expect(await importHistory(HISTORY)).toMatchObject({ actions: { new: 2, same: 0, changed: 1 } })
    expect(await read()).toMatchObject([{ acknowledged_at: expect.any(String) }])
    expect(await importHistory(HISTORY)).toMatchObject({ actions: { new: 0, same: 3, changed: 0 } })
  })

  it('a revised warning is reported as confirmed in the game only if its text is unchanged', async () => {
    for (const id of ['WAAA-1', 'WAAA-2']) await live(id, { identifiers: ['license:a'], discordId: KAI })
    const find = async (id: string) => (await actions()).find(({ native_id }) => native_id === id)
    for (const [id, change] of [
      ['WAAA-1', { external_reason: 'You drove into a crowd.' }],
      ['WAAA-2', { internal_reason: 'Seen by two of us.' }],
    ] as const) {
      const params = { id: String((await find(id))?.id) }
      const body = { ...change, version: 1, why: 'Said better' }
      expect((await world().as.management(revisePlayerAction, { params, body })).status).toBe(200)
    }
    const read = history({ actions: [action('WAAA-1', ['license:a']), action('WAAA-2', ['license:a'])] })
    expect(await importHistory(read)).toMatchObject({ actions: { new: 0, same: 1, changed: 1 } })
    expect((await find('WAAA-1'))?.acknowledged_at).toBeNull()
    expect((await find('WAAA-2'))?.acknowledged_at).toEqual(expect.any(String))
  })

  it('a warning that was confirmed in the game gets no time for that, even if its date was corrected', async () => {
    await importHistory(HISTORY)
    const read = async () => (await actions()).find(({ native_id }) => native_id === 'WAAA-1')
    const warning = await read()
    expect(warning && isConfirmedInGame(warning)).toBe(true)
    const body = { date: '2026-01-09T10:00:00.000Z', version: 1, why: 'The clock was wrong' }
    await world().as.management(revisePlayerAction, { params: { id: String(warning?.id) }, body })
    expect(await read()).toMatchObject({ date: body.date, acknowledged_at: body.date })
  })

  describe('with actions about the importer', () => {
    const theo = `discord:${BY.actor.id}`
    const AGAINST_YOU = { message: expect.stringMatching(/^This action is about you/) }
    const revoked = { ...REVOKED, by: 'adm' }

    it('the import skips actions about the importer and their revocations, and imports the rest', async () => {
      await live('B1', { discordId: BY.actor.id, identifiers: ['license:t'] })
      const file = history({
        people: [person(['license:t2', theo])],
        actions: [
          action('B1', ['license:somebody'], { revoked }),
          action('B2', ['license:t']),
          action('B3', ['license:t2'], { revoked }),
          action('B4', ['license:a']),
        ],
      })
      const report = await importHistory(file)
      expect(report).toMatchObject({
        actions: { new: 1, changed: 0 },
        unreadable: [{ id: 'B1' }, { id: 'B2' }, { id: 'B3' }],
      })
      expect(report.unreadable[0]).toMatchObject(AGAINST_YOU)
      const stored = (await actions()).map(({ native_id, revoked }) => [native_id, revoked])
      expect(stored).toEqual([
        ['B1', null],
        ['B4', null],
      ])
      expect(await people('license:somebody')).toEqual([])
    })

    it.each(['in the file', 'before'])(
      'the import skips actions about an account that shares the license of the importer, as stated %s',
      async (when) => {
        const shared = history({ people: [person(['license:t', theo, `discord:${KAI}`])] })
        const answers = { accounts: { 'license:t': KAI }, olderThan: null }
        if (when === 'before') await importHistory(shared, answers)
        const file = { ...shared, actions: [action('B1', ['license:t']), action('B2', [`discord:${KAI}`])] }
        expect((await importHistory(file, answers)).unreadable).toMatchObject([{ id: 'B1' }, { id: 'B2' }])
        expect(await actions()).toEqual([])
      },
    )

    it('the command, or another owner, can import them', async () => {
      await imports.importPlayers(
        { ...BY, actor: null },
        FILE,
        history({ actions: [action('B1', [theo])] }),
        NOBODY_ASKED,
      )
      const later = history({ actions: [action('B1', [theo], { revoked })] })
      const other = { ...BY, actor: { id: NOOR, name: 'Noor' } }
      expect(await imports.importPlayers(other, FILE, later, NOBODY_ASKED)).toMatchObject({
        changed: 1,
        unreadable: [],
      })
    })
  })

  describe('with a revocation since the last import', () => {
    const at = (id: number) => ({ params: { id: String(id) } })
    const jules = { discordId: PEOPLE.member.id }
    const later = history({ actions: [action('BAN1-0000', [`discord:${PEOPLE.member.id}`], { revoked: REVOKED })] })
    async function appealed(): Promise<{ ban: number; appeal: number }> {
      await live('BAN1-0000', jules)
      await world().database.pool.query("update player_actions set type = 'Ban'")
      const [ban] = await actions()
      const { body } = await world().as.member(addAppeal, {
        body: { family: 'players', action: ban?.id ?? 0, text: 'Not me.' },
      })
      return { ban: ban?.id ?? 0, appeal: body.item.id }
    }
    async function decide(appeal: number, decision: Partial<DecisionDraft>) {
      const { version } = (await world().as.owner(findAppeal, at(appeal))).body.item
      await world().as.owner(reviewAppeal, { ...at(appeal), body: { version } })
      const { item } = (await world().as.owner(findAppeal, at(appeal))).body
      const reply = { version: item.version, actionVersion: item.actionVersion, message: 'So it is.', comment: null }
      const body = { ...reply, outcome: 'upheld' as const, notIssuer: true as const, ...decision }
      return world().as.owner(decideAppeal, { ...at(appeal), body })
    }
    const written = async () =>
      (await world().database.db.select().from(auditLog).orderBy(auditLog.seq)).flatMap((row) =>
        /^(revokeAction|closeAppeal|closeLiftTask|reviseAction)$/.test(row.action) ? row.action : [],
      )

    it('a revocation closes the open appeal, notifies the appellant, and is in the audit log', async () => {
      const { appeal } = await appealed()
      await world().as.owner(moveIn, {
        body: { file: FILE, history: MoveInHistory.parse(later), decisions: NOBODY_ASKED },
      })
      expect((await actions())[0]?.revoked).toMatchObject({ by_name: 'mo' })
      expect((await world().as.owner(findAppeal, at(appeal))).body.item.state).toBe('closed')
      expect((await world().as.member(listInbox)).body.forYou.map(({ kind }) => kind)).toContain('appealClosed')
      expect(await written()).toEqual(['revokeAction', 'closeAppeal'])
    })

    it('a revocation closes the task to lift the ban, and keeps what the appeal reduced', async () => {
      const { appeal } = await appealed()
      const ends_at = new Date(world().now().getTime() + 3_600_000).toISOString()
      expect((await decide(appeal, { outcome: 'reduced', reduction: { ends_at } })).status).toBe(200)
      expect(await importHistory(later)).toMatchObject({ changed: 1 })
      expect(await actions()).toMatchObject([{ revoked: null, ends_at: world().now().toISOString() }])
      expect((await world().as.owner(findAppeal, at(appeal))).body.item.liftTask?.doneAt).not.toBeNull()
      expect(await written()).toEqual(['reviseAction', 'closeLiftTask', 'reviseAction'])
      expect(await importHistory(later)).toMatchObject({ changed: 0, actions: { same: 1 } })
    })

    it.each([{ outcome: 'upheld' as const }, { outcome: 'reduced' as const, reduction: { points: 0 } }])(
      'an appeal of an action from an earlier import cannot be decided as %o',
      async (decision) => {
        const { appeal } = await appealed()
        await world().database.pool.query(
          `update player_actions set revoked_at = now(), revoked_by_id = 'txadmin:mo', revoked_by_name = 'mo', outcome = 'expunged', revoked_why = ''`,
        )
        expect((await decide(appeal, decision)).error?.code).toBe('already_revoked')
      },
    )
  })

  it('the import skips entries from before the chosen date', async () => {
    const since = { accounts: {}, olderThan: '2026-01-15' }
    expect(await importHistory(HISTORY, since)).toMatchObject({ actions: { new: 0 }, people: { new: 2 } })
    expect(await importHistory(HISTORY, { accounts: {}, olderThan: '2026-03-01' })).toMatchObject({ new: 0, same: 0 })
  })

  it('the import asks once if a license has several accounts, and waits for the answer', async () => {
    const shared = history({
      people: [person(['license:a', `discord:${KAI}`, `discord:${NOOR}`])],
      actions: [action('W1', ['license:a'])],
    })
    const report = await importHistory(shared)
    expect(report.questions).toEqual([
      {
        identifier: 'license:a',
        names: ['Kai'],
        accounts: [
          { id: KAI, name: null },
          { id: NOOR, name: null },
        ],
      },
    ])
    expect(await actions()).toEqual([])
    const answered = await importHistory(shared, { accounts: { 'license:a': NOOR }, olderThan: null })
    expect(answered).toMatchObject({ new: 2, questions: [] })
    expect(await actions()).toMatchObject([{ user: NOOR }])
    expect(await importHistory(shared)).toMatchObject({ new: 0, same: 2, questions: [] })
    expect(await people('license:a')).toMatchObject([{ who: NOOR, other_accounts: [KAI] }])
  })

  it('a license that was assigned to nobody joins no account later', async () => {
    const shared = history({ people: [person(['license:a', `discord:${KAI}`, `discord:${NOOR}`])] })
    await importHistory(shared, { accounts: { 'license:a': 'none' }, olderThan: null })
    await live('W9', { identifiers: ['license:a'], discordId: KAI })
    expect(await people('license:a')).toMatchObject([{ account: null, identifiers: ['license:a'] }])
    expect(await actions()).toMatchObject([{ user: KAI }])
  })
})

describe('Undoing an import of players', () => {
  it('undo locks people first, like imports and game events, so that no deadlock can occur', () => {
    expect(IMPORTED_PLAYERS.map(({ prefix }) => prefix)).toEqual(['subjects', 'player-actions'])
  })

  it.each([
    ['into an empty record', async () => {}],
    [
      'that joined people whom the site knew',
      async () => {
        await live('W1', { identifiers: ['license:a'] })
        await live('W2', { identifiers: ['license:b', 'steam:7'] })
        await live('W3', { discordId: KAI })
      },
    ],
    [
      'that changed what another one brought',
      () =>
        importHistory(
          history({
            people: [person(['license:a'], { lastSeen: '2026-01-02T00:00:00.000Z' })],
            actions: [action('WAAA-1', ['license:a'])],
          }),
        ),
    ],
  ])('undoing an import %s leaves every row as before', async (_what, prepare) => {
    await prepare()
    const before = await allRows()
    await importHistory({ ...HISTORY, actions: HISTORY.actions.map((each) => ({ ...each, revoked: REVOKED })) })
    expect(await allRows()).not.toEqual(before)
    await undone()
    expect(await allRows()).toEqual(before)
  })

  it('undo keeps a person with newer actions, and is one entry of the audit log', async () => {
    await importHistory(HISTORY)
    await live('W9', { identifiers: ['license:b'] })
    expect(await undone()).toMatchObject({ stay: 1 })
    expect((await actions()).map(({ native_id }) => native_id)).toEqual(['W9'])
    expect((await people('license:b')).map(({ name }) => name)).toHaveLength(1)
    expect(await people('license:a')).toEqual([])
    const written = await world().database.db.select().from(auditLog)
    expect(written.filter((each) => each.action === 'undoImport')).toHaveLength(1)
  })

  it('undo ends after 30 days, and records keep their origin', async () => {
    await importHistory(HISTORY)
    world().pass(31 * 86_400_000)
    await undo.removeOldImports()
    await expect(undone()).rejects.toThrow()
    const [first] = await actions()
    const { body } = await world().as.staff(findPlayerAction, { params: { id: String(first?.id) } })
    expect(body.import).toMatchObject({ sha256: FILE.sha256 })
  })
})
