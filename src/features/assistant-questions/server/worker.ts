import { HOUR } from '#lib/dates.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { QuestionStore } from './question-store.ts'

/** Deletes expired questions, in one process of the site. While the clock may be wrong, it deletes nothing. */
export function deleteOldQuestions(deps: {
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
