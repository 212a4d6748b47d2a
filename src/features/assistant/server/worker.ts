import { MINUTE } from '#lib/dates.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { RuleIndex } from './rule-index.ts'
import type { CheckTrouble } from './trouble.ts'

/** Milliseconds: by then the site listens, and the first pages have been sent. */
const AFTER_START = 3_000

/**
 * Learns and reads what answers need soon after the start, so that the first question does not wait for all of it. What
 * fails here is tried again, and by that question.
 */
export function prepareAnswers({
  scheduler,
  checkTrouble,
  ruleIndex,
}: {
  scheduler: Pick<Scheduler, 'add'>
  checkTrouble: CheckTrouble
  ruleIndex: Pick<RuleIndex, 'current'>
}): void {
  scheduler.add({
    name: 'preparing the assistant',
    runsIn: 'every process',
    every: Number.POSITIVE_INFINITY,
    startsAfter: AFTER_START,
    retryAfter: MINUTE,
    async work(signal) {
      await checkTrouble([])
      if (!signal.aborted) await ruleIndex.current()
      return undefined
    },
  })
}
