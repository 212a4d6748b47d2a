import { setImmediate } from 'node:timers/promises'

/** Queues a piece of work for a caller, and resolves with its result. */
export type InTurn = <T>(who: string, work: () => T | Promise<T>) => Promise<T>

/**
 * Runs one piece of work at a time and yields to the event loop in between. The queue is fair: every waiting caller
 * gets one piece done before any caller gets a second one. A caller with a hundred requests delays only their own.
 */
export function createTurns(): InTurn {
  const waiting = new Map<string, (() => Promise<void>)[]>()
  let isWorking = false

  async function workOff(): Promise<void> {
    isWorking = true
    for (const [who, works] of waiting) {
      await works.shift()?.()
      // A caller with more work goes to the end of the queue.
      waiting.delete(who)
      if (works.length > 0) waiting.set(who, works)
      await setImmediate()
    }
    isWorking = false
  }

  return (who, work) =>
    new Promise((resolve, reject) => {
      const works = waiting.get(who) ?? []
      waiting.set(who, works)
      works.push(async () => {
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        }
      })
      if (!isWorking) void workOff()
    })
}
