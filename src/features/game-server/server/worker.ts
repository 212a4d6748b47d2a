import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Changes } from '#server/changes.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { GameServer } from '../contract.ts'
import { ASK_EVERY, type Asked, FORGOTTEN_AFTER, type Known, knownAfter, NOTHING_KNOWN } from '../rules.ts'
import type { AskGameServer } from './gateway.ts'

/** The message that processes send each other. */
const Told = z.object({ shown: z.nullable(GameServer), readAt: z.nullable(z.int()) })

const CHANNEL = 'game-server'

/** How long the first page waits for the first counts. */
const FIRST_WAIT = 1_000

/** The current state of the game server. */
export interface GameServerWatch {
  /** Resolves when something is known, or after a timeout. Pages are cached, so none should be rendered before that. */
  first: Promise<void>
  status(): GameServer | null
  /** Queries the server now, as the scheduler does. Only the process that queries the server calls this. */
  ask(): Promise<void>
}

/**
 * Queries the game server at an interval. One process does this and sends each result to the others. So all processes
 * show the same, and more processes do not cause more queries.
 */
export function watchGameServer(deps: {
  ask: AskGameServer
  processes: Pick<Processes, 'tell' | 'hear'>
  scheduler: Scheduler
  changes: Changes
  clock: () => Date
  log: FastifyBaseLogger
}): GameServerWatch {
  const { processes, scheduler, changes, clock, log } = deps
  const time = monotonicClock(clock)
  let known = NOTHING_KNOWN
  let confirmedAt = time()
  let before: Asked | null = null
  let learned = () => {}
  const first = new Promise<void>((resolve) => {
    learned = resolve
    setTimeout(resolve, FIRST_WAIT).unref()
  })

  function learn(fresh: Known): void {
    const isNew = JSON.stringify(fresh.shown) !== JSON.stringify(known.shown)
    known = fresh
    confirmedAt = time()
    learned()
    if (isNew) changes.announce('game-server')
  }

  processes.hear(CHANNEL, (said) => {
    const told = Told.safeParse(said)
    if (told.success) learn(told.data)
  })
  const asking = scheduler.add({
    name: 'asking the game server',
    runsIn: 'leader',
    every: ASK_EVERY,
    work: async () => {
      const asked = await deps.ask()
      if (typeof asked === 'string' && asked !== before) log.warn({ asked }, 'the game server gave no counts')
      before = asked
      learn(knownAfter(known, asked, clock()))
      await processes.tell(CHANNEL, known)
      return undefined
    },
  })
  scheduler.add({
    name: 'forgetting the game server',
    runsIn: 'every process',
    every: ASK_EVERY,
    startsAfter: ASK_EVERY,
    work: async () => {
      if (time() - confirmedAt >= FORGOTTEN_AFTER) learn({ ...known, shown: null })
      return undefined
    },
  })

  return {
    first,
    status: () => (time() - confirmedAt >= FORGOTTEN_AFTER ? null : known.shown),
    ask: asking.run,
  }
}
