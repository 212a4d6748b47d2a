import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FastPath } from './fast-paths.ts'
import { notFound } from './http-error.ts'

/** Numbers that are read at each request of `/metrics`, each with its description. */
export type Gauges = Record<string, { help: string; read(): number | Record<string, number> }>

export interface Metrics {
  /** Measures the responses of a fast path. */
  counted(fastPath: FastPath): FastPath
  /** Measures every response of the framework, and serves the numbers at `/metrics`. */
  serveOn(app: FastifyInstance, gauges: Gauges): void
}

/** Histogram buckets in seconds, around the usual duration of a page and a list. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** The `route` label of responses by a fast path. */
const KEPT = 'kept'

/**
 * Metrics for Prometheus (text format 0.0.4) at `/metrics`, for requests with the token as `Authorization: Bearer`. All
 * other requests get 404. No metric contains a person or a visited URL.
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

/** Digests have equal lengths, so that comparing them takes constant time. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
