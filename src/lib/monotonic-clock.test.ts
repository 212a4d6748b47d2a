import { expect, it } from 'vitest'
import { monotonicClock } from './monotonic-clock.ts'

it('a monotonic clock follows the system clock, and stands still while that is set back', () => {
  let now = 1_000
  const time = monotonicClock(() => new Date(now))
  const at = (clock: number) => {
    now = clock
    return time()
  }
  expect([1_000, 1_500, 500, 600, 100, 86_400_100].map(at)).toEqual([1_000, 1_500, 1_500, 1_600, 1_600, 86_401_600])
})
