import { randomUUID } from 'node:crypto'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Changes } from '#server/changes.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable, RoleRefused } from '#server/discord/failures.ts'
import type { By } from '#server/http/serve.ts'
import type { Log } from '#server/log.ts'
import type { Processes } from '#server/processes/processes.ts'
import { nextAttempt } from '../rules.ts'
import type { DueRole, RoleStore } from './role-store.ts'
import type { VerificationStore } from './store.ts'

export interface VerificationUpkeepDeps {
  store: Pick<VerificationStore, 'settle'>
  roles: RoleStore
  discord: Pick<Discord, 'giveRole'>
  /** Null where the community names none. */
  verifiedRole: string | null
  changes: Changes
  processes: Processes
  clock: () => Date
  /** While the clock cannot be believed nothing expires and nothing is removed. */
  isClockRight?: () => boolean
  log: Log
}

/** How often the clock is looked at; the database only when something is due. */
const LOOK_EVERY = 250
/** Milliseconds. Silence is measured in minutes, so this is often enough. */
const SETTLE_EVERY = 60_000
/** The database does not answer. */
const TRY_AGAIN_AFTER = 5_000

/**
 * What happens to verifications without anybody asking, in one process of the site: silence becomes pending and then
 * expired, and the roles that follow from approvals are given. What waits for Discord waits in the database, so neither
 * a restart nor another process forgets it; Discord takes the same role twice for once.
 */
export function keepVerifications({
  store,
  roles,
  discord,
  verifiedRole,
  changes,
  processes,
  clock,
  isClockRight = () => true,
  log,
}: VerificationUpkeepDeps): void {
  const time = monotonicClock(clock)
  /** Milliseconds of the monotonicClock time: when the next role is due, as far as is known. */
  let giveAt = 0
  changes.on((topic) => {
    if (topic === 'verifications') giveAt = 0
  })
  const byItself = (): By => ({ actor: null, requestId: `verifications-${randomUUID()}` })

  async function give(due: DueRole): Promise<void> {
    const error = await failureOf(due.userId)
    if (error === null && verifiedRole !== null) {
      await roles.roleGiven(byItself(), due, verifiedRole)
    } else if (error !== null) {
      const { words, waitSeconds } = error
      log.warn({ verificationId: due.verificationId, why: words }, 'a verified role could not be given yet')
      await roles.roleFailed(due, words, nextAttempt(due.attempts + 1, clock(), { waitSeconds }))
    }
  }

  /** Tries it; null is success, else what stands in the way. */
  async function failureOf(userId: string): Promise<{ words: string; waitSeconds?: number } | null> {
    if (verifiedRole === null) return { words: 'site.yaml names no verifiedRole any more' }
    try {
      await discord.giveRole(userId, verifiedRole)
      return null
    } catch (error) {
      if (error instanceof RoleRefused) return { words: error.message }
      if (error instanceof DiscordUnavailable) return { words: error.message, waitSeconds: error.retryAfterSeconds }
      throw error
    }
  }

  processes.whileLeader(async () => {
    let isEnded = false
    let settleAt = 0
    let running: Promise<void> | null = null

    async function work(): Promise<void> {
      const now = time()
      if (now >= settleAt) {
        settleAt = now + SETTLE_EVERY
        // Also finds what another process approved, should its word not have come through.
        giveAt = 0
        if (isClockRight()) await store.settle(byItself())
      }
      if (now < giveAt) return
      giveAt = now + SETTLE_EVERY
      for (const due of await roles.listDueRoles()) {
        if (isEnded) return
        await give(due)
      }
      const next = await roles.findNextAttempt()
      if (next !== null) giveAt = Math.min(giveAt, now + next.getTime() - clock().getTime())
    }

    const looking = setInterval(() => {
      running ??= work()
        .catch((error: unknown) => {
          giveAt = time() + TRY_AGAIN_AFTER
          log.warn({ err: error }, 'verifications could not be kept up')
        })
        .finally(() => {
          running = null
        })
    }, LOOK_EVERY)
    looking.unref()
    return async () => {
      isEnded = true
      clearInterval(looking)
      await running
    }
  })
}
