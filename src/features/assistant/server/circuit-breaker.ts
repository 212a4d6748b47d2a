import { monotonicClock } from '#lib/monotonic-clock.ts'

/** The service is not called now, because it recently failed to answer. */
export class CircuitOpen extends Error {
  constructor(
    readonly until: Date,
    /** `cause` is set when this call itself opened the circuit. */
    options?: ErrorOptions,
  ) {
    super('the service does not answer', options)
    this.name = 'CircuitOpen'
  }
}

export interface CircuitBreaker {
  /**
   * Calls a service that may hang, with a signal that aborts the call. The call reports through `begins` that its
   * answer has started. Throws `CircuitOpen` while the circuit is open and when the call hangs.
   */
  run<T>(call: (signal: AbortSignal, begins: () => void) => Promise<T>, signal?: AbortSignal): Promise<T>
}

export interface CircuitBreakerSettings {
  clock: () => Date
  /** Whether an error means that the service itself is down, so that the next call would fail too. */
  isDown: (error: unknown) => boolean
  /** The maximum wait for the beginning of an answer, in milliseconds. */
  firstByteMs?: number
  /** How long the service is not called after a failure, in milliseconds. */
  pauseMs?: number
}

const FIRST_BYTE_MS = 5_000
const PAUSE_MS = 60_000

/**
 * Keeps a hanging service from blocking every user. The first call that waits too long aborts all other waiting calls,
 * and the service is not called for a minute. Then a single trial call is made, and the circuit stays open for others
 * until it succeeds.
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
      // Other calls find the circuit open until the trial succeeds.
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
          // The user left, which says nothing about the service. The next call becomes the trial.
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
