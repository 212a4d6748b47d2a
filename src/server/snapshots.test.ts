import { expect, it } from 'vitest'
import { createChanges } from './changes.ts'
import { keepSnapshot, keepSnapshotByReader, makeSnapshot } from './snapshots.ts'

const FIVE_MINUTES = 5 * 60_000

it('a cached page stays after a change with maxStale until it is old, and not after other changes', async () => {
  let time = 0
  let made = 0
  const changes = createChanges()
  const kept = keepSnapshot(changes, ['supporters'], async () => makeSnapshot(`${++made}`), {
    maxStale: { topics: ['game-server'], milliseconds: FIVE_MINUTES, clock: () => new Date(time) },
  })
  const text = async () => (await kept()).plain.toString()
  expect(await text()).toBe('1')
  time = FIVE_MINUTES
  // No topic has changed, so the page is still right, whatever its age.
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

it('a clock that is set back does not extend the lifetime of a page', async () => {
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

it('a list that changes by itself at a known time is rendered again then, and only then', async () => {
  let time = 0
  let made = 0
  const changes = createChanges()
  const kept = keepSnapshotByReader(changes, ['roster'], {
    read: async () => ({ made: ++made, until: made < 3 ? new Date(made * FIVE_MINUTES) : null }),
    textOf: (list) => String(list.made),
    aboutWhom: () => ['1'],
    shownTo: (list) => ({ ...list, made: -list.made }),
    expires: { clock: () => new Date(time), at: ({ until }) => until },
  })
  const texts = async () => [(await kept(null)).plain.toString(), (await kept('1')).plain.toString()]
  expect(await texts()).toEqual(['1', '-1'])
  time = FIVE_MINUTES - 1
  expect(await texts()).toEqual(['1', '-1'])
  time = FIVE_MINUTES
  expect(await texts()).toEqual(['2', '-2'])
  changes.announce('roster')
  expect(await texts()).toEqual(['3', '-3'])
  time = 10 * FIVE_MINUTES
  expect(await texts()).toEqual(['3', '-3'])
})

it('a list expires by the latest read, even if an earlier one ends later', async () => {
  const changes = createChanges()
  let time = 0
  const readings: ((list: { text: string; until: Date | null }) => void)[] = []
  const kept = keepSnapshotByReader(changes, ['roster'], {
    read: () => new Promise<{ text: string; until: Date | null }>((resolve) => readings.push(resolve)),
    textOf: ({ text }) => text,
    aboutWhom: () => [],
    shownTo: (list) => list,
    expires: { clock: () => new Date(time), at: ({ until }) => until },
  })
  const first = kept(null)
  changes.announce('roster')
  const second = kept(null)
  readings[1]?.({ text: 'suspended', until: new Date(FIVE_MINUTES) })
  await second
  readings[0]?.({ text: 'active', until: null })
  await first
  time = FIVE_MINUTES
  const third = kept(null)
  expect(readings).toHaveLength(3)
  readings[2]?.({ text: 'active again', until: null })
  expect((await third).plain.toString()).toBe('active again')
})
