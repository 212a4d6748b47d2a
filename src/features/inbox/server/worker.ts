import { HOUR, MINUTE } from '#lib/dates.ts'
import type { Changes } from '#server/changes.ts'
import type { Queue } from '#server/feature.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { DigestStore } from './digest-store.ts'
import type { InboxKeeper, InboxStore } from './store.ts'

/** Removes old messages, in one process of the site. Removes nothing while the clock is wrong. */
export function removeOldMessages(deps: {
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

const LOOK_EVERY = 1_000

/** Sends held messages once their changes can no longer be undone, in one process of the site. */
export function releaseHeldMessages(deps: {
  scheduler: Scheduler
  inboxKeeper: Pick<InboxKeeper, 'releaseDue'>
  notifyPeople: (ids: readonly string[]) => void
}): void {
  deps.scheduler.add({
    name: 'telling what can no longer be undone',
    runsIn: 'leader',
    every: LOOK_EVERY,
    work: async () => {
      const ids = await deps.inboxKeeper.releaseDue()
      if (ids !== null) deps.notifyPeople(ids)
      return ids === null ? undefined : 0
    },
  })
}

const LOOK_AT_QUEUES_EVERY = 5_000

/**
 * Sends digests, and messages about queues that have grown, in one process of the site. Sends no digest while the clock
 * is wrong.
 */
export function sendDigests(deps: {
  scheduler: Scheduler
  store: DigestStore
  clock: () => Date
  isClockRight: () => boolean
  changes: Pick<Changes, 'on'>
  queues: readonly Pick<Queue, 'topics'>[]
}): void {
  const { scheduler, store, isClockRight } = deps
  scheduler.add({
    name: 'sending digests',
    runsIn: 'leader',
    every: MINUTE,
    work: async () => {
      if (isClockRight()) await store.sendDue()
      return undefined
    },
  })

  // Queues also change with time alone. For example, an appeal waits for more people after some days.
  let lookAgainAt = 0
  deps.changes.on((changed) => {
    if (deps.queues.some(({ topics }) => topics.includes(changed))) lookAgainAt = 0
  })
  scheduler.add({
    name: 'telling what waits',
    runsIn: 'leader',
    every: LOOK_AT_QUEUES_EVERY,
    work: async () => {
      const now = deps.clock().getTime()
      if (now < lookAgainAt) return undefined
      lookAgainAt = now + HOUR
      try {
        if (await store.sendQueueMessages()) lookAgainAt = 0
      } catch (error) {
        lookAgainAt = 0 // Try again soon and not in an hour.
        throw error
      }
      return undefined
    },
  })
}
