import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DaFilter, DaQuery } from '#features/discipline/contract.ts'
import { chartWeeks, SORTS } from '#features/discipline/rules.ts'
import { readDiscipline } from '#features/discipline/server/gateway.ts'
import { createActionSearch, STAFF_FAMILY } from '#features/discipline/server/search-store.ts'
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
/** Each question is asked so often, each time a little differently. */
const ROUNDS = 40
const LIMITS = { postgresql: { p50: 20, p95: 60 }, embedded: { p50: 60, p95: 180 } }

/** A million actions on each engine, and how long the questions that staff ask of them take. */
export async function benchActions(tell: Tell): Promise<void> {
  const postgres = await startThrowawayPostgres()
  try {
    await onEngine('postgresql', { url: postgres.url, dataDir: '' }, tell)
  } finally {
    await postgres.stop()
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-da-'))
  try {
    await onEngine('embedded', { dataDir }, tell)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function onEngine(
  engine: keyof typeof LIMITS,
  where: { url?: string; dataDir: string },
  tell: Tell,
): Promise<void> {
  const database = await openDatabase({ ...where, log: createLogger('error') })
  try {
    await migrate(database)
    const began = performance.now()
    await fill(database)
    console.log(
      `${engine}: ${ROWS.toLocaleString('en')} actions in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    )
    const { actionTypes } = readDiscipline(fromRoot('community'))
    const nobody = { find: async () => [], list: async () => new Map(), show: async () => null }
    const search = createActionSearch({ database, directory: nobody }, STAFF_FAMILY, actionTypes)
    const bare = spread(
      await database.withoutTimeout((client) => timesOf(ROUNDS, (n) => client.query(BARE, [n * 20_011]))),
    )
    const limit = LIMITS[engine]
    const ask = async (what: string, question: (n: number) => Promise<unknown>, isPromised = true) => {
      const times = await timesOf(ROUNDS, question)
      const promise = { promised: `< ${limit.p50} / ${limit.p95} ms`, isKept: isWithin(times, limit) }
      tell({ what: `${engine}: ${what}`, measured: spread(times), bare, ...(isPromised ? promise : {}) })
    }
    const list = (query: Query) => (n: number) => search.listActions(READER, DaQuery.parse(query(n)))
    for (const [what, query] of QUESTIONS) await ask(what, list(query))
    for (const [what, query] of UNPROMISED) await ask(what, list(query), false)
    await ask('people of the filters', () => search.listActionPeople(undefined))
    await ask('people found by name', () => search.listActionPeople('person 12'))
    const weeks = chartWeeks('2026-11-14', 'monday')
    const chart = (query: Query) => (n: number) =>
      search.listActionWeeks(READER, DaFilter.parse(query(n)), weeks, 'UTC')
    await ask(
      'weeks of the chart',
      chart(() => ({})),
    )
    await ask(
      'weeks of the chart, of a type',
      chart(() => ({ type: 'Strike' })),
    )
    await ask(
      'weeks of the chart, person with most actions',
      chart(() => ({ user: '400000000000000007' })),
    )
    await ask(
      'weeks of the chart, administrator',
      chart((n) => ({ admin: String(500000000000000000n + BigInt(n)) })),
    )
    await ask(
      'weeks of the chart, search, common word',
      chart(() => ({ query: 'ramming' })),
    )
  } finally {
    await database.close()
  }
}

/**
 * Three and a half years, logged within hours of what happened: 180,000 people, of whom one has 17,600 actions, 800
 * administrators, reasons of 40 to 200 characters. 'ramming' stands in about 42,000, 'flamethrower' in 370, 'zyxomma'
 * in 26.
 */
export async function fill(database: Database, rows = ROWS): Promise<void> {
  await database.withoutTimeout(async (client) => {
    // Built afterwards, as for any great load: row by row the embedded database would take a quarter of an hour.
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'disciplinary_actions' and indexname <> 'disciplinary_actions_pkey'`,
    )
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
    await client.query('alter table disciplinary_actions disable trigger user')
    for (let from = 1; from <= rows; from += BATCH) {
      await client.query(
        `insert into disciplinary_actions
           (date, user_id, user_name, admin_id, admin_name, type, internal_reason, external_reason, logged_at)
         select date, (400000000000000000 + person)::text, 'Person ' || person, (500000000000000000 + admin)::text,
                'Admin ' || admin, ($3::text[])[1 + n % 7],
                'Case ' || n || ': ' || case when n % 24 = 0 then 'ramming a patrol car during ' when n % 2700 = 0
                  then 'a flamethrower in ' when n % 38000 = 0 then 'the zyxomma affair in ' else 'conduct in ' end
                || ($4::text[])[1 + n % 11] || ', ' || ($4::text[])[1 + (n / 11) % 11] || ' and ' || md5(n::text),
                case when n % 3 = 0 then null else 'You were told about ' || ($4::text[])[1 + n % 11] end, date
         from (select n, timestamptz '2023-07-01' + n * interval '107 seconds' + hashint4(n) * interval '10 microseconds' as date,
                      case when n % 57 = 0 then 7 else abs(hashint4(n + 7)) % 180000 end as person,
                      abs(hashint4(n + 11)) % 800 as admin
               from generate_series($1::int, $2::int) n) made`,
        [from, Math.min(rows, from + BATCH - 1), TYPES, SCENES],
      )
    }
    for (const { definition } of indexes.rows) await client.query(definition)
    await client.query('alter table disciplinary_actions enable trigger user')
    await client.query(
      `insert into disciplinary_days (day, type, n)
       select (date at time zone 'UTC')::date, type, count(*) from disciplinary_actions group by 1, 2`,
    )
    await client.query(
      `insert into disciplinary_people (id, name, received, given)
       select id, max(name), sum(received), sum(given)
       from (select user_id as id, user_name as name, 1 as received, 0 as given from disciplinary_actions
             union all select admin_id, admin_name, 0, 1 from disciplinary_actions) people group by id`,
    )
    await client.query('vacuum analyze disciplinary_actions')
    await client.query('vacuum analyze disciplinary_days')
    await client.query('vacuum analyze disciplinary_people')
  })
}

const TYPES = ['Verbal Warning', 'Written Warning', 'Strike', 'Suspension', 'Demotion', 'Removal', 'Note']
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

/** What staff ask; `n` makes each time another. */
type Query = (n: number) => Record<string, string>
const QUESTIONS: [string, Query][] = [
  ['first page', () => ({})],
  ['second page', () => ({ page: '2' })],
  ['search, common word', () => ({ query: 'ramming' })],
  ['search, rare word', (n) => ({ query: n % 2 === 0 ? 'zyxomma' : 'flamethrower' })],
  ['search, 2 characters', (n) => ({ query: n % 2 === 0 ? 'pe' : 'zz' })],
  ['person with a date range', (n) => ({ user: String(400000000000000000n + BigInt(n * 31)), ...RANGE })],
  ['person with most actions, date range', () => ({ user: '400000000000000007', ...RANGE })],
  ['person with most actions, sorted by user', () => ({ user: '400000000000000007', sort: 'user_name:asc' })],
  ['person with most actions, sorted by admin', () => ({ user: '400000000000000007', sort: 'admin_name:asc' })],
  ['administrator', (n) => ({ admin: String(500000000000000000n + BigInt(n)) })],
  ['type', (n) => ({ type: TYPES[n % TYPES.length] ?? '' })],
  ['type, sorted by user', (n) => ({ type: TYPES[n % TYPES.length] ?? '', sort: 'user_name:asc' })],
  ['type with a date range', (n) => ({ type: TYPES[n % TYPES.length] ?? '', ...RANGE })],
  ['person with most actions, type', () => ({ user: '400000000000000007', type: 'Strike' })],
  ['search for a type and a word', () => ({ query: 'suspension flamethrower' })],
  ['search for the id of an action', (n) => ({ query: `#${1_000 + n}` })],
  ['date range', () => RANGE],
  ...SORTS.map((sort): [string, Query] => [`sort ${sort}`, () => ({ sort })]),
]
/** What is worth knowing and not promised: both pass by a hundred thousand actions that do not fit. */
const UNPROMISED: typeof QUESTIONS = [
  ['search, common word, page 10', () => ({ query: 'ramming', page: '10' })],
  ['search, two common words', () => ({ query: 'ramming marina' })],
]
/** A page of rows by their key: what the engine itself needs for 25 of them. */
const BARE = 'select * from disciplinary_actions where id >= $1 order by id limit 25'

function isWithin(times: readonly number[], limit: { p50: number; p95: number }): boolean {
  return percentile(times, 0.5) <= limit.p50 && percentile(times, 0.95) <= limit.p95
}

const READER = { id: '310000000000000102' }
const RANGE = { start: '2024-03-01', end: '2024-08-31', tz: '300' }
