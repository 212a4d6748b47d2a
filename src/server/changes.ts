import * as z from 'zod'
import type { Topic } from '#lib/topics.ts'
import type { Db } from './database/database.ts'
import type { Processes } from './processes/processes.ts'

/** Tells all who keep or show something that it changed. */
export interface Changes {
  /** To this process, after the commit. */
  announce(topic: Topic): void
  /** To every other process, when the transaction is committed; `all` where anything may have changed. */
  announceElsewhere(topics: readonly Topic[] | 'all', within: Db): Promise<void>
  on(listener: (topic: Topic) => void): void
}

const CHANGED = 'changed'
const Changed = z.object({ topics: z.array(z.string()) })

/**
 * Without `processes` nobody else hears of it: for what runs while no site does. `topics` are those that other
 * processes may tell of: all that there are, for anyone who listens.
 */
export function createChanges(
  processes?: Pick<Processes, 'tell' | 'hear' | 'onReconnect'>,
  topics: readonly Topic[] = [],
): Changes {
  const listeners: ((topic: Topic) => void)[] = []
  const announce = (topic: Topic) => {
    for (const listener of listeners) listener(topic)
  }
  processes?.hear(CHANGED, (said) => {
    const names = Changed.safeParse(said).data?.topics ?? []
    const known = topics.filter((topic) => names.includes(topic))
    // Anything may have changed where none is named, or one that this version of the site does not know.
    const changed = names.length > 0 && known.length === new Set(names).size ? known : topics
    changed.forEach(announce)
  })
  processes?.onReconnect(() => topics.forEach(announce))
  return {
    announce,
    announceElsewhere: async (topics, within) => {
      const named = topics === 'all' ? [] : topics
      if (topics === 'all' || topics.length > 0) await processes?.tell(CHANGED, { topics: named }, within)
    },
    on: (listener) => {
      listeners.push(listener)
    },
  }
}
