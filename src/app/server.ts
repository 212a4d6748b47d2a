import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Announcements } from '#features/announcements/rules.ts'
import { keepAnnouncing } from '#features/announcements/server/delivery.ts'
import { announcer, createAnnouncementStore } from '#features/announcements/server/store.ts'
import type { Rulebook } from '#features/assistant/contract.ts'
import type { Picture } from '#features/assistant/rules.ts'
import type { Model } from '#features/assistant/server/gateway.ts'
import { assistantRoutes, type ChatLimits } from '#features/assistant/server/routes.ts'
import { auditRoutes } from '#features/audit/server/routes.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { createAuthorization } from '#features/auth/server/authorization.ts'
import { createDirectory } from '#features/auth/server/directory-store.ts'
import { createRoleNames } from '#features/auth/server/gateway.ts'
import { sharePeople } from '#features/auth/server/people.ts'
import { watchRoles } from '#features/auth/server/role-watch.ts'
import { authRoutes } from '#features/auth/server/routes.ts'
import { createSessions } from '#features/auth/server/sessions.ts'
import { listUsers } from '#features/auth/server/store.ts'
import { readSynonyms } from '#features/codes/server/gateway.ts'
import { codesRoutes } from '#features/codes/server/routes.ts'
import { listPenalCodes, listTenCodes } from '#features/codes/server/store.ts'
import { type FrontDoor, placesOf } from '#features/departments/server/gateway.ts'
import { departmentsRoutes } from '#features/departments/server/routes.ts'
import { readGameTypes, readReasonTemplates } from '#features/discipline/server/gateway.ts'
import { disciplineRoutes } from '#features/discipline/server/routes.ts'
import { keptOfActions } from '#features/discipline/server/store.ts'
import { type AskGameServer, watchGameServer } from '#features/game-server/server/gateway.ts'
import { gameServerRoutes } from '#features/game-server/server/routes.ts'
import { ingestRoutes } from '#features/ingest/server/routes.ts'
import { presenceRoom } from '#features/presence/server/room.ts'
import { quickLinksRoutes } from '#features/quick-links/server/routes.ts'
import { devRoster, ROSTERS, staffRoster } from '#features/roster/contract.ts'
import { rosterRoutes } from '#features/roster/server/routes.ts'
import { createRosterStore, keptOfRoster } from '#features/roster/server/store.ts'
import type { SupporterRoles } from '#features/supporters/contract.ts'
import { createSupporters, hasSupporters } from '#features/supporters/server/gateway.ts'
import { supportersRoutes } from '#features/supporters/server/routes.ts'
import { trainingRoutes } from '#features/training/server/routes.ts'
import { trialModsRoutes } from '#features/trial-mods/server/routes.ts'
import { KEPT_OF_TRIAL_MODS } from '#features/trial-mods/server/store.ts'
import { usersRoutes } from '#features/users/server/routes.ts'
import type { VerificationProvider } from '#features/verification/server/gateway.ts'
import { verificationRoutes } from '#features/verification/server/routes.ts'
import { createChanges } from '#server/changes.ts'
import type { Community } from '#server/config/community.ts'
import type { Database } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { createTokenSeal } from '#server/discord/sealed-token.ts'
import type { Webhooks } from '#server/discord/webhooks.ts'
import { answerHttpError, httpErrorOf } from '#server/http/answer-error.ts'
import { createFastPaths } from '#server/http/fast-paths.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { createLimits } from '#server/http/limits.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { answerHeaders } from '#server/http/security.ts'
import { serveOn } from '#server/http/serve.ts'
import { addressOf } from '#server/http/visitor-address.ts'
import type { Assets } from '#server/pages/assets.ts'
import { type Media, readMedia } from '#server/pages/media.ts'
import type { Processes } from '#server/processes/processes.ts'
import { createScheduler } from '#server/processes/scheduler.ts'
import { createRealtime, isLive } from '#server/realtime/realtime.ts'
import { readApiDocument } from './api-document.ts'
import { watchClock } from './believed-clock.ts'

import { crawlerRoutes } from './crawler-routes.ts'
import { TOPICS, topicAccess } from './features.ts'
import { passagesOfCodes } from './law-book.ts'
import { openApiOf } from './openapi.ts'
import { pageRoutes, type Renderer } from './page-routes.ts'
import { keepAudit } from './retention.ts'

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
  /** How long a session lasts at most, in milliseconds; without it as long as is usual. */
  longestSession?: number
  /** How long rows of the audit log are kept, in milliseconds; without it for ever. */
  auditKept?: number
  community: Community
  frontDoor: FrontDoor
  rulebooks: readonly Rulebook[]
  pictures: readonly Picture[]
  /** Words the assistant's answers; `null`: it quotes the rules. */
  model: Model | null
  chatLimits?: Partial<ChatLimits>
  supporterRoles: SupporterRoles
  announcements: Announcements
  webhooks: Webhooks
  database: Database
  /** Closed with the site. */
  processes: Processes
  discord: Discord
  /** Null where none is configured. */
  verification: VerificationProvider | null
  /** Who brings it may read the numbers at `/metrics`; without one there are none. */
  metricsToken?: string
  /** Null where no game server is configured. */
  askGameServer: AskGameServer | null
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
export async function buildApp(given: AppDeps): Promise<FastifyInstance> {
  const media = readMedia(join(given.community.dir, 'media'), { isHashed: given.development === undefined })
  const deps = withMedia(given, media)
  const { database, clock, community, frontDoor, origin } = deps
  const { host, hostname } = new URL(origin)
  const limits = createLimits(database)
  const metrics = deps.metricsToken === undefined ? null : createMetrics(deps.metricsToken)
  const fastPaths = createFastPaths({ host: deps.isDemo ? host : undefined, counted: metrics?.counted })
  const app = createHttpServer({
    limits,
    origin,
    fastPaths,
    isLive: (request) => isLive(request) || (deps.development !== undefined && isHotReload(request)),
    cdnUrl: deps.cdnUrl,
    logger: deps.logger,
    trustProxy: deps.trustProxy,
    before: deps.development,
    answerFailure: (request, reply, failure) => pages.answerFailure(request, reply, failure),
  })

  if (deps.isDemo) {
    // Cookies belong to one name, and the sign-in comes back to only one of the names that this machine has.
    app.addHook('onRequest', (request, reply, done) => {
      const isHealth = HEALTH.has(request.routeOptions.url ?? '') // asked by monitors and proxies, under any name
      if (request.method !== 'GET' || request.hostname === hostname || isHealth) return done()
      void reply.redirect(origin + request.url, 307)
    })
  }

  app.addHook('onClose', () => deps.processes.close())
  const changes = createChanges(deps.processes, TOPICS)
  const audit = createAudit({
    database,
    changes,
    clock,
    alongside: announcer({ content: deps.announcements, webhooks: deps.webhooks.names, origin, clock }),
  })
  const seal = createTokenSeal(deps.clientSecret)
  const scheduler = createScheduler({ processes: deps.processes, clock, log: app.log })
  app.addHook('onClose', () => scheduler.close())
  const isClockRight = await watchClock({ ...deps, scheduler, log: app.log })
  const rosters = ROSTERS.map((roster) => ({ roster, store: createRosterStore({ ...deps, audit }, roster) }))
  const directory = await createDirectory({
    ...deps,
    changes,
    log: app.log,
    lists: rosters.map(({ roster, store }) => ({
      topic: roster.name,
      read: async () => (await store.list()).map(({ discordId, ...member }) => ({ ...member, id: discordId })),
    })),
  })
  const known = { ...deps, audit, directory, scheduler, log: app.log, roles: community.roles, isClockRight }
  const sessions = createSessions({
    ...known,
    secureCookies: origin.startsWith('https:'),
    nameOf: directory.nameOf,
  })
  directory.onRename(sessions.rename)
  const people = sharePeople({ ...known, sessions })
  const watch = watchRoles({ ...known, sessions, people })
  const authorization = createAuthorization({ ...known, sessions, people, watch, seal })
  const serve = serveOn({ app, authorization, changes, fastPaths, headers: answerHeaders({ origin }) })

  const departments = placesOf(frontDoor.departments)
  const showsSupporters = hasSupporters(deps.supporterRoles, deps.discord)
  const rulebookSlugs = deps.rulebooks.map(({ slug }) => slug)
  const pages = pageRoutes({
    ...deps,
    departments,
    development: deps.development !== undefined,
    serve,
    changes,
    slugs: { '/rules/:slug': rulebookSlugs },
    hasSupporters: showsSupporters,
    media,
  })
  authRoutes({ ...known, app, limits, serve, authorization, sessions, people, seal, showProblem: pages.showProblem })
  codesRoutes({ serve, database, audit, clock, synonyms: readSynonyms(community.dir) })
  departmentsRoutes({ app, serve, frontDoor })
  assistantRoutes({
    ...deps,
    serve,
    limits,
    changes,
    log: app.log,
    supportHref: community.site.links.support,
    codes: async () => passagesOfCodes(await listTenCodes(database.db), await listPenalCodes(database.db)),
  })
  crawlerRoutes({
    app,
    origin,
    site: community.site,
    departments,
    rulebooks: rulebookSlugs,
    hasSupporters: showsSupporters,
    media,
  })
  rosterRoutes({ ...deps, serve, audit }, staffRoster)
  const trialMods = trialModsRoutes({ ...deps, serve, audit })
  const staff = createRosterStore({ ...deps, audit }, staffRoster)
  trainingRoutes({
    ...deps,
    serve,
    audit,
    trainees: () => trialMods.listTrainees(),
    staff: async () => (await staff.list()).map(({ discordId, name }) => ({ id: discordId, name })),
  })
  // The training queue is made of the checklist and the roster; each person sees their own of the verifications.
  changes.on((topic) => {
    if (topic === 'trialmods' || topic === 'roster') changes.announce('training')
    if (topic === 'verifications') changes.announce('verification')
  })
  const actions = disciplineRoutes({
    ...known,
    serve,
    templates: readReasonTemplates(community.dir),
    gameTypes: readGameTypes(community.dir),
  })
  ingestRoutes({ ...deps, serve, limits, audit, actions })
  rosterRoutes({ ...deps, serve, audit }, devRoster)
  quickLinksRoutes({ serve, database, audit })
  verificationRoutes({ ...known, serve, limits, authorization, changes, verifiedRole: community.verifiedRole })
  const keptOfRosters = ROSTERS.map(({ name }) => keptOfRoster(database, name))
  const kept = [keptOfActions(database), KEPT_OF_TRIAL_MODS, ...keptOfRosters]
  auditRoutes({ app, serve, database, directory, audit, kept })
  if (deps.auditKept !== undefined) keepAudit({ ...known, kept: deps.auditKept })
  usersRoutes({ ...known, serve, authorization, sessions, watch, roleNames: createRoleNames(known) })

  const { askGameServer: ask } = deps
  const gameServer = ask && watchGameServer({ ...deps, ask, scheduler, changes, log: app.log })
  gameServerRoutes({ serve, watch: gameServer })

  keepAnnouncing({ ...known, store: createAnnouncementStore(database, clock) })

  const supporters = createSupporters({
    ...known,
    listKnown: (ids) => listUsers(database.db, ids),
    content: deps.supporterRoles,
    changes,
  })
  supportersRoutes({ serve, supporters })
  app.addHook('onListen', async () => void supporters.refresh())

  serve.snapshot(readApiDocument, [], async () =>
    openApiOf({ name: community.site.name, origin, cookieName: sessions.cookieName }),
  )

  const realtime = createRealtime({
    server: app.server,
    addressOf: (request) => addressOf(request, deps.trustProxy),
    origin,
    authorization: { ...authorization, sessionOf: sessions.of, onEnded: sessions.onEnded },
    changes,
    pool: database.poolBeside?.(4) ?? null,
    topicAccess,
    log: app.log,
  })
  sessions.onRights((userId) => realtime.recheckPerson(userId))
  const presence = presenceRoom({ realtime, clock })
  // Before the server: an open websocket is a connection that never ends by itself.
  app.addHook('preClose', async () => {
    presence.close()
    await realtime.close()
  })

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
      read: () => Number(deps.processes.isLeader()),
    },
  })
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (request, reply) => {
    try {
      await database.check()
      return { ok: true }
    } catch (error) {
      return answerHttpError(reply, httpErrorOf(error, request))
    }
  })
  await media.serveOn(app)
  if (deps.clientDir !== null) {
    await app.register(fastifyStatic, {
      root: join(deps.clientDir, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
    })
  }
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
  app.addHook('onClose', () => authorization.close())
  return app
}

/** What the community's files say, each picture by the address under which it may be kept. */
function withMedia(deps: AppDeps, media: Media): AppDeps {
  const { community, frontDoor, supporterRoles, pictures } = deps
  return {
    ...deps,
    community: { ...community, site: media.addressed(community.site) },
    frontDoor: media.addressed(frontDoor),
    supporterRoles: media.addressed(supporterRoles),
    pictures: pictures.map(({ file, ...picture }) => ({
      ...picture,
      file: media.addressOf(`/media/chat/${file}`).replace('/media/chat/', ''),
    })),
  }
}

const HEALTH = new Set(['/healthz', '/readyz'])

/** Vite's own connection. */
const isHotReload = ({ headers }: IncomingMessage) => headers['sec-websocket-protocol']?.startsWith('vite-') === true

const SWEEP_EVERY = 60_000
