import { expect, it } from 'vitest'
import { createChanges } from './changes.ts'
import { keepSnapshot, makeSnapshot } from './snapshots.ts'

const FIVE_MINUTES = 5 * 60_000

it('A kept page outlives a maxStale change until it is old, and no other change', async () => {
  let time = 0
  let made = 0
  const changes = createChanges()
  const kept = keepSnapshot(changes, ['supporters'], async () => makeSnapshot(`${++made}`), {
    maxStale: { topics: ['game-server'], milliseconds: FIVE_MINUTES, clock: () => new Date(time) },
  })
  const text = async () => (await kept()).plain.toString()
  expect(await text()).toBe('1')
  time = FIVE_MINUTES
  // Nothing changed, so however old it is it is right.
  expect(await text()).toBe('1')
  changes.announce('supporters')
  expect(await text()).toBe('2')

  time += 1_000
  changes.announce('game-server')
  expect(await text()).toBe('2')
  time += FIVE_MINUTES - 1_001
  expect(await text()).toBe('2')
  time += 1
  expect(await text()).toBe('3')
  time += FIVE_MINUTES
  expect(await text()).toBe('3')
})

it('A clock that is set back makes no page stay', async () => {
  let time = 24 * FIVE_MINUTES
  let made = 0
  const changes = createChanges()
  const kept = keepSnapshot(changes, [], async () => makeSnapshot(`${++made}`), {
    maxStale: { topics: ['game-server'], milliseconds: FIVE_MINUTES, clock: () => new Date(time) },
  })
  await kept()
  changes.announce('game-server')
  time -= 12 * FIVE_MINUTES
  await kept()
  time += FIVE_MINUTES
  expect((await kept()).plain.toString()).toBe('2')
})
