import type { Log } from '../../log.ts'
import type { Database } from '../database.ts'

type WithoutTimeout = Database['withoutTimeout']

const checkpointEvery = 5 * 60_000
const mostWal = 64 * 1024 * 1024
/** The hour in UTC. It is early morning in Florida. */
const vacuumHour = 8

/**
 * PGlite never makes a checkpoint by itself. Without one, its write-ahead log and the time to open it grow for ever.
 */
export async function checkpointWhenDue(withoutTimeout: WithoutTimeout, limit = mostWal): Promise<boolean> {
  return withoutTimeout(async (client) => {
    const { rows } = await client.query<{ due: boolean }>(
      'select pg_current_wal_insert_lsn() - redo_lsn > $1 as due from pg_control_checkpoint()',
      [limit],
    )
    if (!rows[0]?.due) return false
    await client.query('checkpoint')
    return true
  })
}

/** PGlite has no autovacuum. This vacuums one table at a time, so that other queries can run in between. */
export async function vacuumAll(withoutTimeout: WithoutTimeout): Promise<void> {
  const tables = await withoutTimeout(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    return rows
  })
  for (const { name } of tables) await withoutTimeout((client) => client.query(`vacuum (analyze) ${name}`))
}

/** Milliseconds from `now` to the next nightly vacuum. */
export function untilNextVacuum(now: Date): number {
  const night = new Date(now)
  night.setUTCHours(vacuumHour, 0, 0, 0)
  if (night <= now) night.setUTCDate(night.getUTCDate() + 1)
  return night.getTime() - now.getTime()
}

/** Starts both timers, and returns the function that stops them. */
export function startMaintenance(withoutTimeout: WithoutTimeout, log: Log, now: () => Date): () => void {
  const report = (error: unknown) =>
    log.warn({ err: error }, 'Maintenance of the embedded database failed; it will be tried again')
  const checkpoints = setInterval(() => checkpointWhenDue(withoutTimeout).catch(report), checkpointEvery).unref()
  let night: NodeJS.Timeout
  const planNight = () => {
    night = setTimeout(() => {
      vacuumAll(withoutTimeout).catch(report)
      planNight()
    }, untilNextVacuum(now())).unref()
  }
  planNight()
  return () => {
    clearInterval(checkpoints)
    clearTimeout(night)
  }
}
