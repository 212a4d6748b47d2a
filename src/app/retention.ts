import { cutAudit } from '#features/audit/server/chain-store.ts'
import type { Database } from '#server/database/database.ts'
import type { Log } from '#server/log.ts'
import type { Processes } from '#server/processes/processes.ts'

const DAY = 24 * 60 * 60_000

/** Cuts off what is older than the audit log is kept: at the start and once a day, in one of the processes. */
export function keepAudit(deps: {
  database: Database
  processes: Pick<Processes, 'hold'>
  clock: () => Date
  log: Log
  /** Milliseconds. */
  kept: number
}): void {
  const { database, processes, clock, log, kept } = deps
  const cut = async () => {
    const now = clock()
    try {
      const rows = await cutAudit(database, new Date(now.getTime() - kept), now)
      if (rows > 0) log.info({ rows }, 'the oldest rows of the audit log were cut off')
    } catch (error) {
      log.error({ err: error }, 'the audit log could not be cut; it will be tried again tomorrow')
    }
  }
  processes.hold(async () => {
    let cutting = cut()
    const timer = setInterval(() => {
      cutting = cut()
    }, DAY)
    timer.unref()
    return async () => {
      clearInterval(timer)
      await cutting
    }
  })
}
