import { HOUR } from '#lib/dates.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { QuestionStore } from './question-store.ts'

/** Removes questions that are older than they are kept, in one process of the site. A wrong clock removes nothing. */
export function keepQuestionsShort(deps: {
  scheduler: Scheduler
  store: Pick<QuestionStore, 'removeOld'>
  isClockRight: () => boolean
}): void {
  const { scheduler, store, isClockRight } = deps
  scheduler.add({
    name: 'removing old questions to the assistant',
    runsIn: 'leader',
    every: HOUR,
    work: async () => {
      if (isClockRight()) await store.removeOld()
      return undefined
    },
  })
}
