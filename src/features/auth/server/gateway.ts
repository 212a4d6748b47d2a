import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Changes } from '#server/changes.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'

/** The names of the guild's roles. */
export interface RoleNames {
  /** The names by role ID. Empty without a bot; the last known names while Discord cannot be asked. */
  read(): Promise<ReadonlyMap<string, string>>
}

/** A long time (ms) is fine: roles are seldom renamed, and pages show the ID beside the name. */
const KEPT_FOR = 10 * 60_000
const ASK_AGAIN_AFTER = 60_000

export function createRoleNames(deps: {
  discord: Pick<Discord, 'roleNames' | 'report'>
  changes: Pick<Changes, 'on'>
  clock: () => Date
}): RoleNames {
  const time = monotonicClock(deps.clock)
  let names: ReadonlyMap<string, string> = new Map()
  let askAt = Number.NEGATIVE_INFINITY
  /** The request that is under way. All callers wait for the same answer. */
  let asking: Promise<void> | null = null
  let changes = 0
  deps.changes.on((topic) => {
    if (topic !== 'guild-roles') return
    askAt = Number.NEGATIVE_INFINITY
    // A request sent before the change may return the old names.
    changes += 1
    asking = null
  })

  async function ask(now: number): Promise<void> {
    askAt = now + KEPT_FOR
    const before = changes
    try {
      const found = await deps.discord.roleNames()
      if (found !== null && changes === before) names = found
    } catch (error) {
      if (!(error instanceof DiscordUnavailable)) throw error
      if (changes === before) askAt = now + ASK_AGAIN_AFTER
      deps.discord.report(error, 'Discord could not be asked for the names of roles')
    }
  }

  return {
    read: async () => {
      const now = time()
      if (now >= askAt) {
        const asked = ask(now).finally(() => {
          if (asking === asked) asking = null
        })
        asking = asked
      }
      await asking
      return names
    },
  }
}
