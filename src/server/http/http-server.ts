import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { answerUnreadable, httpErrorOf } from './answer-error.ts'
import type { FastPaths } from './fast-paths.ts'
import { type HttpError, notFound } from './http-error.ts'
import type { Limits } from './limits.ts'
import { answerHeaders, guardWrites, type SecuritySettings } from './security.ts'
import { answerUpgrades } from './upgrades.ts'

export interface HttpServerOptions extends SecuritySettings {
  /** Tried before the framework. */
  fastPaths?: Pick<FastPaths, 'of'>
  logger: FastifyBaseLogger
  limits: Limits
  /** Which requests open the live connection, and are left to it; without it none. */
  isLive?: (request: IncomingMessage) => boolean
  /** How many proxies stand in front: their word for a visitor's address is taken, nobody else's. */
  trustProxy: number
  /** Runs before everything else: Vite, during development. */
  before?: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined
  /** A failure as its caller can read it: a page for people, the error body for programs. */
  answerFailure(request: FastifyRequest, reply: FastifyReply, failure: HttpError): Promise<FastifyReply> | FastifyReply
}

/**
 * Milliseconds. A connection is kept longer than the proxy in front keeps it, or a write would meet it closing: Caddy
 * keeps it two minutes.
 */
const LIMITS = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 150_000 }

/** Endpoints check what is sent and answered. Fastify would load compilers for schemas of its own, a hundred modules. */
const notCompiled = () => {
  throw new Error('What is sent is checked by an endpoint, not by a schema of a route')
}
const NO_SCHEMAS = { compilersFactory: { buildValidator: () => notCompiled, buildSerializer: () => notCompiled } }

/** The web server before it serves anything: what it reads, from whom it takes writes, what every answer carries. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { answerFailure, before, trustProxy, fastPaths } = options
  const headers = Object.entries(answerHeaders(options))
  const describe = (reply: FastifyReply) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) void reply.header(name, value)
  }
  // A HEAD takes the route of its GET, and Node leaves the body out: as many routes again would take long to build.
  const heads = new WeakSet<IncomingMessage>()
  const app = Fastify({
    loggerInstance: options.logger,
    // An address may carry a sign-in code, so requests are not logged one by one.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy > 0 && ((_address, hop) => hop < trustProxy),
    genReqId: () => crypto.randomUUID(),
    // Lines name the request themselves where it matters; a logger for each request would cost more than most answers.
    childLoggerFactory: (logger) => logger,
    serverFactory: (handle) =>
      createServer(LIMITS, (request, response) => {
        if (!fastPaths?.of(request)?.(request, response)) handle(request, response)
      }),
    exposeHeadRoutes: false,
    rewriteUrl: (request) => {
      if (request.method === 'HEAD') {
        heads.add(request)
        request.method = 'GET'
      }
      return request.url ?? '/'
    },
    schemaController: NO_SCHEMAS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // A start waits for the database and for others, which have limits of their own.
    pluginTimeout: 0,
    frameworkErrors: (error, request, reply) => {
      describe(reply) // hooks do not run for what never found a route
      void answerFailure(request, reply, httpErrorOf(error, request))
    },
    clientErrorHandler: answerUnreadable,
  })

  closeQuietConnections(app)
  answerUpgrades(app.server, options.isLive ?? (() => false))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser('image/webp', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.addHook('onRequest', (request, _reply, done) => {
    if (heads.has(request.raw)) request.raw.method = 'HEAD'
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    describe(reply)
    done()
  })
  if (before) app.addHook('onRequest', (request, reply, done) => before(request.raw, reply.raw, done))
  guardWrites(app, options, options.limits)
  app.setErrorHandler((error, request, reply) => answerFailure(request, reply, httpErrorOf(error, request)))
  app.setNotFoundHandler((request, reply) => answerFailure(request, reply, notFound()))
  return app
}

/** How often, once the site closes, it looks for connections on which nothing is asked. Milliseconds. */
const SWEEP_EVERY = 50

/**
 * Node closes what is idle when the server begins to close, and then waits for the rest: up to `headersTimeout` for a
 * connection that a browser opened to have it at hand, up to `keepAliveTimeout` for one that was answered meanwhile.
 */
function closeQuietConnections(app: FastifyInstance<Server>): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    if (open.has(socket)) return // a request on it is read again
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', (done) => {
    const sweep = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, SWEEP_EVERY)
    app.server.once('close', () => clearInterval(sweep))
    done()
  })
}
