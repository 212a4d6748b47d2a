import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAudit } from '#features/audit/server/store.ts'
import { DaQuery } from '#features/discipline/contract.ts'
import { SORTS } from '#features/discipline/rules.ts'
import { type ActionStore, createActionStore } from '#features/discipline/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { createLogger } from '#server/log.ts'
import { startThrowawayPostgres } from '../scripts/postgres.mjs'

const ROWS = 1_000_000
const BATCH = 50_000
/** Each question is asked so often, each time a little differently. */
const ROUNDS = 40
const LIMITS = { postgresql: { p50: 20, p95: 60 }, embedded: { p50: 60, p95: 180 } }

/** One promise of the Staff DA Database, measured. */
export interface ActionFigure {
  what: string
  promised: string
  measured: string
  isKept: boolean
}

/** A million actions on each engine, and how long the questions that staff ask of them take. */
export async function benchActions(tell: (figure: ActionFigure) => void): Promise<void> {
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
  tell: (figure: ActionFigure) => void,
): Promise<void> {
  const database = await openDatabase({ ...where, log: createLogger('error') })
  try {
    await migrate(database)
    const began = performance.now()
    await fill(database)
    console.log(
      `${engine}: ${ROWS.toLocaleString('en')} actions in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    )
    const clock = () => new Date()
    const audit = createAudit({ database, changes: createChanges(), clock })
    const store = createActionStore({ database, audit, clock })
    for (const [what, query] of QUESTIONS) tell(await measure(`${engine}: ${what}`, store, query, LIMITS[engine]))
    for (const [what, query] of UNPROMISED) tell(await measure(`${engine}: ${what}`, store, query, NO_LIMIT))
    await tellAlso(`${engine}: people of the filters`, () => store.listPeople(undefined), LIMITS[engine], tell)
    await tellAlso(`${engine}: people found by name`, () => store.listPeople('person 12'), LIMITS[engine], tell)
    await tellAlso(`${engine}: weeks of the chart`, () => store.listWeeks('2025-07-01'), LIMITS[engine], tell)
  } finally {
    await database.close()
  }
}

/**
 * Three and a half years, logged within hours of what happened: 180,000 people, of whom one has 17,600 actions, 800
 * administrators, reasons of 40 to 200 characters. 'ramming' stands in about 42,000, 'flamethrower' in 370, 'zyxomma'
 * in 26.
 */
export async function fill(database: Database): Promise<void> {
  await database.patiently(async (client) => {
    // Built afterwards, as for any great load: row by row the embedded database would take a quarter of an hour.
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'disciplinary_actions' and indexname <> 'disciplinary_actions_pkey'`,
    )
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
    await client.query('alter table disciplinary_actions disable trigger user')
    for (let from = 1; from <= ROWS; from += BATCH) {
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
        [from, Math.min(ROWS, from + BATCH - 1), TYPES, SCENES],
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
const QUESTIONS: [string, (n: number) => Record<string, string>][] = [
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
  ['date range', () => RANGE],
  ...SORTS.map((sort): [string, () => Record<string, string>] => [`sort ${sort}`, () => ({ sort })]),
]
/** What is worth knowing and not promised: both pass by a hundred thousand actions that do not fit. */
const UNPROMISED: typeof QUESTIONS = [
  ['search, common word, page 10', () => ({ query: 'ramming', page: '10' })],
  ['search, two common words', () => ({ query: 'ramming marina' })],
]
const NO_LIMIT = { p50: Number.POSITIVE_INFINITY, p95: Number.POSITIVE_INFINITY }
const READER = { id: '310000000000000102' }
const RANGE = { start: '2024-03-01', end: '2024-08-31', tz: '300' }

async function measure(
  what: string,
  store: ActionStore,
  query: (n: number) => Record<string, string>,
  limit: { p50: number; p95: number },
): Promise<ActionFigure> {
  return timed(what, (n) => store.list(READER, DaQuery.parse(query(n))), limit)
}

async function tellAlso(
  what: string,
  ask: () => Promise<unknown>,
  limit: { p50: number; p95: number },
  tell: (figure: ActionFigure) => void,
): Promise<void> {
  tell(await timed(what, ask, limit))
}

async function timed(
  what: string,
  ask: (n: number) => Promise<unknown>,
  limit: { p50: number; p95: number },
): Promise<ActionFigure> {
  await ask(0)
  const times: number[] = []
  for (let n = 1; n <= ROUNDS; n++) {
    const began = performance.now()
    await ask(n)
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const [p50, p95] = [at(0.5), at(0.95)]
  return {
    what,
    promised: Number.isFinite(limit.p50) ? `< ${limit.p50} / ${limit.p95} ms` : '',
    measured: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    isKept: p50 <= limit.p50 && p95 <= limit.p95,
  }
}
