import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Finding } from '#server/finding.ts'
import type { Serve } from '#server/http/serve.ts'
import { listFindings, listOwnTasks, type OwnTask } from '../contract.ts'

export interface DoctorRoutesDeps {
  serve: Serve
  /** Runs all checks. It takes some seconds. */
  diagnose(): Promise<Finding[]>
  ownTasks(): Promise<OwnTask[]>
  clock: () => Date
}

/**
 * In milliseconds. A repeated request within this time gets the same result, so that other services are not called more
 * often.
 */
const KEPT_FOR = 10_000

/** The doctor for owners. Concurrent requests share a single run. */
export function doctorRoutes({ serve, diagnose, ownTasks, clock }: DoctorRoutesDeps): void {
  const time = monotonicClock(clock)
  let looking: ReturnType<typeof look> | null = null
  let keptUntil = Number.NEGATIVE_INFINITY

  async function look() {
    try {
      return { found: await diagnose(), lookedAt: clock().toISOString() }
    } finally {
      keptUntil = time() + KEPT_FOR
    }
  }

  serve.call(listOwnTasks)(async () => ({ data: await ownTasks() }))
  serve.call(listFindings)(async ({ translator }) => {
    if (looking === null || time() >= keptUntil) {
      keptUntil = Number.POSITIVE_INFINITY
      looking = look()
    }
    const { found, lookedAt } = await looking
    return { data: found.map((finding) => finding.in(translator)), lookedAt }
  })
}
