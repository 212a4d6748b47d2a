import * as z from 'zod'
import { TOPICS, type Topic } from '#lib/topics.ts'
import type { Db } from './database/database.ts'
import type { Processes } from './processes/processes.ts'

/** Tells all who keep or show something that it changed. */
export interface Changes {
  /** To this process, after the commit. */
  announce(topic: Topic): void
  /** To every other process, when the transaction is committed. */
  announceElsewhere(topics: readonly Topic[], within: Db): Promise<void>
  on(listener: (topic: Topic) => void): void
}

const CHANGED = 'changed'
const Changed = z.object({ topics: z.array(z.enum(TOPICS)) })

/** Without `processes` nobody else hears of it: for what runs while no site does. */
export function createChanges(processes?: Pick<Processes, 'tell' | 'hear' | 'onReconnect'>): Changes {
  const listeners: ((topic: Topic) => void)[] = []
  const announce = (topic: Topic) => {
    for (const listener of listeners) listener(topic)
  }
  processes?.hear(CHANGED, (said) => {
    const changed = Changed.safeParse(said)
    // A newer version of the site may know topics that this one does not.
    for (const topic of changed.success ? changed.data.topics : TOPICS) announce(topic)
  })
  processes?.onReconnect(() => TOPICS.forEach(announce))
  return {
    announce,
    announceElsewhere: async (topics, within) => {
      if (topics.length > 0) await processes?.tell(CHANGED, { topics }, within)
    },
    on: (listener) => {
      listeners.push(listener)
    },
  }
}
