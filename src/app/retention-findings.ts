import type { Discipline } from '#features/discipline/server/gateway.ts'
import { countDueForRemoval, removalTime } from '#features/discipline/server/removal-store.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Db } from '#server/database/database.ts'
import { type Finding, good } from '#server/finding.ts'
import { ACTION_DEPENDENTS } from './action-dependents.ts'

const KEPT = {
  staff: msg('actions against staff are removed {days} days after they are over; due now: {due}'),
  players: msg('actions against players are removed {days} days after they are over; due now: {due}'),
}

/**
 * Reports how long actions of each family are kept and how many are due for removal, and whether the audit log keeps
 * their content longer.
 */
export async function reportActionsKept(
  db: Db,
  { actionKeeping, ...rules }: Pick<Discipline, 'actionKeeping' | 'gameTypes' | 'pointsRule' | 'thresholds'>,
  auditKeepDays: number | undefined,
  now: Date,
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const family of ['staff', 'players'] as const) {
    const days = actionKeeping[family]
    if (days === null) continue
    const due = await countDueForRemoval(
      db,
      { ...rules, actionDependents: ACTION_DEPENDENTS },
      family,
      removalTime(now, days),
    )
    found.push(good(withValues(KEPT[family], { days, due })))
    if (auditKeepDays === undefined || auditKeepDays > days) {
      found.push(
        good(
          withValues(
            'the audit log is kept longer and still shows what removed actions said: set AUDIT_KEEP_DAYS to {days} or less',
            { days },
          ),
        ),
      )
    }
  }
  return found.length > 0 ? found : [good(msg('disciplinary actions are kept for ever'))]
}
