import { findTrustedTime, saveTrustedTime } from '#features/audit/server/chain-store.ts'
import { HOUR } from '#lib/dates.ts'
import { createClockCheck } from '#server/clock-check.ts'
import type { Database } from '#server/database/database.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'

/**
 * Judges the clock by the newest time that was trusted, and records the time every hour while the clock is trusted.
 * The rows of the audit log cannot be used for this: one row that a wrong clock dated would make them useless.
 */
export async function watchClock(deps: {
  database: Database
  scheduler: Scheduler
  clock: () => Date
  log: Log
}): Promise<() => boolean> {
  const { clock, log } = deps
  const { db } = deps.database
  const newest = await findTrustedTime(db)
  const isClockRight = createClockCheck({ newest, clock })
  if (!isClockRight()) {
    log.error(
      { now: clock(), newest },
      'the clock is far past the last time it was believed: nothing is deleted for its age',
    )
  }
  // Record the newest trusted time even while the clock is doubted. Otherwise the next start would trust rows that are
  // written from now on.
  if (newest !== null) await saveTrustedTime(db, newest)
  const recordTime = async () => {
    const now = clock()
    if (isClockRight()) await saveTrustedTime(db, now)
    return undefined
  }
  await recordTime()
  deps.scheduler.add({ name: 'noting the time', runsIn: 'leader', every: HOUR, startsAfter: HOUR, work: recordTime })
  return isClockRight
}
