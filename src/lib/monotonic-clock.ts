/**
 * Milliseconds that go on with the clock and never back: for pauses and ages that a process keeps in memory. By the
 * wall clock a pause of seconds would last an hour longer where that is set back by an hour. What is written down, and
 * read by other processes and after a restart, goes by the wall clock.
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
