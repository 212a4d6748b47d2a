import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Log } from '../log.ts'
import { createLeaderWork } from './leader-election.ts'
import { createScheduler } from './scheduler.ts'

const MINUTE = 60_000
const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

it('every job runs again after the leader lost and regained the lock while one was still ending', async () => {
  let time = 0
  let release = () => {}
  const runs = { blocked: 0, other: 0 }
  const leaderWork = createLeaderWork(silentLog)
  const scheduler = createScheduler({
    processes: { whileLeader: leaderWork.add },
    clock: () => new Date(time),
    log: silentLog,
  })
  scheduler.add({
    name: 'blocked',
    runsIn: 'leader',
    every: MINUTE,
    work: async () => {
      runs.blocked += 1
      if (runs.blocked === 1) {
        await new Promise<void>((resolve) => {
          release = resolve
        })
      }
      return undefined
    },
  })
  scheduler.add({
    name: 'other',
    runsIn: 'leader',
    every: MINUTE,
    work: async () => {
      runs.other += 1
      return undefined
    },
  })

  leaderWork.begin()
  await turn()
  const ended = leaderWork.end()
  await turn()
  leaderWork.begin()
  await turn()
  expect(runs).toEqual({ blocked: 1, other: 2 })
  release()
  await ended
  await turn()
  expect(runs).toEqual({ blocked: 2, other: 2 })
  time += MINUTE
  scheduler.look()
  await turn()
  expect(runs).toEqual({ blocked: 3, other: 3 })
  await leaderWork.end()
  await scheduler.close()
})

it('a job starts only after its last run ended, and not if the lock is lost meanwhile', async () => {
  const events: string[] = []
  let release = () => {}
  const leaderWork = createLeaderWork(silentLog)
  leaderWork.add(async () => {
    events.push('begun')
    return async () => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      events.push('ended')
    }
  })
  leaderWork.begin()
  void leaderWork.end()
  leaderWork.begin()
  await turn()
  expect(events).toEqual(['begun'])
  const ended = leaderWork.end()
  release()
  await ended
  expect(events).toEqual(['begun', 'ended'])
  leaderWork.begin()
  await turn()
  expect(events).toEqual(['begun', 'ended', 'begun'])
})
