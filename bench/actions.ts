import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAudit } from '#features/audit/server/store.ts'
import { type DaEntry, DaFilter, DaQuery } from '#features/discipline/contract.ts'
import { chartWeeks, SORTS } from '#features/discipline/rules.ts'
import { readDiscipline } from '#features/discipline/server/gateway.ts'
import type { ActionRow } from '#features/discipline/server/record-store.ts'
import { countDeviations } from '#features/discipline/server/report-store.ts'
import { createActionSearch, PLAYER_FAMILY, STAFF_FAMILY } from '#features/discipline/server/search-store.ts'
import { createThresholdStore } from '#features/discipline/server/threshold-store.ts'
import { hasEvidence } from '#features/evidence/server/store.ts'
import { NO_RIGHTS } from '#lib/access.ts'
import { DAY } from '#lib/dates.ts'
import { createChanges } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import { fromRoot } from '#server/paths.ts'
import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import type { Tell } from './figures.ts'
import { percentile, spread, timesOf } from './requests.ts'

const ROWS = 1_000_000
const BATCH = 50_000
/** How often each query runs, each time with slightly different values. */
const ROUNDS = 40
const LIMITS = { postgresql: { p50: 20, p95: 60 }, embedded: { p50: 60, p95: 180 } }

/** The differences between the two families: their tables, the columns that only one has, and their types. */
const FAMILIES = {
  staff: {
    search: STAFF_FAMILY,
    tables: {
      ...{ actions: 'disciplinary_actions', days: 'disciplinary_days', people: 'disciplinary_people' },
      offences: 'action_offences',
    },
    more: { columns: '', values: '' },
    types: ['Verbal Warning', 'Written Warning', 'Strike', 'Suspension', 'Demotion', 'Removal', 'Note'],
  },
  players: {
    search: PLAYER_FAMILY,
    tables: {
      ...{ actions: 'player_actions', days: 'player_days', people: 'player_people' },
      offences: 'player_offences',
    },
    more: { columns: ', source, native_id', values: ", 'txadmin', 'W' || n" },
    types: ['Note', 'Warning', 'Kick', 'Ban'],
  },
}
type FamilyName = keyof typeof FAMILIES

/** Measures how long the usual queries of staff take on a million actions of the staff family, on each engine. */
export const benchActions = (tell: Tell) => benchFamily('staff', tell)

/** The same on a million actions of the player family. */
export const benchPlayerActions = (tell: Tell) => benchFamily('players', tell)

async function benchFamily(family: FamilyName, tell: Tell): Promise<void> {
  const postgres = await startThrowawayPostgres()
  try {
    await onEngine(family, 'postgresql', { url: postgres.url, dataDir: '' }, tell)
  } finally {
    await postgres.stop()
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-da-'))
  try {
    await onEngine(family, 'embedded', { dataDir }, tell)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function onEngine(
  family: FamilyName,
  engine: keyof typeof LIMITS,
  where: { url?: string; dataDir: string },
  tell: Tell,
): Promise<void> {
  const database = await openDatabase({ ...where, log: createLogger('error') })
  try {
    await migrate(database)
    const began = performance.now()
    await fill(database, { family })
    console.log(
      `${engine}: ${ROWS.toLocaleString('en')} actions in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    )
    const { actionTypes, playerTypes, thresholds, pointsRule } = readDiscipline(fromRoot('community'))
    const { search: of, tables, types } = FAMILIES[family]
    const [, , third = ''] = types
    const nobody = { find: async () => [], list: async () => new Map(), show: async () => null }
    const known = family === 'staff' ? actionTypes : playerTypes
    const offenceBook = { listHashesNeedingEvidence: async () => [WITH_EVIDENCE] }
    const search = createActionSearch<ActionRow, DaEntry>(
      { database, directory: nobody, clock: () => new Date(), offenceBook, hasEvidence },
      of,
      known,
    )
    const bare = spread(
      await database.withoutTimeout((client) =>
        timesOf(ROUNDS, (n) => client.query(bareQuestion(tables.actions), [n * 20_011])),
      ),
    )
    const limit = LIMITS[engine]
    const ask = async (what: string, question: (n: number) => Promise<unknown>, isPromised = true) => {
      const times = await timesOf(ROUNDS, question)
      const promise = { promised: `< ${limit.p50} / ${limit.p95} ms`, isKept: isWithin(times, limit) }
      tell({ what: `${engine}: ${what}`, measured: spread(times), bare, ...(isPromised ? promise : {}) })
    }
    const list = (query: Query) => (n: number) => search.listActions(READER, DaQuery.parse(query(n)))
    for (const [what, query] of [...questions(types), ...OF_OFFENCES]) await ask(what, list(query))
    for (const [what, query] of UNPROMISED) await ask(what, list(query), false)
    const clock = () => new Date(LAST_DAY)
    const audit = createAudit({ database, changes: createChanges(), clock })
    const store = createThresholdStore({ database, audit, directory: nobody, clock, thresholds, pointsRule }, family)
    await ask('people who reached a point threshold', () => store.count(OWNER))
    await ask('report of deviations, 90 days', (n) =>
      countDeviations(database, { actions: of.actions, types: known }, READER, {
        since: new Date(clock().getTime() - (90 + n) * DAY),
      }),
    )
    await ask('people of the filters', () => search.listActionPeople(READER, undefined))
    await ask('record and points of the person with most actions', () =>
      search.findActionPerson(READER, '400000000000000007'),
    )
    await ask('people found by name', () => search.listActionPeople(READER, 'person 12'))
    const weeks = chartWeeks('2026-11-14', 'monday')
    const chart = (query: Query) => (n: number) =>
      search.listActionWeeks(READER, DaFilter.parse(query(n)), weeks, 'UTC')
    for (const [what, query] of ofChart(third)) await ask(`weeks of the chart${what}`, chart(query))
  } finally {
    await database.close()
  }
}

/**
 * Inserts actions of three and a half years, each logged within hours of the incident: 180,000 people, one of them with
 * 17,600 actions, 800 administrators, and reasons of 40 to 200 characters. One action in forty has an offence with two
 * points for 90 days, one in ten ends after 30 days, and twenty wait for approval. 'ramming' occurs in about 42,000,
 * 'flamethrower' in 370, 'zyxomma' in 26.
 */
export async function fill(
  database: Database,
  { family = 'staff', rows = ROWS }: { family?: FamilyName; rows?: number } = {},
): Promise<void> {
  const { tables, more, types } = FAMILIES[family]
  const { actions, days, people, offences } = tables
  await database.withoutTimeout(async (client) => {
    // Indexes are built afterwards, as for any bulk load. Row by row the embedded database would take a quarter of an
    // hour.
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = '${actions}' and indexname <> '${actions}_pkey'`,
    )
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
    await client.query(`alter table ${actions} disable trigger user`)
    for (let from = 1; from <= rows; from += BATCH) {
      await client.query(
        `insert into ${actions}
           (date, user_id, user_name, admin_id, admin_name, type, internal_reason, external_reason, logged_at, offences,
            deviation, points, points_end_at, ends_at, approval, approval_due_at${more.columns})
         select date, (400000000000000000 + person)::text, 'Person ' || person, (500000000000000000 + admin)::text,
                'Admin ' || admin, ($3::text[])[1 + n % ${types.length}],
                'Case ' || n || ': ' || case when n % 24 = 0 then 'ramming a patrol car during ' when n % 2700 = 0
                  then 'a flamethrower in ' when n % 38000 = 0 then 'the zyxomma affair in ' else 'conduct in ' end
                || ($4::text[])[1 + n % 11] || ', ' || ($4::text[])[1 + (n / 11) % 11] || ' and ' || md5(n::text),
                case when n % 3 = 0 then null else 'You were told about ' || ($4::text[])[1 + n % 11] end, date,
                case when n % 40 = 0 then array['A-' || n % 7] end,
                case when n % 40 = 0 then (array['none', 'milder', 'harsher'])[1 + n % 3] end,
                case when n % 40 = 0 then 2 else 0 end, case when n % 40 = 0 then date + interval '90 days' end,
                case when n % 10 = 0 then date + interval '30 days' end,
                case when n % 50000 = 0 then 'waiting' end,
                case when n % 50000 = 0 then date + interval '1 day' end${more.values}
         from (select n, timestamptz '2023-07-01' + n * interval '107 seconds' + hashint4(n) * interval '10 microseconds' as date,
                      case when n % 57 = 0 then 7 else abs(hashint4(n + 7)) % 180000 end as person,
                      abs(hashint4(n + 11)) % 800 as admin
               from generate_series($1::int, $2::int) n) made`,
        [from, Math.min(rows, from + BATCH - 1), types, SCENES],
      )
    }
    await client.query(
      `insert into ${offences} (action_id, place, code, category, version_hash, rung, type, points)
       select id, 0, offences[1], 'Conduct', offences[1], 1, type, points from ${actions} where offences is not null`,
    )
    for (const { definition } of indexes.rows) await client.query(definition)
    await client.query(`alter table ${actions} enable trigger user`)
    await client.query(
      `insert into ${days} (day, type, n)
       select (date at time zone 'UTC')::date, type, count(*) from ${actions} group by 1, 2`,
    )
    await client.query(
      `insert into ${people} (id, name, received, given)
       select id, max(name), sum(received), sum(given)
       from (select user_id as id, user_name as name, 1 as received, 0 as given from ${actions}
             union all select admin_id, admin_name, 0, 1 from ${actions}) counted group by id`,
    )
    await client.query(`vacuum analyze ${actions}`)
    await client.query(`vacuum analyze ${offences}`)
    await client.query(`vacuum analyze ${days}`)
    await client.query(`vacuum analyze ${people}`)
  })
}

const SCENES = [
  'a traffic stop on the coastal highway',
  'the marina',
  'a bank robbery',
  'a pursuit through the old town',
  'ticket handling',
  'the harbor bridge',
  'voice chat',
  'a sit on server 2',
  'a shift that was missed',
  'the training server',
  'an appeal',
]

/** A query of staff. `n` varies its values. */
type Query = (n: number) => Record<string, string>
const questions = (types: readonly string[]): [string, Query][] => [
  ['first page', () => ({})],
  ['second page', () => ({ page: '2' })],
  ['search, common word', () => ({ query: 'ramming' })],
  ['search, common word, sorted by user', () => ({ query: 'ramming', sort: 'user_name:asc' })],
  ['search, rare word', (n) => ({ query: n % 2 === 0 ? 'zyxomma' : 'flamethrower' })],
  ['search, 2 characters', (n) => ({ query: n % 2 === 0 ? 'pe' : 'zz' })],
  ['person with a date range', (n) => ({ user: String(400000000000000000n + BigInt(n * 31)), ...RANGE })],
  ['person with most actions, date range', () => ({ user: '400000000000000007', ...RANGE })],
  ['person with most actions, sorted by user', () => ({ user: '400000000000000007', sort: 'user_name:asc' })],
  ['person with most actions, sorted by admin', () => ({ user: '400000000000000007', sort: 'admin_name:asc' })],
  ['administrator', (n) => ({ admin: String(500000000000000000n + BigInt(n)) })],
  ['type', (n) => ({ type: types[n % types.length] ?? '' })],
  ['type, sorted by user', (n) => ({ type: types[n % types.length] ?? '', sort: 'user_name:asc' })],
  ['type with a date range', (n) => ({ type: types[n % types.length] ?? '', ...RANGE })],
  ['person with most actions, type', () => ({ user: '400000000000000007', type: types[2] ?? '' })],
  ['search for a type and a word', () => ({ query: `${types[3]} flamethrower` })],
  ['search for the id of an action', (n) => ({ query: `#${1_000 + n}` })],
  ['not read', () => ({ acknowledged: 'no' })],
  ['not read, person with most actions', () => ({ acknowledged: 'no', user: '400000000000000007' })],
  [
    'not read, type, sorted by user',
    (n) => ({ ...{ acknowledged: 'no', sort: 'user_name:asc' }, type: types[n % types.length] ?? '' }),
  ],
  ['date range', () => RANGE],
  ...SORTS.map((sort): [string, Query] => [`sort ${sort}`, () => ({ sort })]),
]
/** An offence without any action that has the evidence it needs. */
const WITH_EVIDENCE = 'A-3'
const OF_OFFENCES: [string, Query][] = [
  ['offence', (n) => ({ offence: `A-${n % 7}` })],
  ['offence, harsher, date range', (n) => ({ offence: `A-${n % 7}`, deviation: 'harsher', ...RANGE })],
  ['administrator, milder', (n) => ({ admin: String(500000000000000000n + BigInt(n)), deviation: 'milder' })],
  ['given for an offence, date range', () => ({ deviation: 'any', ...RANGE })],
  ['without the evidence that it needs', () => ({ evidence: 'missing' })],
  ['without the evidence that it needs, date range', () => ({ evidence: 'missing', ...RANGE })],
  ['waits for approval', () => ({ approval: 'waiting' })],
]
/** What follows 'weeks of the chart' in the report, and the query. */
const ofChart = (type: string): [string, Query][] => [
  ['', () => ({})],
  [', of a type', () => ({ type })],
  [', person with most actions', () => ({ user: '400000000000000007' })],
  [', administrator', (n) => ({ admin: String(500000000000000000n + BigInt(n)) })],
  [', search, common word', () => ({ query: 'ramming' })],
]
/** Queries that are measured but not promised: both skip a hundred thousand actions that do not match. */
const UNPROMISED: [string, Query][] = [
  ['search, common word, page 10', () => ({ query: 'ramming', page: '10' })],
  ['search, two common words', () => ({ query: 'ramming marina' })],
]
/** The baseline: a page of 25 rows by primary key. */
const bareQuestion = (table: string) => `select * from ${table} where id >= $1 order by id limit 25`

function isWithin(times: readonly number[], limit: { p50: number; p95: number }): boolean {
  return percentile(times, 0.5) <= limit.p50 && percentile(times, 0.95) <= limit.p95
}

const READER = { id: '310000000000000102' }
const OWNER = {
  ...{ ...READER, username: 'owner', name: 'Owner', avatarUrl: '', ...NO_RIGHTS },
  ...{ isStaff: true, isManagement: true, isOwner: true },
}
/** The day after the last action. */
const LAST_DAY = '2026-11-21T12:00:00Z'
const RANGE = { start: '2024-03-01', end: '2024-08-31', tz: '300' }
