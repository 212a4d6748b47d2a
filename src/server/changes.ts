import * as z from 'zod'
import type { Topic } from '#lib/topics.ts'
import type { Db } from './database/database.ts'
import type { Processes } from './processes/processes.ts'

/** Notifies caches and open pages that a topic changed. */
export interface Changes {
  /** Notifies this process. Call it after the commit. */
  announce(topic: Topic): void
  /** Notifies every other process when the transaction commits. `all` means that any topic may have changed. */
  announceElsewhere(topics: readonly Topic[] | 'all', within: Db): Promise<void>
  on(listener: (topic: Topic) => void): void
}

const CHANGED = 'changed'
const Changed = z.object({ topics: z.array(z.string()) })

/**
 * Without `processes`, no other process is notified: commands that run while the site is stopped need none. `topics`
 * are the topics that other processes may report. A process that listens passes all topics.
 */
export function createChanges(
  processes?: Pick<Processes, 'publish' | 'subscribe' | 'onReconnect'>,
  topics: readonly Topic[] = [],
): Changes {
  const listeners: ((topic: Topic) => void)[] = []
  const announce = (topic: Topic) => {
    for (const listener of listeners) listener(topic)
  }
  processes?.subscribe(CHANGED, (payload) => {
    const names = Changed.safeParse(payload).data?.topics ?? []
    const known = topics.filter((topic) => names.includes(topic))
    // If the message names no topic, or one that this version of the site does not know, any topic may have changed.
    const changed = names.length > 0 && known.length === new Set(names).size ? known : topics
    changed.forEach(announce)
  })
  processes?.onReconnect(() => topics.forEach(announce))
  return {
    announce,
    announceElsewhere: async (topics, within) => {
      const named = topics === 'all' ? [] : topics
      if (topics === 'all' || topics.length > 0) await processes?.publish(CHANGED, { topics: named }, within)
    },
    on: (listener) => {
      listeners.push(listener)
    },
  }
}
