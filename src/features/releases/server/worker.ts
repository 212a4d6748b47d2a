import * as z from 'zod/mini'
import { DAY, HOUR, MINUTE } from '#lib/dates.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Log } from '#server/log.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { Release } from '../contract.ts'
import { newerThan } from '../rules.ts'
import { type AskReleases, ReleasesUnknown } from './gateway.ts'

const CHANNEL = 'releases'
const ReleaseMessage = z.object({ latest: z.nullable(Release) })

/**
 * Checks for newer versions. One process asks a minute after the start, so that a site which fails to start does not
 * ask each time, and then once a day. It tells the other processes every hour, because they may start later.
 */
export function watchReleases(deps: {
  ask: AskReleases
  version: string
  processes: Pick<Processes, 'publish' | 'subscribe'>
  scheduler: Scheduler
  clock: () => Date
  log: Log
}): { latest(): Release | null } {
  const { ask, version, processes, scheduler, log } = deps
  const time = monotonicClock(deps.clock)
  let latest: Release | null = null
  let askedAt = Number.NEGATIVE_INFINITY

  async function askOnce(): Promise<void> {
    askedAt = time()
    try {
      const found = await ask()
      const newer = newerThan(version, found)
      if (newer !== null && newer.version !== latest?.version) log.info({ ...newer }, 'a newer version is there')
      latest = found
    } catch (error) {
      if (!(error instanceof ReleasesUnknown)) throw error
      log.info({ why: error.message }, 'whether there is a newer version could not be learned')
    }
  }

  processes.subscribe(CHANNEL, (payload) => {
    const message = ReleaseMessage.safeParse(payload)
    if (message.success) latest = message.data.latest
  })
  scheduler.add({
    name: 'looking for a newer version',
    runsIn: 'leader',
    every: HOUR,
    startsAfter: MINUTE,
    work: async () => {
      if (time() - askedAt >= DAY) await askOnce()
      await processes.publish(CHANNEL, { latest })
      return undefined
    },
  })
  return { latest: () => latest }
}
