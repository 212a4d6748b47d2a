/**
 * Milliseconds that advance with the wall clock and never go back, for timeouts and ages that a process keeps in
 * memory. If the wall clock is set back by an hour, a timeout of seconds would otherwise last an hour longer. Stored
 * times, which other processes and later runs read, use the wall clock.
 */
export function monotonicClock(clock: () => Date): () => number {
  let last = Number.NEGATIVE_INFINITY
  let setBackBy = 0
  return () => {
    const now = clock().getTime()
    if (now < last) setBackBy += last - now
    last = now
    return now + setBackBy
  }
}
