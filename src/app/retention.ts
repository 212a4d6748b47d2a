import { cutAudit, findAuditTimes } from '#features/audit/server/chain-store.ts'
import { DAY, HOUR } from '#lib/dates.ts'
import { isFarPast } from '#server/clock-check.ts'
import type { Database } from '#server/database/database.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'

/** Slightly less than a day, because timer and clock differ a little. */
const NEARLY_A_DAY = 23 * HOUR

export type AuditTimes = Awaited<ReturnType<typeof findAuditTimes>>

/** What a cut may delete: rows older than `before`, or nothing and the reason. */
export type Cut =
  | { may: 'cut'; before: Date }
  | { may: 'nothing due' | 'wait a day' }
  | { may: 'refused'; newest: Date; why: 'the clock is far past the newest row' | 'it would take every row' }

/**
 * Plans a cut of at most one day's worth of rows per day, counted from the oldest row. A clock that is wrong for some
 * days then costs no more than as many days of rows. Nothing may be cut when a wrong clock is likelier than a log that
 * old.
 */
export function planCut(times: AuditTimes, { kept, now }: { kept: number; now: Date }): Cut {
  const oldest = now.getTime() - kept
  if (times === null || times.first.getTime() >= oldest) return { may: 'nothing due' }
  const { first, newest, cutAt } = times
  if (newest.getTime() < oldest) return { may: 'refused', newest, why: 'it would take every row' }
  if (isFarPast(newest, now)) return { may: 'refused', newest, why: 'the clock is far past the newest row' }
  const sinceCut = cutAt === null ? DAY : now.getTime() - cutAt.getTime()
  if (sinceCut >= 0 && sinceCut < NEARLY_A_DAY) return { may: 'wait a day' }
  return { may: 'cut', before: new Date(Math.min(oldest, first.getTime() + DAY)) }
}

/** Deletes rows older than the audit log is kept, at the start and once a day, in one of the processes. */
export function scheduleAuditCuts(deps: {
  database: Database
  scheduler: Scheduler
  clock: () => Date
  isClockRight: () => boolean
  log: Log
  /** How long rows are kept, in milliseconds. */
  kept: number
}): void {
  const { database, clock, log, kept } = deps
  deps.scheduler.add({
    name: 'cutting the audit log',
    runsIn: 'leader',
    every: DAY,
    work: async () => {
      const now = clock()
      const times = await findAuditTimes(database.db)
      const plan = planCut(times, { kept, now })
      if (plan.may === 'refused' || (plan.may === 'cut' && !deps.isClockRight())) {
        const why = plan.may === 'refused' ? plan.why : 'the clock is far past the newest row at the start'
        log.error({ now, newest: times?.newest, why }, 'the audit log was not cut: check the date of this machine')
      } else if (plan.may === 'cut') {
        const rows = await cutAudit(database, plan.before, now)
        if (rows > 0) log.info({ rows }, 'the oldest rows of the audit log were cut off')
      }
      return undefined
    },
  })
}
