import { setImmediate } from 'node:timers/promises'

/** How long a computation may block the event loop at a time, in milliseconds. */
const SLICE = 10

let began = 0

/** Await this between two steps of a long computation. It yields to the event loop after each `SLICE`. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - began < SLICE) return
  await setImmediate()
  began = performance.now()
}
