import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Rulebook } from '#features/assistant/contract.ts'
import type { Picture } from '#features/assistant/rules.ts'
import type { Model } from '#features/assistant/server/gateway.ts'
import { assistantRoutes, type ChatLimits } from '#features/assistant/server/routes.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { createDoor } from '#features/auth/server/door.ts'
import { authRoutes } from '#features/auth/server/routes.ts'
import { codesRoutes } from '#features/codes/server/routes.ts'
import { listPenalCodes, listTenCodes } from '#features/codes/server/store.ts'
import { type FrontDoor, placesOf } from '#features/departments/server/gateway.ts'
import { departmentsRoutes } from '#features/departments/server/routes.ts'
import { presenceRoom } from '#features/presence/server/room.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { rosterRoutes } from '#features/roster/server/routes.ts'
import type { SupporterRoles } from '#features/supporters/contract.ts'
import { createSupporters } from '#features/supporters/server/gateway.ts'
import { supportersRoutes } from '#features/supporters/server/routes.ts'
import type { VerificationProvider } from '#features/verification/server/gateway.ts'
import { verificationRoutes } from '#features/verification/server/routes.ts'
import type { Access } from '#lib/access.ts'
import type { Topic } from '#lib/topics.ts'
import { createChanges } from '#server/changes.ts'
import type { Community } from '#server/config/community.ts'
import type { Database } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { createTokenSeal } from '#server/discord/sealed-token.ts'
import { answerRefusal, refusalOf } from '#server/http/answer-error.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { answerHeaders } from '#server/http/security.ts'
import { serveOn } from '#server/http/serve.ts'
import type { Shortcuts } from '#server/http/shortcuts.ts'
import type { Assets } from '#server/pages/assets.ts'
import { createRealtime } from '#server/realtime/realtime.ts'
import { keepSnapshot, makeSnapshot } from '#server/snapshots.ts'
import { readApiDocument } from './api-document.ts'
import { crawlerRoutes } from './crawler-routes.ts'
import { passagesOfCodes } from './law-book.ts'
import { openApiOf } from './openapi.ts'
import { pageRoutes, type Renderer } from './page-routes.ts'

export interface AppDeps {
  /** The site's origin as browsers see it. */
  origin: string
  /** A stand-in Discord signs people in; every page says so. */
  isDemo: boolean
  /** During development Vite serves the code, made anew at each change. */
  development?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  trustProxy: number
  ownerIds: readonly string[]
  /** Milliseconds. */
  roleMaxAge: number
  community: Community
  frontDoor: FrontDoor
  rulebooks: readonly Rulebook[]
  pictures: readonly Picture[]
  /** Words the assistant's answers; `null`: it quotes the rules. */
  model: Model | null
  chatLimits?: Partial<ChatLimits>
  supporterRoles: SupporterRoles
  database: Database
  discord: Discord
  /** Null where none is configured. */
  verification: VerificationProvider | null
  clientSecret: string
  cdnUrl: string
  clock: () => Date
  logger: FastifyBaseLogger
  assets: Assets
  renderer: Renderer
  /** The client build, or null where Vite serves it. */
  clientDir: string | null
}

/** The site, composed: the toolkit, each feature's routes, the pages. This is the table of contents. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { database, discord, clock, community, frontDoor, origin } = deps
  const shortcuts: Shortcuts = new Map()
  const { host, hostname } = new URL(origin)
  const app = createHttpServer({
    origin,
    shortcutOf: (request) =>
      deps.isDemo && request.headers.host !== host ? undefined : shortcuts.get(request.url ?? ''),
    cdnUrl: deps.cdnUrl,
    logger: deps.logger,
    trustProxy: deps.trustProxy,
    before: deps.development,
    answerFailure: (request, reply, refusal) => pages.answerFailure(request, reply, refusal),
  })

  if (deps.isDemo) {
    // Cookies belong to one name, and the sign-in comes back to only one of the names that this machine has.
    app.addHook('onRequest', (request, reply, done) => {
      if (request.method !== 'GET' || request.hostname === hostname) return done()
      void reply.redirect(origin + request.url, 307)
    })
  }

  const changes = createChanges()
  const audit = createAudit({ database, changes, clock })
  const seal = createTokenSeal(deps.clientSecret)
  const door = createDoor({
    database,
    discord,
    seal,
    audit,
    log: app.log,
    clock,
    roles: community.roles,
    ownerIds: deps.ownerIds,
    roleMaxAge: deps.roleMaxAge,
    secureCookies: origin.startsWith('https:'),
  })
  const serve = serveOn(app, door, answerHeaders({ origin }), shortcuts)

  const departments = placesOf(frontDoor.departments)
  const rulebookSlugs = deps.rulebooks.map(({ slug }) => slug)
  const pages = pageRoutes({
    ...deps,
    departments,
    development: deps.development !== undefined,
    app,
    serve,
    door,
    changes,
    shortcuts,
    slugs: { '/rules/:slug': rulebookSlugs },
  })
  authRoutes({ ...deps, app, serve, door, seal, audit, showProblem: pages.showProblem })
  codesRoutes({ serve, database, audit, changes, clock })
  departmentsRoutes({ app, serve, changes, frontDoor })
  assistantRoutes({
    ...deps,
    serve,
    changes,
    log: app.log,
    supportHref: community.site.links.support,
    codes: async () => passagesOfCodes(await listTenCodes(database.db), await listPenalCodes(database.db)),
  })
  crawlerRoutes({ app, origin, departments, rulebooks: rulebookSlugs })
  rosterRoutes({ ...deps, serve, audit, changes }, staffRoster)
  verificationRoutes({ ...deps, serve, door, audit })

  const supporters = createSupporters({ discord, content: deps.supporterRoles, changes, clock, log: app.log })
  supportersRoutes({ serve, changes, supporters })
  app.addHook('onListen', async () => void supporters.refresh())
  const refreshing = setInterval(() => supporters.refreshIfDue(), LOOK_EVERY)
  refreshing.unref()
  app.addHook('onClose', async () => clearInterval(refreshing))

  serve.list(
    readApiDocument,
    keepSnapshot(changes, [], async () =>
      makeSnapshot(JSON.stringify(openApiOf({ name: community.site.name, origin, cookieName: door.cookieName }))),
    ),
  )

  const realtime = createRealtime({
    server: app.server,
    origin,
    door,
    changes,
    topicAccess: TOPIC_ACCESS,
    log: app.log,
  })
  const presence = presenceRoom({ realtime, clock })
  // Before the server: an open websocket is a connection that never ends by itself.
  app.addHook('preClose', async () => {
    await realtime.close()
    presence.close()
  })

  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (request, reply) => {
    try {
      await database.check()
      return { ok: true }
    } catch (error) {
      return answerRefusal(reply, refusalOf(error, request))
    }
  })
  await app.register(fastifyStatic, { root: join(community.dir, 'media'), prefix: '/media/', maxAge: 3_600_000 })
  if (deps.clientDir !== null) {
    await app.register(fastifyStatic, {
      root: join(deps.clientDir, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
    })
    await app.register(fastifyStatic, {
      root: deps.clientDir,
      prefix: '/',
      decorateReply: false,
      wildcard: false,
      maxAge: 3_600_000,
      preCompressed: true,
      allowedPath: (path) => !path.includes('manifest.json'),
    })
  }
  const sweeping = setInterval(() => {
    door.sweep().catch((error: unknown) => app.log.error({ err: error }, 'could not clear ended sessions'))
  }, SWEEP_EVERY)
  sweeping.unref()
  app.addHook('onClose', async () => clearInterval(sweeping))
  // The embedded database serves this process alone; to a PostgreSQL others may write.
  if (database.engine === 'postgresql') {
    await audit.follow()
    const following = setInterval(() => {
      audit.follow().catch((error: unknown) => app.log.warn({ err: error }, 'could not look for changes of others'))
    }, FOLLOW_EVERY)
    following.unref()
    app.addHook('onClose', async () => clearInterval(following))
  }
  return app
}

const SWEEP_EVERY = 60_000
const LOOK_EVERY = 1_000
const FOLLOW_EVERY = 5_000

const TOPIC_ACCESS: Record<Topic, Access> = {
  roster: 'staff',
  'dev-roster': 'staff',
  training: 'staff',
  trialmods: 'staff',
  'staff-da': 'staff',
  'ten-codes': 'anyone',
  'penal-codes': 'anyone',
  supporters: 'anyone',
}
