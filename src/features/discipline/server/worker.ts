import { DAY } from '#lib/dates.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { ActionKeeping } from '../retention-rules.ts'

/**
 * Removes actions that have been over for long enough, in one process of the site. Nothing is removed while the clock
 * is wrong.
 */
export function scheduleActionRemoval(deps: {
  scheduler: Scheduler
  actionKeeping: ActionKeeping
  isClockRight: () => boolean
  log: Pick<Log, 'info'>
  /** Returns the number of removed actions. */
  remove: (family: keyof ActionKeeping, daysKept: number) => Promise<number>
}): void {
  const { scheduler, actionKeeping, isClockRight, log, remove } = deps
  for (const family of ['staff', 'players'] as const) {
    const daysKept = actionKeeping[family]
    if (daysKept === null) continue
    scheduler.add({
      name: `removing old actions, family ${family}`,
      runsIn: 'leader',
      every: DAY,
      work: async () => {
        if (!isClockRight()) return undefined
        const removed = await remove(family, daysKept)
        if (removed > 0) log.info({ family, removed }, 'actions that were kept long enough were removed')
        return undefined
      },
    })
  }
}
