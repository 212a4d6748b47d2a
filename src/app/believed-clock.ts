import { believe, findBelieved } from '#features/audit/server/chain-store.ts'
import { HOUR } from '#lib/dates.ts'
import { createClockCheck } from '#server/clock-check.ts'
import type { Database } from '#server/database/database.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'

/**
 * Judges the clock by the newest time that was believed, and notes its time each hour while it is. The rows of the audit
 * log say nothing once a wrong clock dated one.
 */
export async function watchClock(deps: {
  database: Database
  scheduler: Scheduler
  clock: () => Date
  log: Log
}): Promise<() => boolean> {
  const { clock, log } = deps
  const { db } = deps.database
  const newest = await findBelieved(db)
  const isClockRight = createClockCheck({ newest, clock })
  if (!isClockRight()) {
    log.error(
      { now: clock(), newest },
      'the clock is far past the last time it was believed: nothing is deleted for its age',
    )
  }
  // Noted while it is doubted too, or the next start would go by what is written from now on.
  if (newest !== null) await believe(db, newest)
  const note = async () => {
    const now = clock()
    if (isClockRight()) await believe(db, now)
    return undefined
  }
  await note()
  deps.scheduler.add({ name: 'noting the time', runsIn: 'leader', every: HOUR, startsAfter: HOUR, work: note })
  return isClockRight
}
