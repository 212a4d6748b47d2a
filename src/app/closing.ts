import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Milliseconds until the connections of requests that still run are cut, and until the site stops waiting for
 * background jobs.
 */
const GRACE = { requests: 10_000, jobs: 15_000 }

/** Closes the site even while requests or jobs still run, then closes what the site uses, such as its database. */
export async function closeWithGrace(
  app: Pick<FastifyInstance, 'server'> & { close(): Promise<unknown>; log: Pick<FastifyInstance['log'], 'warn'> },
  stops: readonly (() => Promise<void>)[],
  grace = GRACE,
): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), grace.requests)
  const waiting = new AbortController()
  await Promise.race([
    app.close(),
    sleep(grace.jobs, undefined, waiting).then(() =>
      app.log.warn({}, 'a background job did not end in time: the site closes without it'),
    ),
  ])
  waiting.abort()
  clearTimeout(late)
  for (const stop of stops) await stop()
}

/** Closes the site with `closeWithGrace` on SIGTERM or SIGINT, then ends the process. */
export function closeOnSignal(app: FastifyInstance, stops: readonly (() => Promise<void>)[]): void {
  let closing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (closing) return
      closing = true
      app.log.info({ signal }, 'closing')
      closeWithGrace(app, stops).then(
        () => process.exit(0),
        (error: unknown) => {
          app.log.error({ err: error }, 'could not close in order')
          process.exit(1)
        },
      )
    })
  }
}
