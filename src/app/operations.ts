import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { FONT_FOLDER, FONT_PREFIX } from '#server/config/fonts.ts'
import { answerHttpError, httpErrorOf } from '#server/http/answer-error.ts'
import { scheduleAuditCuts } from './retention.ts'
import type { AppDeps } from './settings.ts'
import type { Toolkit } from './toolkit.ts'

const SWEEP_EVERY = 60_000

/** What runs beside the features: health checks, metrics, files, cleaning up. */
export async function addOperations(
  { database, processes, clock, clientDir, media, auditKept, version }: AppDeps,
  { app, log, metrics, scheduler, sessions, authorization, realtime, isClockRight }: Toolkit,
): Promise<void> {
  // Close the websockets before the server: an open websocket never ends by itself, and the server would wait for it.
  app.addHook('preClose', () => realtime.close())
  metrics?.serveOn(app, {
    live_connections: { help: 'Browser tabs with a live connection', read: realtime.connections },
    database_connections: {
      help: 'Connections of the pool, by what they do',
      read: () => {
        const { totalCount, idleCount, waitingCount } = database.pool
        return { busy: totalCount - idleCount, idle: idleCount, awaited: waitingCount }
      },
    },
    holds_single_work: {
      help: '1 where this process does what only one may do',
      read: () => Number(processes.isLeader()),
    },
  })
  app.get('/healthz', async () => ({ ok: true, version }))
  app.get('/readyz', async (request, reply) => {
    try {
      await database.check()
      return { ok: true }
    } catch (error) {
      return answerHttpError(reply, httpErrorOf(error, request))
    }
  })
  await media.serveOn(app)
  await app.register(fastifyStatic, {
    root: FONT_FOLDER,
    prefix: FONT_PREFIX,
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
  })
  if (clientDir !== null) {
    await app.register(fastifyStatic, {
      root: join(clientDir, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
    })
  }
  if (auditKept !== undefined) scheduleAuditCuts({ database, scheduler, clock, isClockRight, log, kept: auditKept })
  scheduler.add({
    name: 'clearing ended sessions',
    runsIn: 'every process',
    every: SWEEP_EVERY,
    startsAfter: SWEEP_EVERY,
    work: async () => {
      await authorization.sweep()
      await sessions.sweep()
      return undefined
    },
  })
}
