import { MINUTE } from '#lib/dates.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { RuleIndex } from './rule-index.ts'
import type { CheckTrouble } from './trouble.ts'

/** In milliseconds. By then the site listens and has served its first pages. */
const AFTER_START = 3_000

/**
 * Trains the classifier and builds the index shortly after the start, so that the first question need not wait for
 * both. A failure is retried, also by that question.
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
