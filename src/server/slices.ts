import { setImmediate } from 'node:timers/promises'

/** How long computations keep others waiting at a time, in milliseconds. */
const SLICE = 10

let began = 0

/** Awaited between two steps of a long computation: lets others have their turn when they waited for long enough. */
export async function letOthers(): Promise<void> {
  if (performance.now() - began < SLICE) return
  await setImmediate()
  began = performance.now()
}
