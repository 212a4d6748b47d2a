import { monotonicClock } from '#lib/monotonic-clock.ts'

/** The service is not asked now: it did not answer a short while ago. */
export class CircuitOpen extends Error {
  constructor(
    readonly until: Date,
    /** `cause` where this very call has found it out. */
    options?: ErrorOptions,
  ) {
    super('the service does not answer', options)
    this.name = 'CircuitOpen'
  }
}

export interface CircuitBreaker {
  /**
   * Calls a service that may hang, and gives the call a signal that ends it. The call says when the answer `begins`.
   * Throws `CircuitOpen` where the service is not asked now, and when it hangs.
   */
  run<T>(call: (signal: AbortSignal, begins: () => void) => Promise<T>, signal?: AbortSignal): Promise<T>
}

export interface CircuitBreakerSettings {
  clock: () => Date
  /** Whether this failure is the service's own, so that the next call would fail as well. */
  isDown: (error: unknown) => boolean
  /** How long an answer may take to begin. */
  firstByteMs?: number
  /** How long the service is left alone after that. */
  pauseMs?: number
}

const FIRST_BYTE_MS = 5_000
const PAUSE_MS = 60_000

/**
 * Keeps a hanging service from holding up everybody: the first call that waits too long releases all that wait with
 * it, and for a minute nobody asks. Then one call tries, and the others go on without until that one is answered.
 */
export function createCircuitBreaker(settings: CircuitBreakerSettings): CircuitBreaker {
  const { clock, isDown, firstByteMs = FIRST_BYTE_MS, pauseMs = PAUSE_MS } = settings
  const time = monotonicClock(clock)
  const waiting = new Set<AbortController>()
  let isOpen = false
  let openUntil = 0
  const open = (options?: ErrorOptions) =>
    new CircuitOpen(new Date(clock().getTime() + Math.max(0, openUntil - time())), options)

  function trip(): void {
    isOpen = true
    openUntil = time() + pauseMs
    for (const each of waiting) each.abort(open())
    waiting.clear()
  }

  return {
    run: async (call, signal) => {
      if (isOpen && time() < openUntil) throw open()
      const isTrial = isOpen
      // Until the trial is answered the others go on without.
      if (isTrial) openUntil = time() + pauseMs
      const ending = new AbortController()
      const leave = () => ending.abort(signal?.reason)
      signal?.addEventListener('abort', leave)
      if (signal?.aborted) leave()
      waiting.add(ending)
      let hung = false
      const timer = setTimeout(() => {
        trip()
        hung = true
      }, firstByteMs)
      const begins = () => {
        clearTimeout(timer)
        waiting.delete(ending)
        isOpen = false
      }
      try {
        const answer = await call(ending.signal, begins)
        begins()
        return answer
      } catch (error) {
        if (signal?.aborted) {
          // The person who asked is gone, which says nothing about the service: the next one tries.
          if (isTrial && isOpen) openUntil = 0
          throw error
        }
        if (hung) throw open({ cause: new Error('no answer in time') })
        if (ending.signal.reason instanceof CircuitOpen) throw ending.signal.reason
        if (!isDown(error)) throw error
        trip()
        throw open({ cause: error })
      } finally {
        clearTimeout(timer)
        waiting.delete(ending)
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}
