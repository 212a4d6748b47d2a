import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Changes } from '#server/changes.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { GameServer } from '../contract.ts'
import { type KnownState, NOTHING_KNOWN, QUERY_INTERVAL, type QueryResult, STALE_AFTER, stateAfter } from '../rules.ts'
import type { QueryGameServer } from './gateway.ts'

/** The message that processes send each other. */
const StateMessage = z.object({ shown: z.nullable(GameServer), readAt: z.nullable(z.int()) })

const CHANNEL = 'game-server'

/** How long the first page waits for the first counts. */
const FIRST_WAIT = 1_000

/** The current state of the game server. */
export interface GameServerWatch {
  /** Resolves when something is known, or after a timeout. Pages are cached, so none should be rendered before that. */
  first: Promise<void>
  status(): GameServer | null
  /** Queries the server now, as the scheduler does. Only the process that queries the server calls this. */
  query(): Promise<void>
}

/**
 * Queries the game server at an interval. One process does this and sends each result to the others. So all processes
 * show the same, and more processes do not cause more queries.
 */
export function watchGameServer(deps: {
  query: QueryGameServer
  processes: Pick<Processes, 'publish' | 'subscribe'>
  scheduler: Scheduler
  changes: Changes
  clock: () => Date
  log: FastifyBaseLogger
}): GameServerWatch {
  const { processes, scheduler, changes, clock, log } = deps
  const time = monotonicClock(clock)
  let known = NOTHING_KNOWN
  let confirmedAt = time()
  let before: QueryResult | null = null
  let learned = () => {}
  const first = new Promise<void>((resolve) => {
    learned = resolve
    setTimeout(resolve, FIRST_WAIT).unref()
  })

  function learn(fresh: KnownState): void {
    const isNew = JSON.stringify(fresh.shown) !== JSON.stringify(known.shown)
    known = fresh
    confirmedAt = time()
    learned()
    if (isNew) changes.announce('game-server')
  }

  processes.subscribe(CHANNEL, (message) => {
    const parsed = StateMessage.safeParse(message)
    if (parsed.success) learn(parsed.data)
  })
  const querying = scheduler.add({
    name: 'asking the game server',
    runsIn: 'leader',
    every: QUERY_INTERVAL,
    work: async () => {
      const result = await deps.query()
      if (typeof result === 'string' && result !== before) log.warn({ asked: result }, 'the game server gave no counts')
      before = result
      learn(stateAfter(known, result, clock()))
      await processes.publish(CHANNEL, known)
      return undefined
    },
  })
  scheduler.add({
    name: 'forgetting the game server',
    runsIn: 'every process',
    every: QUERY_INTERVAL,
    startsAfter: QUERY_INTERVAL,
    work: async () => {
      if (time() - confirmedAt >= STALE_AFTER) learn({ ...known, shown: null })
      return undefined
    },
  })

  return {
    first,
    status: () => (time() - confirmedAt >= STALE_AFTER ? null : known.shown),
    query: querying.run,
  }
}
