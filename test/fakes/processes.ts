import type { Processes } from '#server/processes/processes.ts'

/** One of several processes, without a database between them. */
export interface LinkedProcess extends Processes {
  /** Nothing that others tell arrives here, until `reconnect`. */
  cutOff(): void
  reconnect(): void
  /** Becomes the holder, as when the one before it ended. The first is the holder from the start. */
  take(): void
}

/** Processes that hear each other at once. */
export function linkedProcesses(count: number): LinkedProcess[] {
  const deliveries: ((channel: string, said: object) => void)[] = []
  return Array.from({ length: count }, (_, index) => {
    const listeners: [string, (said: unknown) => void][] = []
    const gaps: (() => void)[] = []
    const works: (() => Promise<() => Promise<void>>)[] = []
    const ends: Promise<() => Promise<void>>[] = []
    let isHolder = index === 0
    let isCutOff = false
    deliveries[index] = (channel, said) => {
      if (isCutOff) return
      for (const [heard, listener] of listeners) if (heard === channel) listener(JSON.parse(JSON.stringify(said)))
    }
    return {
      tell: async (channel, said) => {
        for (const [at, deliver] of deliveries.entries()) if (at !== index) deliver(channel, said)
      },
      hear: (channel, listener) => void listeners.push([channel, listener]),
      isInTouch: () => !isCutOff,
      isHolder: () => isHolder,
      onGap: (listener) => void gaps.push(listener),
      hold: (begin) => {
        works.push(begin)
        if (isHolder) ends.push(begin())
      },
      close: async () => {
        isHolder = false
        for (const end of await Promise.all(ends.splice(0))) await end()
      },
      cutOff: () => {
        isCutOff = true
      },
      reconnect: () => {
        isCutOff = false
        for (const listener of gaps) listener()
      },
      take: () => {
        isHolder = true
        for (const begin of works) ends.push(begin())
      },
    }
  })
}
