import { HOUR } from '#lib/dates.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { InboxStore } from './store.ts'

/** Removes what was read long ago, in one process of the site. A wrong clock removes nothing. */
export function keepInboxShort(deps: {
  scheduler: Scheduler
  store: Pick<InboxStore, 'removeOld'>
  isClockRight: () => boolean
}): void {
  const { scheduler, store, isClockRight } = deps
  scheduler.add({
    name: 'removing old rows of inboxes',
    runsIn: 'leader',
    every: HOUR,
    work: async () => {
      if (isClockRight()) await store.removeOld()
      return undefined
    },
  })
}
