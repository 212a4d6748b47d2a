import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Finding } from '#server/finding.ts'
import type { Serve } from '#server/http/serve.ts'
import { listFindings, listOwnTasks, type OwnTask } from '../contract.ts'

export interface DoctorRoutesDeps {
  serve: Serve
  /** Looks at everything; takes some seconds. */
  diagnose(): Promise<Finding[]>
  ownTasks(): Promise<OwnTask[]>
  clock: () => Date
}

/** Who presses again at once gets the same answer: other services are not asked more often. */
const KEPT_FOR = 10_000

/** The doctor for owners: one look at a time, however many ask for it. */
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
  serve.call(listFindings)(async ({ speech }) => {
    if (looking === null || time() >= keptUntil) {
      keptUntil = Number.POSITIVE_INFINITY
      looking = look()
    }
    const { found, lookedAt } = await looking
    return { data: found.map((finding) => finding.in(speech)), lookedAt }
  })
}
