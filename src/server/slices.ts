import { setImmediate } from 'node:timers/promises'

/** How long a computation keeps others waiting at a time, in milliseconds. */
const SLICE = 10

/**
 * Cuts a long computation into slices: what it gives is awaited between two steps, and lets others have their turn
 * when a slice is over.
 */
export function createSlices(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < SLICE) return
    await setImmediate()
    began = performance.now()
  }
}
