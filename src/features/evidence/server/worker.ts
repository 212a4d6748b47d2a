import { HOUR } from '#lib/dates.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { CheckLink } from './gateway.ts'
import type { LinkStore } from './link-store.ts'
import type { EvidenceStore } from './store.ts'

/** Deletes removed evidence, in one process of the site. Deletes nothing while the clock is wrong. */
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

const ONE_A_SECOND = 1_000

/** Checks each link once a week, in one process of the site, with at most one check a second. */
export function checkEvidenceLinks(deps: { scheduler: Scheduler; links: LinkStore; look: CheckLink }): void {
  const { scheduler, links, look } = deps
  scheduler.add({
    name: 'looking at links of evidence',
    runsIn: 'leader',
    every: HOUR,
    work: async (signal) => {
      const due = await links.findUnchecked()
      if (due === null || signal.aborted) return undefined
      await links.saveCheck(due.id, await look(due.link))
      return ONE_A_SECOND
    },
  })
}
