import { randomUUID } from 'node:crypto'
import type { Changes } from '#server/changes.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable, DiscordUnreachable, RoleRefused } from '#server/discord/failures.ts'
import type { By } from '#server/http/serve.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { nextAttempt } from '../rules.ts'
import type { DueRole, RoleStore } from './role-store.ts'
import type { VerificationStore } from './store.ts'

export interface VerificationJobsDeps {
  store: Pick<VerificationStore, 'settle'>
  roles: RoleStore
  discord: Pick<Discord, 'giveRole'>
  /** Null when the community names no role. */
  verifiedRole: string | null
  changes: Changes
  scheduler: Scheduler
  clock: () => Date
  /** While the clock may be wrong, nothing expires and nothing is deleted. */
  isClockRight?: () => boolean
  log: Log
}

/** In milliseconds. The status changes after minutes without a report, so this is often enough. */
const SETTLE_EVERY = 60_000
/** In milliseconds, for when the database does not answer. */
const RETRY_AFTER = 5_000

/**
 * The background jobs of verifications, in one process of the site: verifications without a report become pending and
 * then expired, and the roles of approvals are given. Roles that wait for Discord are stored in the database, so a
 * restart or another process continues them. Giving the same role twice does no harm.
 */
export function scheduleVerificationJobs(deps: VerificationJobsDeps): void {
  const { store, roles, discord, verifiedRole, changes, scheduler, clock, isClockRight = () => true, log } = deps
  const byItself = (): By => ({ actor: null, requestId: `verifications-${randomUUID()}` })

  async function give(due: DueRole): Promise<void> {
    const error = await failureOf(due.userId)
    if (error === null && verifiedRole !== null) {
      await roles.roleGiven(byItself(), due, verifiedRole)
    } else if (error !== null) {
      const { words, waitSeconds, isOutage } = error
      if (!isOutage)
        log.warn({ verificationId: due.verificationId, why: words }, 'a verified role could not be given yet')
      await roles.roleFailed(due, words, nextAttempt(due.attempts + 1, clock(), waitSeconds))
    }
  }

  /** Tries to give the role. Null is success, otherwise the reason of the failure. */
  async function failureOf(
    userId: string,
  ): Promise<{ words: string; waitSeconds?: number; isOutage?: boolean } | null> {
    if (verifiedRole === null) return { words: 'site.yaml names no verifiedRole any more' }
    try {
      await discord.giveRole(userId, verifiedRole)
      return null
    } catch (error) {
      if (error instanceof RoleRefused) return { words: error.message }
      if (error instanceof DiscordUnavailable) {
        const isOutage = error instanceof DiscordUnreachable
        return { words: error.message, waitSeconds: error.retryAfterSeconds, isOutage }
      }
      throw error
    }
  }

  scheduler.add({
    name: 'verifications that nobody answered',
    runsIn: 'leader',
    every: SETTLE_EVERY,
    retryAfter: RETRY_AFTER,
    work: async () => {
      if (isClockRight()) await store.settle(byItself())
      return undefined
    },
  })
  const giving = scheduler.add({
    name: 'verified roles',
    runsIn: 'leader',
    // This also finds approvals of another process whose announcement was lost.
    every: SETTLE_EVERY,
    retryAfter: RETRY_AFTER,
    work: async (signal) => {
      for (const due of await roles.listDueRoles()) {
        if (signal.aborted) return undefined
        await give(due)
      }
      const next = await roles.findNextAttempt()
      return next === null ? undefined : Math.min(SETTLE_EVERY, next.getTime() - clock().getTime())
    },
  })
  changes.on((topic) => {
    if (topic === 'verifications') giving.wake()
  })
}
