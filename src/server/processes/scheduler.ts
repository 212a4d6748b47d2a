import { backOff } from '#lib/back-off.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Log } from '../log.ts'
import type { Processes } from './processes.ts'

/** A background job that the site runs repeatedly, without a request. */
export interface Job {
  /** The job's name in the log. */
  name: string
  /** Whether the job runs only in the leader, or in every process of the site. */
  runsIn: 'leader' | 'every process'
  /** Milliseconds from the end of one run to the next. */
  every: number
  /** Milliseconds until the first run. Defaults to 0. Infinity waits for `wake` or `run`. */
  startsAfter?: number
  /**
   * Milliseconds until the retry of a failed run, doubled with each further failure up to `every`. Defaults to `every`.
   */
  retryAfter?: number
  /**
   * Does the work that is due. May return the milliseconds until the next run, instead of `every`. The signal is
   * aborted when this process is no longer the leader or when the site closes. Both wait until the run has ended.
   */
  work(signal: AbortSignal): Promise<number | undefined>
  /** Called after the last run. */
  end?(): Promise<void>
}

export interface ScheduledJob {
  /** Marks the job as due. It runs at the scheduler's next look, after a run in progress. */
  wake(): void
  /** Runs the job now, or waits for the run in progress. Never fails. */
  run(): Promise<void>
  /** As `run`, but does nothing if the job has already run, is not due, and has no run in progress. */
  runIfDue(): Promise<void>
}

export interface Scheduler {
  add(job: Job): ScheduledJob
  /**
   * Runs every job that is due, and waits for all jobs in progress. A timer calls this. A failed job is logged and
   * retried, and stops no other job.
   */
  look(): Promise<void>
  /** Starts no more jobs, and waits for those that run in every process. `Processes` ends the leader's jobs. */
  close(): Promise<void>
}

/** How often the scheduler checks which jobs are due, in milliseconds. */
const LOOK_EVERY = 250

/**
 * Runs background jobs. The scheduler uses the given clock as a monotonic one, so setting it back does not delay jobs.
 */
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
