import type { Topic } from '#lib/topics.ts'

/** Tells all who keep or show something that it changed. Announced only after the commit. */
export interface Changes {
  announce(topic: Topic): void
  on(listener: (topic: Topic) => void): void
}

export function createChanges(): Changes {
  const listeners: ((topic: Topic) => void)[] = []
  return {
    announce: (topic) => {
      for (const listener of listeners) listener(topic)
    },
    on: (listener) => {
      listeners.push(listener)
    },
  }
}
