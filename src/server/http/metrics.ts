import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FastPath } from './fast-paths.ts'
import { notFound } from './http-error.ts'

/** What is asked when somebody looks: each number with what it means. */
export type Gauges = Record<string, { help: string; read(): number | Record<string, number> }>

export interface Metrics {
  /** Counts an answer that never reached the framework. */
  counted(fastPath: FastPath): FastPath
  /** Counts every answer of the framework, and serves the numbers at `/metrics`. */
  serveOn(app: FastifyInstance, gauges: Gauges): void
}

/** Seconds, around what a page and a list take. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** The route of answers that were ready. */
const KEPT = 'kept'

/**
 * Numbers for Prometheus (text format 0.0.4) at `/metrics`, for requests with the token as `Authorization: Bearer`. To
 * anybody else there is no such page. No number names a person or an address that somebody visited.
 */
export function createMetrics(token: string): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const expected = digestOf(`Bearer ${token}`)

  return {
    counted: (fastPath) => (request, response) => {
      const began = performance.now()
      if (!fastPath(request, response)) return false
      durations.observe({ method: 'GET', route: KEPT, status: response.statusCode }, (performance.now() - began) / 1000)
      return true
    },
    serveOn: (app, gauges) => {
      for (const [name, { help, read }] of Object.entries(gauges)) {
        new Gauge({
          name,
          help,
          labelNames: ['state'],
          registers: [registry],
          collect() {
            const now = read()
            if (typeof now === 'number') return this.set(now)
            for (const [state, count] of Object.entries(now)) this.set({ state }, count)
          },
        })
      }
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none'
        durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
        done()
      })
      app.get('/metrics', async (request, reply) => {
        if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected)) throw notFound()
        return reply
          .type(registry.contentType)
          .header('cache-control', 'no-store')
          .send(await registry.metrics())
      })
    },
  }
}

/** Of one length, so that the comparison tells nothing by its time. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
