import { beforeEach, describe, expect, it } from 'vitest'
import { type CircuitBreaker, CircuitOpen, createCircuitBreaker } from './circuit-breaker.ts'

class Down extends Error {}

let now: number
let breaker: CircuitBreaker
beforeEach(() => {
  now = Date.parse('2026-03-14T18:30:00.000Z')
  breaker = createCircuitBreaker({
    clock: () => new Date(now),
    isDown: (error) => error instanceof Down,
    firstByteMs: 30,
    pauseMs: 60_000,
  })
})

const answers = () => breaker.run(async () => 'answered')
const hangs = (signal?: AbortSignal) =>
  breaker.run(
    (ending) => new Promise<never>((_, reject) => ending.addEventListener('abort', () => reject(new Down()))),
    signal,
  )
const fails = (error: Error) =>
  breaker.run(async () => {
    throw error
  })

describe('A service that does not respond', () => {
  it('all current callers are released together after a few seconds', async () => {
    const first = hangs()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const second = hangs()
    const released = second.catch((error: unknown) => error)
    await expect(first).rejects.toThrow(CircuitOpen)
    const atOnce = new Promise((resolve) => setImmediate(resolve, 'still waiting'))
    expect(await Promise.race([released, atOnce])).toBeInstanceOf(CircuitOpen)
  })

  it('the service is not called for a minute, and callers are told so', async () => {
    await expect(hangs()).rejects.toMatchObject({ until: new Date(now + 60_000) })
    now += 59_000
    await expect(answers()).rejects.toMatchObject({ until: new Date(now + 1_000) })
  })

  it('one caller tries the service after that, while the others continue without it', async () => {
    await expect(hangs()).rejects.toThrow(CircuitOpen)
    now += 60_000
    const trial = hangs()
    await expect(answers()).rejects.toThrow(CircuitOpen)
    await expect(trial).rejects.toThrow(CircuitOpen)
    now += 60_000
    expect(await answers()).toBe('answered')
    expect(await answers()).toBe('answered')
  })

  it('the next caller tries the service if the first one left', async () => {
    await expect(hangs()).rejects.toThrow(CircuitOpen)
    now += 60_000
    const leaving = new AbortController()
    const trial = hangs(leaving.signal)
    leaving.abort()
    await expect(trial).rejects.toThrow(Down)
    expect(await answers()).toBe('answered')
  })

  it('the pause is no longer if the clock is set back', async () => {
    await expect(hangs()).rejects.toThrow(CircuitOpen)
    now -= 3_600_000
    await expect(answers()).rejects.toMatchObject({ until: new Date(now + 60_000) })
    now += 60_000
    expect(await answers()).toBe('answered')
  })
})

describe('A service that responds', () => {
  it('a response can take long once it has started', async () => {
    const slow = breaker.run(async (_signal, begins) => {
      begins()
      await new Promise((resolve) => setTimeout(resolve, 60))
      return 'whole'
    })
    expect(await slow).toBe('whole')
  })

  it('one failed question does not pause the service', async () => {
    await expect(fails(new Error('too long'))).rejects.toThrow('too long')
    expect(await answers()).toBe('answered')
  })

  it('a failure of the service pauses it, and the first caller gets the cause', async () => {
    const why = new Down('refused')
    await expect(fails(why)).rejects.toMatchObject({ cause: why })
    await expect(answers()).rejects.not.toHaveProperty('cause')
  })

  it('a caller who left does not pause the service', async () => {
    const leaving = new AbortController()
    const asked = hangs(leaving.signal)
    leaving.abort()
    await expect(asked).rejects.toThrow(Down)
    expect(await answers()).toBe('answered')
  })
})
