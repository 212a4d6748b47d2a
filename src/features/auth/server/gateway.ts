import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'

/** What the guild calls its roles, as far as anybody can say. */
export interface RoleNames {
  /** By their ids; empty without a bot, and as last heard while Discord cannot be asked. */
  read(): Promise<ReadonlyMap<string, string>>
}

/** Roles are seldom renamed, and a name is only a courtesy beside its id. */
const KEPT_FOR = 10 * 60_000
const ASK_AGAIN_AFTER = 60_000

export function createRoleNames(deps: {
  discord: Pick<Discord, 'roleNames' | 'report'>
  clock: () => Date
}): RoleNames {
  const time = monotonicClock(deps.clock)
  let names: ReadonlyMap<string, string> = new Map()
  let askAt = Number.NEGATIVE_INFINITY
  return {
    read: async () => {
      const now = time()
      if (now < askAt) return names
      askAt = now + KEPT_FOR
      try {
        names = (await deps.discord.roleNames()) ?? names
      } catch (error) {
        if (!(error instanceof DiscordUnavailable)) throw error
        askAt = now + ASK_AGAIN_AFTER
        deps.discord.report(error, 'Discord could not be asked for the names of roles')
      }
      return names
    },
  }
}
