import { HOUR } from '#lib/dates.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { EvidenceStore } from './store.ts'

/** Deletes removed evidence, in one process of the site. A wrong clock deletes nothing. */
export function deleteOldEvidence(deps: {
  scheduler: Scheduler
  store: Pick<EvidenceStore, 'deleteOld'>
  isClockRight: () => boolean
}): void {
  const { scheduler, store, isClockRight } = deps
  scheduler.add({
    name: 'deleting removed evidence',
    runsIn: 'leader',
    every: HOUR,
    work: async () => {
      if (isClockRight()) await store.deleteOld()
      return undefined
    },
  })
}
