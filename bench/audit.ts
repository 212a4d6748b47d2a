import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import * as core from 'zod/v4/core'
import { AuditQuery, listAudit as endpoint } from '#features/audit/contract.ts'
import { verifyAudit } from '#features/audit/server/chain-store.ts'
import { createAudit, listAudit, listAuditActions } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import { percentile, timesOf } from './requests.ts'

/*
 * npx tsx bench/audit.ts [embedded|postgresql] [rows]: fills an audit log (with a million rows by default) and prints
 * how long each filter takes, also while the hash chain is being checked. Times are in milliseconds, median and 95th
 * percentile.
 */
const engine = process.argv[2] === 'postgresql' ? 'postgresql' : 'embedded'
const rows = Number(process.argv[3] ?? 1_000_000)
const A_CHANGE = 1000
const BEGAN = Date.parse('2024-01-01T00:00:00Z')
const log = createLogger('silent')

const idOf = (number: number) => String(310000000000000000n + BigInt(number))
/** Ten people make half of the changes, ninety make the rest. */
const actorOf = (change: number) => (change % 2 === 0 ? change % 10 : 10 + (change % 90))
const ACTS = [
  ['signIn', 'users'],
  ['signIn', 'users'],
  ['signIn', 'users'],
  ['changeRosterMember', 'roster'],
  ['logAction', 'staff-da'],
  ['refused', 'users'],
  ['changeStage', 'trialmods'],
  ['changeTenCode', 'ten-codes'],
] as const

async function fill(database: Database): Promise<void> {
  let time = BEGAN
  const audit = createAudit({ database, changes: createChanges(), clock: () => new Date(time) })
  const step = (2 * 365 * 86_400_000) / (rows / A_CHANGE)
  for (let change = 0; change * A_CHANGE < rows; change++) {
    time += step
    const number = actorOf(change)
    const by = { actor: { id: idOf(number), name: `Person ${number}` }, requestId: `request-${change}` }
    await audit.change(by, async () => ({
      result: undefined,
      entries: Array.from({ length: A_CHANGE }, (_, index) => {
        const [action, kind] = ACTS[(index + change) % ACTS.length] ?? ACTS[0]
        const record = { name: `Record ${index}`, notes: 'A note of a usual length about this record.' }
        return {
          action,
          target: `${kind}/${index}`,
          before: { ...record, version: 1 },
          after: { ...record, version: 2 },
        }
      }),
      topics: [],
    }))
    if (change === 100) {
      const rare = { actor: { id: idOf(999), name: 'Seldom Seen' }, requestId: 'rare' }
      const entries = Array.from({ length: 20 }, () => ({ action: 'importRoster', target: 'dev-roster' }))
      await audit.change(rare, async () => ({ result: undefined, entries, topics: [] }))
    }
  }
  await database.withoutTimeout(async (client) => void (await client.query('vacuum analyze audit_log')))
}

async function measure(what: string, work: () => Promise<unknown>, rounds = 30): Promise<void> {
  const times = await timesOf(rounds, work)
  const at = (part: number) => percentile(times, part).toFixed(1).padStart(8)
  console.log(`${what.padEnd(58)} ${at(0.5)} ${at(0.95)}`)
}

const QUERIES: [string, Partial<Record<keyof AuditQuery, string>>][] = [
  ['the first page', {}],
  ['without sign-ins, imports as one row', { signIns: 'hidden', imports: 'folded' }],
  ['the same, page 200', { signIns: 'hidden', imports: 'folded', page: '200' }],
  ['page 10,000', { page: '10000' }],
  ['a person with 50,000 rows', { actor: idOf(2) }],
  ['the same, page 200', { actor: idOf(2), page: '200' }],
  ['a person with 20 rows', { actor: idOf(999) }],
  ['a common action', { action: 'signIn' }],
  ['a rare action', { action: 'importRoster' }],
  ['one record', { target: 'roster/3' }],
  ['a common kind', { target: 'users' }],
  ['a rare kind', { target: 'dev-roster' }],
  ['one day in the middle', { from: '2024-12-24', to: '2024-12-24' }],
  ['a year ago and older', { to: '2024-12-31' }],
  ['a person and a common action', { actor: idOf(2), action: 'signIn' }],
  ['a person and an action that they never did', { actor: idOf(2), action: 'importRoster' }],
  ['a kind and an action that never meet', { target: 'users', action: 'changeRosterMember' }],
  ['a person, a kind and a week', { actor: idOf(2), target: 'roster', from: '2024-06-01', to: '2024-06-07' }],
]

async function run(database: Database): Promise<void> {
  await migrate(database)
  const began = performance.now()
  await fill(database)
  console.log(
    `${engine}, ${rows.toLocaleString('en')} rows written in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  for (const [what, query] of QUERIES) {
    await measure(what, () => listAudit(database.db, core.parse(endpoint.query, query)))
  }
  await measure('the list of actions', () => listAuditActions(database.db))

  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now()
  const walking = verifyAudit(database.db)
  await measure(
    'the first page while the chain is checked',
    () => listAudit(database.db, core.parse(AuditQuery, {})),
    100,
  )
  const walked = await walking
  delay.disable()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const longest = (delay.max / 1e6).toFixed(0)
  console.log(
    `the chain: ${walked.rows.toLocaleString('en')} rows whole in ${seconds} s, nothing else held up over ${longest} ms`,
  )
}

const folder = mkdtempSync(join(tmpdir(), 'bench-audit-'))
const server = engine === 'postgresql' ? await startThrowawayPostgres() : null
try {
  const database = await openDatabase({ url: server?.url, dataDir: folder, log })
  await run(database)
  await database.close()
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
