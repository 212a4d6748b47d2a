import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('a caller with many requests delays neither other callers nor the rest of the site', async () => {
  const inTurn = createTurns()
  const done: string[] = []
  const asked = ['flood 1', 'flood 2', 'flood 3', 'visitor 1'].map((name) =>
    inTurn(name.split(' ')[0] ?? '', () => done.push(name)),
  )
  void setImmediate().then(() => done.push('the rest of the site'))
  await Promise.all(asked)
  expect(done).toEqual(['flood 1', 'the rest of the site', 'visitor 1', 'flood 2', 'flood 3'])
})

it('failed work rejects for its caller, and the next work runs', async () => {
  const inTurn = createTurns()
  const failing = inTurn('one', () => Promise.reject(new Error('no')))
  const next = inTurn('one', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await inTurn('one', () => 'later')).toBe('later')
})
