import { cutAudit, findAuditTimes } from '#features/audit/server/chain-store.ts'
import { DAY, HOUR } from '#lib/dates.ts'
import { isFarPast } from '#server/clock-check.ts'
import type { Database } from '#server/database/database.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'

/** The timer and the clock differ by a little. */
const NEARLY_A_DAY = 23 * HOUR

export type AuditTimes = Awaited<ReturnType<typeof findAuditTimes>>

/** What a cut may take: what is older than `before`, or nothing and why. */
export type Cut =
  | { may: 'cut'; before: Date }
  | { may: 'nothing due' | 'wait a day' }
  | { may: 'refused'; newest: Date; why: 'the clock is far past the newest row' | 'it would take every row' }

/**
 * At most one day's worth of rows a day, counted from the oldest, so that a clock that is wrong for some days costs as
 * many; and nothing at all where the clock is likelier wrong than the log old.
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

/** Cuts off what is older than the audit log is kept: at the start and once a day, in one of the processes. */
export function keepAudit(deps: {
  database: Database
  scheduler: Scheduler
  clock: () => Date
  isClockRight: () => boolean
  log: Log
  /** Milliseconds. */
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
