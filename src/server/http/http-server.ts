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
  /** The fast paths, which are tried before the framework. */
  fastPaths?: Pick<FastPaths, 'of'>
  logger: FastifyBaseLogger
  limits: Limits
  /** Whether a request opens the live connection, which then handles it. Without this function none does. */
  isLive?: (request: IncomingMessage) => boolean
  /** The number of proxies in front of the site. Only these may state the visitor's IP address. */
  trustProxy: number
  /** A middleware that runs first: Vite, in development. */
  before?: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined
  /** Replies with an error in the caller's form: a page for people, the error body for programs. */
  answerFailure(request: FastifyRequest, reply: FastifyReply, failure: HttpError): Promise<FastifyReply> | FastifyReply
}

/**
 * Timeouts in milliseconds. `keepAliveTimeout` must be longer than the proxy's, or the proxy would send requests on a
 * connection that the site is closing. Caddy keeps idle connections for two minutes.
 */
const LIMITS = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 150_000 }

/** Endpoints validate requests and replies. Fastify's own schema compilers would load a hundred modules for nothing. */
const notCompiled = () => {
  throw new Error('What is sent is checked by an endpoint, not by a schema of a route')
}
const NO_SCHEMAS = { compilersFactory: { buildValidator: () => notCompiled, buildSerializer: () => notCompiled } }

/** Creates the web server without routes: body parsers, the guard on writes, common headers and error handling. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { answerFailure, before, trustProxy, fastPaths } = options
  const headers = Object.entries(answerHeaders(options))
  const describe = (reply: FastifyReply) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) void reply.header(name, value)
  }
  // A HEAD request uses the route of its GET, and Node leaves the body out. Separate routes would slow the start.
  const heads = new WeakSet<IncomingMessage>()
  const app = Fastify({
    loggerInstance: options.logger,
    // A URL may contain a sign-in code, so requests are not logged.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy > 0 && ((_address, hop) => hop < trustProxy),
    genReqId: () => crypto.randomUUID(),
    // Log calls add the request id where it matters. A logger for each request would cost more than most responses.
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
    // The start waits for the database and other services, which have their own timeouts.
    pluginTimeout: 0,
    frameworkErrors: (error, request, reply) => {
      describe(reply) // hooks do not run for requests without a route
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

/** How often the closing site looks for idle connections, in milliseconds. */
const SWEEP_EVERY = 50

/**
 * Closes idle connections repeatedly while the server closes. Node closes only those that are idle at the start. It
 * would wait up to `headersTimeout` for a connection that a browser opened in advance, and up to `keepAliveTimeout` for
 * one whose response was sent after the start.
 */
function closeQuietConnections(app: FastifyInstance<Server>): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    if (open.has(socket)) return // `answerUpgrades` emits the event again for a connection that it hands back
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
