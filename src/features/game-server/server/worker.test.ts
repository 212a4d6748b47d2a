import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChanges } from '#server/changes.ts'
import { createLogger } from '#server/log.ts'
import { onlyProcess, type Processes } from '#server/processes/processes.ts'
import { createScheduler, type Scheduler } from '#server/processes/scheduler.ts'
import { KEEP_COUNTS_FOR, type QueryResult, STALE_AFTER } from '../rules.ts'
import { watchGameServer } from './worker.ts'

const NOW = new Date('2026-03-14T20:00:00Z')

describe('Watching the game server', () => {
  let time = NOW.getTime()
  let answer: QueryResult = { players: 28, slots: 64 }
  let announced = 0
  const changes = createChanges()
  changes.on((topic) => {
    if (topic === 'game-server') announced += 1
  })
  beforeEach(() => {
    time = NOW.getTime()
    answer = { players: 28, slots: 64 }
    announced = 0
  })
  const schedulers: Scheduler[] = []
  afterEach(async () => {
    for (const scheduler of schedulers.splice(0)) await scheduler.close()
  })
  const watch = (processes: Processes = onlyProcess(createLogger('silent'))) => {
    const timing = { clock: () => new Date(time), log: createLogger('silent') }
    const scheduler = createScheduler({ ...timing, processes })
    schedulers.push(scheduler)
    return watchGameServer({ query: async () => answer, processes, scheduler, changes, ...timing })
  }

  it('only a change is announced', async () => {
    const watched = watch()
    expect(watched.status()).toBeNull()
    await watched.query()
    expect([watched.status(), announced]).toEqual([{ isOnline: true, players: 28, slots: 64 }, 1])
    await watched.query()
    expect(announced).toBe(1)
    answer = { players: 29, slots: 64 }
    await watched.query()
    expect(announced).toBe(2)
  })

  it('the last counts stay for some time, then the server is offline, and online again later', async () => {
    const watched = watch()
    await watched.query()
    answer = 'unreachable'
    time += KEEP_COUNTS_FOR - 1
    await watched.query()
    expect(watched.status()?.isOnline).toBe(true)
    time += 1
    await watched.query()
    expect(watched.status()).toEqual({ isOnline: false, players: 0, slots: 64 })
    answer = { players: 3, slots: 64 }
    await watched.query()
    expect(watched.status()).toEqual({ isOnline: true, players: 3, slots: 64 })
  })

  it('one process requests the counts and shares them with the others, which drop them without updates', async () => {
    const published: { channel: string; said: object }[] = []
    const leader = watch({
      ...onlyProcess(createLogger('silent')),
      publish: async (channel, message) => void published.push({ channel, said: JSON.parse(JSON.stringify(message)) }),
    })
    await leader.query()
    let notifyOther = (_said: unknown) => {}
    const other = watch({
      ...onlyProcess(createLogger('silent')),
      whileLeader: () => undefined,
      subscribe: (channel, listener) => {
        if (channel === published[0]?.channel) notifyOther = listener
      },
    })
    expect(other.status()).toBeNull()
    notifyOther(published[0]?.said)
    expect(other.status()).toEqual({ isOnline: true, players: 28, slots: 64 })
    notifyOther({ from: 'another version' })
    expect(other.status()).toEqual({ isOnline: true, players: 28, slots: 64 })
    time += STALE_AFTER
    expect(other.status()).toBeNull()
  })
})
