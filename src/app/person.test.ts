import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyAudit } from '#features/audit/server/chain-store.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { withSnapshot } from '#server/database/backup/backup.ts'
import { readTables } from '#server/database/backup/catalog.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { silentLog, type TestDatabase, testDatabase } from '#test/database.ts'
import { scratchFolder } from '#test/scratch-folder.ts'
import { PERSONAL_DATA, TOPICS } from './features.ts'
import { EXCLUDED_FROM_BACKUP } from './own-data.ts'
import { eraseFromSite, exportPerson, exportToFile, resolvePlayerId } from './person.ts'

const JULES = '310000000000000201'
const PRIYA = '310000000000000203'
const NOW = new Date('2026-03-14T18:30:00.000Z')

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows

/**
 * References that need no declaration, because the rows themselves name the person they are about. A row of
 * `import_rows` belongs to the importer and may name anybody.
 */
const OWN_PERSON = [
  'disciplinary_revisions.action_id',
  'import_rows.import_id',
  'player_revisions.action_id',
  'player_threshold_decisions.action_id',
  'threshold_decisions.action_id',
  'trial_mod_stages.checklist',
]

describe('Declarations of personal data', () => {
  it('every text column is declared, so that exports and erasures omit none', async () => {
    const tables = await withSnapshot(database, readTables)
    const columnOf = (table: string, column: string) => `${table}.${column}`
    const present = tables.flatMap(({ name, columns }) =>
      columns
        .filter(({ type, isGenerated }) => !isGenerated && /^(text|character|json|name|citext)/.test(type))
        .map((column) => columnOf(name, column.name)),
    )
    const declared = Object.entries(PERSONAL_DATA).flatMap(([table, { ids, names, texts, labels, others }]) =>
      [ids, Object.keys(names ?? {}), texts, labels, others].flatMap((list = []) =>
        list.map((name) => columnOf(table, name)),
      ),
    )
    expect(declared.toSorted()).toEqual(present.toSorted())
  })

  it('a row that refers to a row about a person declares its owner, so that the export contains both', async () => {
    const references =
      await query(`select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as of
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' order by 1, 2`)
    const without = references.filter(({ table, column, of }) => {
      const { ids = [], through = [] } = PERSONAL_DATA[table] ?? {}
      const isAboutSomebody = (PERSONAL_DATA[of]?.ids ?? []).length > 0
      return (
        isAboutSomebody && !ids.includes(column) && !through.some((way) => way.column === column && way.table === of)
      )
    })
    expect(without.map(({ table, column }) => `${table}.${column}`)).toEqual(OWN_PERSON)
  })

  it('declarations name existing columns only', async () => {
    const tables = await withSnapshot(database, readTables)
    for (const [table, { names = {}, ids = [], secrets = [], others = [], deletedWith }] of Object.entries(
      PERSONAL_DATA,
    )) {
      for (const of of Object.values(names)) expect(ids, table).toContain(of)
      for (const secret of secrets) expect(others, table).toContain(secret)
      if (deletedWith !== undefined) expect(ids, table).toContain(deletedWith)
    }
    for (const [name, out] of Object.entries(EXCLUDED_FROM_BACKUP)) {
      const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name)
      expect(columns, name).toEqual(expect.arrayContaining(out === 'all' ? [] : [...out]))
    }
  })
})

/** Inserts a row in every table that can name a person, for both people. */
async function fill(): Promise<void> {
  for (const [id, name, other] of [
    [JULES, 'Jules Arden', PRIYA],
    [PRIYA, 'Priya Castell', JULES],
  ]) {
    await query(
      `insert into users values ($1, lower(split_part($2, ' ', 1)), $2, null, null, null, true, '{}', now(), 'sealed', now(), '{}', true)`,
      [id, name],
    )
    await query(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, device) values ($1, $1, now(), now(), 'x')`,
      [id],
    )
    await query(
      `insert into list_preferences values ($1, '/staff-da-database', 1, '{"views": [{"name": "Jules Arden", "search": "user=310000000000000201"}]}')`,
      [id],
    )
    await query(
      `insert into verification_sessions (id, user_id, created_at, status) values (md5($1)::uuid, $1, now(), 'started')`,
      [id],
    )
    await query(`insert into verification_reports values (md5($1)::uuid, 'verified', 'military', 'then')`, [id])
    await query(`insert into verification_roles (verification_id) values (md5($1)::uuid)`, [id])
    await query(
      `insert into roster_members (roster, name, callsign, callsign_key, discord_id, position, status, notes)
      values ('roster', $2, md5($1), md5($1), $1, 'Moderator', 'Active', 'Friend of Jules Arden')`,
      [id, name],
    )
    await query(
      `insert into announcements (event, webhook, message, about_id, created_at) values ('actionLogged', 'X', $2 || ' by Jules Arden', $1, now())`,
      [id, name],
    )
    await query(`insert into training_mentors values ($1, $2, 1)`, [id, other])
    await query(
      `insert into trial_mods (trainee_id, name, assigned_instructor, official_instructor, added_at)
      values ($1, $2, 'Jules Arden', 'Arden', now())`,
      [id, name],
    )
    await query(
      `insert into trial_mod_stages values ($1, 'classroom', 1, true, false, false, 'Jules Arden', 'well done, jules', now(), $2, $3)`,
      [id, other, name === 'Jules Arden' ? 'Priya Castell' : 'Jules Arden'],
    )
    await query(
      `insert into ten_codes (anchor, code, meaning, color, created_by_username, created_by_discord, created_at, updated_by_username, updated_by_discord, updated_at)
      values (md5($1), md5($1), 'Call jules', 'red', lower(split_part($2, ' ', 1)), $1, now(), 'someone', $3, now())`,
      [id, name, other],
    )
    await query(
      `insert into penal_codes (anchor, statute, title, notes, created_by_username, created_by_discord, created_at, updated_at)
      values (md5($1), md5($1), 'Theft', 'Asked for by Jules Arden.', 'someone', $1, now(), now())`,
      [id],
    )
    await query(
      `insert into disciplinary_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason, external_reason, revoked_at, revoked_by_id, revoked_by_name, outcome, revoked_why)
      values (now(), $1, $2, $3, 'The other', 'Strike', 'Jules Arden (310000000000000201) shouted', 'You shouted', now(), $1, $2, 'expunged', 'Jules Ardent is somebody else')`,
      [id, name, other],
    )
    await query(
      `insert into disciplinary_revisions values ((select max(id) from disciplinary_actions), 1, now(), $1, $2, 'asked by jules', now(), $3, 'The other', 'Note', 'x', null)`,
      [id, name, other],
    )
    const licence = name === 'Jules Arden' ? 'license:aa' : 'license:bb'
    await query(
      `insert into subjects (id, name, identifiers, other_accounts, note) values ($1, $2, array[$3], array[$4], 'Friend of Jules Arden')`,
      [id, name, licence, other],
    )
    await query(
      `insert into player_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason, source, native_id)
      values (now(), $1, $2, $3, 'The other', 'Ban', 'Jules Arden (license:aa) drove off', 'txadmin', md5($1))`,
      [id, name, other],
    )
    await query(
      `with i as (insert into imports (at, list) values (now(), 'player-actions') returning id)
      insert into import_rows (import_id, record, before)
      select id, 'subjects/' || $1, jsonb_build_object('id', $1::text, 'name', $2::text, 'identifiers', array[$3::text]) from i`,
      [id, name, licence],
    )
    await query(
      `insert into quick_links (key, title, "group", icon, copy) values (md5($1), 'Write to Jules Arden', 'Other', 'Link', $1)`,
      [id],
    )
    const audit = createAudit({ database, changes: createChanges(), clock: () => NOW })
    await audit.change({ actor: { id: id ?? '', name: name ?? '' }, requestId: 'r' }, async () => ({
      result: null,
      entries: [
        {
          action: 'addAction',
          target: `roster/${other}`,
          before: { name: 'Jules Arden', list: [{ id: JULES }] },
          after: { note: 'jules was here with license:aa' },
        },
        { action: 'other', target: 'x', after: { note: 'nobody' } },
      ],
      topics: [],
    }))
  }
}

/** Inserts an appeal by Jules with a snapshot of the action. */
const appealed = (snapshot: object) =>
  query(
    `insert into appeals (id, family, action_id, appellant_id, appellant_name, issuer_id, issuer_name, ranks_above, state, filed_at, text, snapshot)
    overriding system value values (1, 'staff', 1, $1, 'Jules Arden', $2, 'Priya Castell', 0, 'submitted', now(), 'No.', $3)`,
    [JULES, PRIYA, snapshot],
  )

/** Everything in the database, except columns that only repeat other columns. */
async function everything(): Promise<Record<string, string>> {
  const tables: Record<string, string> = {}
  for (const { name } of await withSnapshot(database, readTables)) {
    tables[name] = JSON.stringify(await query(`select * from ${name}`))
  }
  return tables
}

describe('Personal data of one person', () => {
  beforeEach(async () => {
    await database.reset()
    await fill()
  })

  it('the export contains every table that names the person, without secrets for sign-in', async () => {
    const lines: { table: string; row: Record<string, unknown> }[] = []
    const person = await exportPerson(database, JULES, (line) => void lines.push(line))
    const holding = Object.entries(await everything())
      .filter(([, content]) => content.includes(JULES) || content.includes('Jules Arden'))
      .map(([table]) => table)
    // These tables name nobody. Their rows belong to the person's verification.
    holding.push('verification_reports', 'verification_roles')
    expect([...new Set(lines.map(({ table }) => table))].toSorted()).toEqual(holding.toSorted())
    expect(holding.length).toBeGreaterThan(12)
    expect(person.names).toContain('Jules Arden')
    expect(lines.filter(({ table }) => table === 'disciplinary_actions')).toHaveLength(2)
    expect(lines.filter(({ table }) => table === 'audit_log')).toHaveLength(3)
    const text = JSON.stringify(lines)
    expect(text).not.toContain('token_hash')
    expect(text).not.toContain('sealed')
    const naming = lines.filter(({ row }) => JSON.stringify(row).match(/310000000000000201|Jules Arden/))
    expect(naming).toHaveLength(lines.length - 2)
  })

  it('the export contains what staff wrote to and about the person in their appeals', async () => {
    await appealed({})
    await query(
      `insert into appeal_messages (appeal_id, at, by_id, by_name, is_from_appellant, text) values (1, now(), $1, 'Priya', false, 'Why?')`,
      [PRIYA],
    )
    await query(
      `insert into appeal_comments (appeal_id, at, by_id, by_name, text) values (1, now(), $1, 'Priya', 'Odd.')`,
      [PRIYA],
    )
    const lines: string[] = []
    await exportPerson(database, JULES, ({ table }) => void lines.push(table))
    expect(lines.filter((table) => table.startsWith('appeal')).toSorted()).toEqual([
      'appeal_comments',
      'appeal_messages',
      'appeals',
    ])
  })

  it('the export is one file, which is not left after a failure or without data, and replaces no file', async () => {
    const folder = scratchFolder()
    const file = join(folder, 'person.json')
    const counts = await exportToFile(database, JULES, file, NOW)
    const { held, names } = JSON.parse(readFileSync(file, 'utf8'))
    for (const [table, count] of Object.entries(counts)) expect(held[table]).toHaveLength(count)
    expect(names).toContain('Jules Arden')

    writeFileSync(file, 'of somebody else')
    await expect(exportToFile(database, JULES, file, NOW)).rejects.toThrow('EEXIST')
    expect(readFileSync(file, 'utf8')).toBe('of somebody else')
    const other = join(folder, 'other.json')
    expect(await exportToFile(database, '310000000000000299', other, NOW)).toEqual({})
    await expect(exportToFile(database, '\0', other, NOW)).rejects.toThrow()
    expect(existsSync(other)).toBe(false)
    rmSync(folder, { recursive: true })
  })

  it('a person without a Discord account is found by an identifier, exported and erased', async () => {
    await query(
      `insert into subjects (id, number, name, identifiers) values ('subject:77', 77, 'Kai Stone', '{license:cc}')`,
    )
    await query(
      `insert into player_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason, source, native_id)
      values (now(), 'subject:77', 'Kai Stone', 'txadmin:bo', 'bo', 'Ban', 'Kai Stone (license:cc)', 'txadmin', 'B1')`,
    )
    const who = await resolvePlayerId(database, 'license:cc')
    expect(who).toBe('subject:77')
    const lines: string[] = []
    await exportPerson(database, who, ({ table }) => void lines.push(table))
    expect(lines.toSorted()).toEqual(['player_actions', 'player_people', 'subjects'])
    await eraseFromSite({ database, processes: onlyProcess(silentLog) }, who, NOW)
    expect(JSON.stringify(await everything())).not.toMatch(/subject:77|license:cc|Kai Stone/i)
    expect(await query(`select user_name from player_actions where native_id = 'B1'`)).toMatchObject([
      { user_name: expect.stringMatching(/^Erased person/) },
    ])
  })

  it('an erased person does not return by undoing the import that joined them with another name', async () => {
    await query(
      `insert into import_rows (import_id, record, before) select max(id), 'subjects/subject:9', jsonb_build_object(
        'id', 'subject:9', 'number', 9, 'version', 1, 'name', 'Jay', 'identifiers', array['license:aa'], 'other_accounts',
        array[]::text[], 'note', 'Shouts at night') from imports`,
    )
    await eraseFromSite({ database, processes: onlyProcess(silentLog) }, JULES, NOW)
    const { import_rows: importRows } = await everything()
    expect(importRows).not.toMatch(/Jay|Shouts at night/)
    expect(importRows).toContain('license:bb')
  })

  it('an erasure replaces the person by a pseudonym in every table, with record and hash chain intact', async () => {
    const rows = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.keys(await everything()).map(
            async (name) => [name, (await query(`select from ${name}`)).length] as const,
          ),
        ),
      )
    const before = await rows()
    const erased = await eraseFromSite({ database, processes: onlyProcess(silentLog) }, JULES, NOW)
    const pseudonym = erased?.pseudonym
    expect(pseudonym).toEqual({
      id: expect.stringMatching(/^00\d{16}$/),
      name: expect.stringMatching(/^Erased person [\da-f]{4}$/),
    })
    const tables = await everything()
    for (const [table, text] of Object.entries(tables)) {
      expect(text, table).not.toContain(JULES)
      expect(text, table).not.toMatch(/Jules Arden\b/i)
      expect(text, table).not.toContain('license:aa')
    }
    const gone = {
      users: 1,
      subjects: 1,
      import_rows: 1,
      list_preferences: 1,
      sessions: 1,
      verification_sessions: 1,
      verification_reports: 1,
      verification_roles: 1,
      announcements: 1,
    }
    const after = await rows()
    for (const [table, n] of Object.entries(before)) {
      const less = Object.entries(gone).find(([name]) => name === table)?.[1] ?? 0
      const more = table === 'audit_log' ? 1 : table === 'audit_erasures' ? 3 : 0
      expect(after[table], table).toBe(n - less + more)
    }
    expect(await query('select trainee_id from trial_mod_stages order by 1')).toEqual([
      { trainee_id: pseudonym?.id },
      { trainee_id: PRIYA },
    ])
    expect(await query('select received, given from disciplinary_people where id = $1', [pseudonym?.id])).toEqual([
      { received: 1, given: 1 },
    ])
    expect(await query('select user_name from disciplinary_actions where user_id = $1', [pseudonym?.id])).toEqual([
      { user_name: pseudonym?.name },
    ])
    expect(await query('select name, version from roster_members where discord_id = $1', [pseudonym?.id])).toEqual([
      { name: pseudonym?.name, version: 2 },
    ])
    expect(tables.disciplinary_actions).toContain(`${pseudonym?.name} (${pseudonym?.id}) shouted`)
    expect(tables.users).toContain(PRIYA)
    expect(await verifyAudit(database.db)).toMatchObject({ rows: 5, erased: 3, broken: null })
    const [entry] = await query('select * from audit_log order by seq desc limit 1')
    expect(entry).toMatchObject({ action: 'erasePerson', actor_id: null, target: `people/${pseudonym?.id}` })

    // A one-word name is replaced only beside the person's id. Other places with it are reported as traces.
    expect(erased?.traces).toContainEqual({ table: 'disciplinary_actions', key: '1', column: 'revoked_why' })
    expect(erased?.traces).toContainEqual({
      table: 'trial_mods',
      key: `trial-mods/${PRIYA}`,
      column: 'official_instructor',
    })
    expect(erased?.traces.map(({ table }) => table)).not.toContain('ten_codes')
    expect(tables.disciplinary_actions).toContain('Jules Ardent is somebody else')
  })

  it('an erasure removes the person from selected values of a record, and reports names in its key', async () => {
    await query(`update ten_codes set category = 'Of Jules Arden', code = 'JULES' where created_by_discord = $1`, [
      PRIYA,
    ])
    await query(
      `update penal_codes set class = 'Class Jules Arden', statute = 'Arden 1' where created_by_discord = $1`,
      [PRIYA],
    )
    await query(
      `update roster_members set position = 'Deputy of Jules Arden', status = 'Covers Jules Arden', callsign = 'ARDEN-2',
        timezone = 'As Jules Arden' where discord_id = $1`,
      [PRIYA],
    )
    await query(`update trial_mods set staff_id = 'jules-2' where trainee_id = $1`, [PRIYA])
    await query(`insert into quick_links (key, title, "group", icon) values ('jules-arden', 'A link', 'Other', 'Link')`)
    const lines: string[] = []
    await exportPerson(database, JULES, ({ table, row }) => void lines.push(`${table} ${JSON.stringify(row)}`))
    expect(lines.filter((line) => line.startsWith('ten_codes'))).toHaveLength(2)

    const erased = await eraseFromSite({ database, processes: onlyProcess(silentLog) }, JULES, NOW)
    const name = erased?.pseudonym.name
    expect(await query('select category from ten_codes where created_by_discord = $1', [PRIYA])).toEqual([
      { category: `Of ${name}` },
    ])
    expect(await query('select class from penal_codes where created_by_discord = $1', [PRIYA])).toEqual([
      { class: `Class ${name}` },
    ])
    expect(await query('select position, status, timezone from roster_members where discord_id = $1', [PRIYA])).toEqual(
      [{ position: `Deputy of ${name}`, status: `Covers ${name}`, timezone: `As ${name}` }],
    )
    expect(erased?.traces.map(({ table, column }) => `${table}.${column}`)).toEqual(
      expect.arrayContaining([
        'ten_codes.code',
        'penal_codes.statute',
        'roster_members.callsign',
        'trial_mods.staff_id',
        'quick_links.key',
      ]),
    )
  })

  it('an erasure closes open appeals of the person, and the audit log says so', async () => {
    await appealed({})
    const about = ['given-appeals/1', 'given-appeals/2']
    await query(
      `insert into inbox_rows (person_id, kind, about, at) select $1, 'statementAsked', unnest($2::text[]), now()`,
      [PRIYA, about],
    )
    const erased = await eraseFromSite({ database, processes: onlyProcess(silentLog) }, JULES, NOW)
    const asked = await query(`select about from inbox_rows where kind = 'statementAsked'`)
    expect(asked).toEqual([{ about: 'given-appeals/2' }])
    expect(await query('select state, ended_at, appellant_id from appeals')).toEqual([
      { state: 'withdrawn', ended_at: NOW, appellant_id: erased?.pseudonym.id },
    ])
    const entries = await query(
      'select action, actor_id, target, before, after from audit_log order by seq desc limit 2',
    )
    expect(entries).toMatchObject([
      {
        ...{ action: 'withdrawErasedAppeal', actor_id: null, target: 'appeals/1' },
        ...{ before: { state: 'submitted' }, after: { state: 'withdrawn', user_name: erased?.pseudonym.name } },
      },
      { action: 'erasePerson' },
    ])
    expect(await verifyAudit(database.db)).toMatchObject({ broken: null })
  })

  it('an erasure keeps evidence links of others except for ids, and reports a username in them', async () => {
    await query(`update users set username = 'jules_arden' where id = $1`, [JULES])
    const links = [
      'https://clips.example/jules_arden?by=jules_arden',
      'https://clips.example/@jules_arden',
      `https://clips.example/${JULES}/1`,
    ]
    for (const link of links)
      await query(
        `insert into evidence (family, action_id, kind, at, by_id, by_name, is_shown, link)
         select 'staff', id, 'link', now(), $1, 'Jules Arden', false, $3 from disciplinary_actions where user_id = $2`,
        [JULES, PRIYA, link],
      )
    const erased = await eraseFromSite({ database, processes: onlyProcess(silentLog) }, JULES, NOW)
    const { id, name } = erased?.pseudonym ?? {}
    expect(await query('select link, by_id, by_name from evidence order by id')).toEqual(
      [...links.slice(0, 2), `https://clips.example/${id}/1`].map((link) => ({ link, by_id: id, by_name: name })),
    )
    const traces = erased?.traces.filter(({ table }) => table === 'evidence')
    expect(traces?.map(({ column }) => column)).toEqual(['link', 'link'])
  })

  it('an erasure removes ids from stored offences, and reports names in them', async () => {
    const of = (text: string) => ({ code: 'S1', name: 'Late', text, category: 'Shifts', ladder: [] })
    const kept = [of(`Ask Jules Arden ${JULES} first.`), of('Ask Jules Arden first.'), of('Arden is a town.')]
    for (const [n, content] of kept.entries()) {
      await query(`insert into offence_versions (hash, code, content, kept_at) values ($1, 'S1', $2, now())`, [
        `hash-${n}`,
        JSON.stringify(content),
      ])
    }
    const erased = await eraseFromSite({ database, processes: onlyProcess(silentLog) }, JULES, NOW)
    const [, ...others] = kept
    expect(await query('select content from offence_versions order by hash')).toEqual(
      [of(`Ask Jules Arden ${erased?.pseudonym.id} first.`), ...others].map((content) => ({ content })),
    )
    expect(erased?.rows.offence_versions).toBe(1)
    expect(erased?.traces.filter(({ table }) => table === 'offence_versions')).toEqual(
      ['hash-0', 'hash-1'].map((key) => ({ table: 'offence_versions', key, column: 'content' })),
    )
  })

  it('an erasure removes ids from the rules that appeals and actions store, and reports names in them', async () => {
    const passage = { title: 'Staff', text: `Ask Jules Arden ${JULES} first.` }
    const other = { title: 'Jules', text: 'Ask jules first.' }
    await appealed({ offences: [{ passage }], reason: 'Jules Arden was late' })
    for (const [place, kept] of [passage, other].entries())
      await query(
        `insert into action_offences (action_id, place, code, category, version_hash, passage, rung, type, points)
        select max(id), $1, 'S-1', 'x', 'y', $2, 1, 'Strike', 0 from disciplinary_actions`,
        [place, kept],
      )
    const lines: string[] = []
    await exportPerson(database, JULES, ({ table }) => void lines.push(table))
    expect(lines).toContain('action_offences')
    const erased = await eraseFromSite({ database, processes: onlyProcess(silentLog) }, JULES, NOW)
    const { id, name } = erased?.pseudonym ?? {}
    const without = { title: 'Staff', text: `Ask Jules Arden ${id} first.` }
    expect(await query('select passage from action_offences order by place')).toEqual([
      { passage: without },
      { passage: other },
    ])
    expect(await query('select snapshot from appeals')).toEqual([
      { snapshot: { offences: [{ passage: without }], reason: `${name} was late` } },
    ])
    const traces = erased?.traces.filter(({ table }) => /^(appeals|action_offences)$/.test(table))
    expect(traces).toEqual([
      { table: 'action_offences', key: expect.stringMatching(/\/0$/), column: 'passage' },
      { table: 'appeals', key: '1', column: 'snapshot' },
    ])
  })

  it('an erasure covers a custom roster of the community, and notifies its open pages', async () => {
    await query(
      `insert into roster_members (roster, name, discord_id, position, status)
      values ('roster-fire-academy', 'Jules Arden', $1, 'Cadet', 'Active')`,
      [JULES],
    )
    const events: string[] = []
    const hearing: ((said: unknown) => void)[] = []
    const subscribe = (_: string, listener: (said: unknown) => void) => void hearing.push(listener)
    createChanges({ ...onlyProcess(silentLog), subscribe }, [...TOPICS, 'roster-fire-academy']).on((topic) =>
      events.push(topic),
    )
    const publish = async (channel: string, message: object) => {
      if (channel === 'changed') for (const listener of hearing) listener(message)
    }
    await eraseFromSite({ database, processes: { ...onlyProcess(silentLog), publish } }, JULES, NOW)
    expect(await query(`select name from roster_members where roster = 'roster-fire-academy'`)).toEqual([
      { name: expect.stringMatching(/^Erased person /) },
    ])
    expect(events).toEqual([...TOPICS, 'roster-fire-academy'])
  })

  it('an unknown person has no data, and their erasure writes nothing', async () => {
    expect(await eraseFromSite({ database, processes: onlyProcess(silentLog) }, '310000000000009999', NOW)).toBeNull()
    expect(await verifyAudit(database.db)).toMatchObject({ rows: 4, erased: 0 })
  })

  it('an erasure replaces a username that is a whole text, follows an @ or is not a common word', async () => {
    await query(`update users set nick = 'jules_a7' where id = $1`, [JULES])
    await query(`update subjects set note_by = 'jules' where id = $1`, [PRIYA])
    await query(`update quick_links set title = 'Ask @jules, as jules knows' where copy = $1`, [PRIYA])
    await query(`update penal_codes set notes = 'jules_a7 asked, @Jules said' where created_by_discord = $1`, [PRIYA])
    const audit = createAudit({ database, changes: createChanges(), clock: () => NOW })
    const log = (after: { note: string }) =>
      audit.change({ actor: null, requestId: 'r' }, async () => ({
        ...{ result: null, entries: [{ action: 'addAction', target: 'x', after }], topics: [] },
      }))
    await log({ note: 'jules' })
    await log({ note: '@Jules said so' })
    await log({ note: 'Ask jules' })
    const lines: { row: Record<string, unknown> }[] = []
    await exportPerson(database, JULES, (line) => void lines.push(line))
    const states = lines.map(({ row }) => JSON.stringify(row.after))
    expect(states).toEqual(expect.arrayContaining(['{"note":"jules"}', '{"note":"@Jules said so"}']))
    expect(states).not.toContain('{"note":"Ask jules"}')
    const erased = await eraseFromSite({ database, processes: onlyProcess(silentLog) }, JULES, NOW)
    const name = erased?.pseudonym.name
    expect(await query(`select note_by from subjects where id = $1`, [PRIYA])).toEqual([{ note_by: name }])
    expect(await query(`select title from quick_links where copy = $1`, [PRIYA])).toEqual([
      { title: `Ask ${name}, as jules knows` },
    ])
    expect(await query(`select notes from penal_codes where created_by_discord = $1`, [PRIYA])).toEqual([
      { notes: `${name} asked, ${name} said` },
    ])
    expect(
      await query(`select after ->> 'note' as note from audit_log where target = 'x' order by seq desc limit 3`),
    ).toEqual([{ note: 'Ask jules' }, { note: `${name} said so` }, { note: name }])
    expect(erased?.traces.map(({ column }) => column)).not.toContain('note_by')
  })

  it('an erasure keeps a name that another person has too, except in the rows of the erased person', async () => {
    await query(`update roster_members set name = 'Jules Arden' where discord_id = $1`, [PRIYA])
    const erased = await eraseFromSite({ database, processes: onlyProcess(silentLog) }, JULES, NOW)
    expect(erased?.sharedNames).toContain('Jules Arden')
    expect(await query(`select name, notes from roster_members where discord_id = $1`, [PRIYA])).toEqual([
      { name: 'Jules Arden', notes: 'Friend of Jules Arden' },
    ])
    expect(await query(`select name from roster_members where discord_id <> $1`, [PRIYA])).not.toEqual([
      { name: 'Jules Arden' },
    ])
  })
})
