import { setImmediate } from 'node:timers/promises'

/** Does a piece of work for somebody when it is their turn. */
export type InTurn = <T>(who: string, work: () => T | Promise<T>) => Promise<T>

/**
 * One piece of work after another, with a turn for everything else in between. Of those who wait, each has one piece
 * done before anybody has a second one: a caller with a hundred requests at once keeps themselves waiting and nobody
 * else.
 */
export function createTurns(): InTurn {
  const waiting = new Map<string, (() => Promise<void>)[]>()
  let isWorking = false

  async function workOff(): Promise<void> {
    isWorking = true
    for (const [who, works] of waiting) {
      await works.shift()?.()
      // Anyone who has more waiting comes again at the end.
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
