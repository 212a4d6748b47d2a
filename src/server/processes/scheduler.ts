import { backOff } from '#lib/back-off.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Log } from '../log.ts'
import type { Processes } from './processes.ts'

/** Work that the site does again and again, without any request. */
export interface Job {
  /** Names it in the log. */
  name: string
  /** In one process of the site at a time, or in each of them. */
  runsIn: 'leader' | 'every process'
  /** Milliseconds from the end of one run to the next. */
  every: number
  /** Milliseconds until the first run: none unless given. Infinity waits for `wake` or `run`. */
  startsAfter?: number
  /** Milliseconds until the next run after one that failed, doubled with each further failure up to `every`. */
  retryAfter?: number
  /**
   * Does what is due, and may return after how many milliseconds more is due, instead of `every`. It is aborted when this
   * process is no longer the leader, or the site closes; that waits for it.
   */
  work(signal: AbortSignal): Promise<number | undefined>
  /** After the last run. */
  end?(): Promise<void>
}

export interface ScheduledJob {
  /** Something is due: runs it at the next look, after the run under way. */
  wake(): void
  /** Runs it now, or waits for the run under way. Never fails. */
  run(): Promise<void>
  /** The same where it is due or did not run yet. */
  runIfDue(): Promise<void>
}

export interface Scheduler {
  add(job: Job): ScheduledJob
  /**
   * Runs each job that is due, and waits for all that run. A timer calls this; a failure is logged and tried again, and
   * stops no other job.
   */
  look(): Promise<void>
  /** Starts nothing more, and waits for the jobs of every process; the leader's end with `Processes`. */
  close(): Promise<void>
}

/** How often the clock is looked at, in milliseconds. */
const LOOK_EVERY = 250

/** Runs background jobs. Pauses go by the clock that is passed in, and never back. */
export function createScheduler({
  processes,
  clock,
  log,
}: {
  processes: Pick<Processes, 'whileLeader'>
  clock: () => Date
  log: Log
}): Scheduler {
  const time = monotonicClock(clock)
  const looks: (() => Promise<void> | null)[] = []
  const ends: (() => Promise<void>)[] = []
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    await Promise.all(looks.map((lookAtOne) => lookAtOne()))
  }

  function add(job: Job): ScheduledJob {
    let ending: AbortController | null = null
    let running: Promise<void> | null = null
    let hasRun = false
    let isWoken = false
    let failures = 0
    let dueAt = Number.POSITIVE_INFINITY

    async function runOnce(signal: AbortSignal): Promise<void> {
      hasRun = true
      isWoken = false
      let pause = job.every
      try {
        pause = (await job.work(signal)) ?? job.every
        failures = 0
      } catch (error) {
        failures += 1
        const first = job.retryAfter ?? job.every
        pause = backOff(failures, { first, longest: Math.max(first, job.every) })
        log.error({ err: error, job: job.name, failures }, 'a background job failed and will be tried again')
      }
      dueAt = time() + pause
    }

    function run(): Promise<void> {
      running ??= runOnce((ending ?? new AbortController()).signal).finally(() => {
        running = null
      })
      return running
    }

    const isDue = () => isWoken || time() >= dueAt

    function begin(): void {
      ending = new AbortController()
      dueAt = time() + (job.startsAfter ?? 0)
      if (isDue()) void run()
    }

    async function end(): Promise<void> {
      ending?.abort()
      ending = null
      await running
      await job.end?.()
    }

    looks.push(() => (ending !== null && running === null && isDue() ? run() : running))
    timer ??= setInterval(() => void look(), LOOK_EVERY).unref()
    if (job.runsIn === 'leader') {
      processes.whileLeader(async () => {
        begin()
        return end
      })
    } else {
      begin()
      ends.push(end)
    }

    return {
      wake: () => {
        isWoken = true
      },
      run,
      runIfDue: async () => {
        if (running !== null || !hasRun || isDue()) await run()
      },
    }
  }

  return {
    add,
    look,
    close: async () => {
      clearInterval(timer)
      await Promise.all(ends.map((end) => end()))
    },
  }
}
