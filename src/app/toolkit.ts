import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Announced } from '#features/announcements/rules.ts'
import { createAnnounce } from '#features/announcements/server/store.ts'
import { type Audit, createAudit } from '#features/audit/server/store.ts'
import { createAuthorization } from '#features/auth/server/authorization.ts'
import { createDirectory } from '#features/auth/server/directory-store.ts'
import { createPeopleSync } from '#features/auth/server/people.ts'
import { watchRoles } from '#features/auth/server/role-watch.ts'
import { createSessions } from '#features/auth/server/sessions.ts'
import { namesOf } from '#features/discipline/type-rules.ts'
import type { Inbox } from '#features/inbox/rules.ts'
import { createInboxKeeper } from '#features/inbox/server/store.ts'
import type { Access } from '#lib/access.ts'
import { dayOf } from '#lib/dates.ts'
import type { Translator } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import { type Changes, createChanges } from '#server/changes.ts'
import { createTokenSeal } from '#server/discord/sealed-token.ts'
import { createFastPaths } from '#server/http/fast-paths.ts'
import type { HttpError } from '#server/http/http-error.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { byLanguage } from '#server/http/language.ts'
import { createLimits } from '#server/http/limits.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { answerHeaders } from '#server/http/security.ts'
import { serveOn } from '#server/http/serve.ts'
import { addressOf } from '#server/http/visitor-address.ts'
import type { Log } from '#server/log.ts'
import { createScheduler, type Scheduler } from '#server/processes/scheduler.ts'
import { createRealtime, isLive } from '#server/realtime/realtime.ts'
import { createMessageSender, createMessageWriter } from './direct-messages.ts'
import { createDirectoryLists } from './feature-links.ts'
import { siteLanguages } from './languages.ts'
import { inboxPlaces, listPlaces } from './list-titles.ts'
import type { AppDeps } from './settings.ts'
import { watchClock } from './trusted-clock.ts'

interface ToolkitDeps extends AppDeps {
  topics: readonly Topic[]
  topicAccess(topic: Topic): Access
  /** The actions that may appear in the audit log. */
  audited: readonly string[]
  /** The kinds of inbox rows. */
  inbox: Inbox
  announced: Announced
  /** Answers a failed request. */
  answerFailure(request: FastifyRequest, reply: FastifyReply, failure: HttpError): Promise<FastifyReply>
}

export type Toolkit = Awaited<ReturnType<typeof createToolkit>>

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs the background jobs that are due and waits for them. Used by tests that move the clock. */
    runDueJobs(): Promise<void>
  }
}

/** What features are built with: the HTTP server, the audit log, sessions, background jobs, live connections. */
export async function createToolkit(deps: ToolkitDeps) {
  const { database, discord, processes, clock, community, origin } = deps
  const { app, limits, metrics, fastPaths } = httpParts(deps)
  const { log } = app
  const changes = createChanges(processes, deps.topics)
  const { audit, keeper, messageWriter, places } = auditParts(deps, {
    changes,
    translator: () => siteLanguageOf(community.site.language).translator,
    onInboxRows: (ids) => realtime.notifyPeople('inbox', ids),
  })
  const scheduler = createScheduler({ processes, clock, log })
  app.addHook('onClose', () => scheduler.close())
  app.decorate('runDueJobs', () => scheduler.look())
  const isClockRight = await watchClock({ database, scheduler, clock, log })

  const signedIn = await sessionParts(deps, { changes, audit, scheduler, isClockRight, log })
  const { sessions, authorization } = signedIn
  app.addHook('onClose', () => authorization.close())
  const siteLanguageOf = siteLanguages(community, deps.development !== undefined)
  const languageOf = byLanguage(community.site, siteLanguageOf)
  const serve = serveOn({
    app,
    off: deps.navigation.off,
    authorization,
    translatorOf: (cookies) => languageOf(cookies).translator,
    changes,
    fastPaths,
    headers: answerHeaders({ origin }),
    exporting: {
      today: () => dayOf(clock().toISOString(), community.site.timeZone),
      recordExport: (by, entry) => audit.change(by, async () => ({ result: undefined, entries: [entry], topics: [] })),
    },
  })

  const realtime = createRealtime({
    server: app.server,
    addressOf: (request) => addressOf(request, deps.trustProxy),
    origin,
    authorization: { ...authorization, sessionOf: sessions.of, onEnded: sessions.onEnded },
    changes,
    topicAccess: deps.topicAccess,
    log,
  })
  sessions.onRights((userId) => realtime.recheckPerson(userId))
  const { writeTest, writeDigest, writeWaiting } = messageWriter
  return {
    ...{ app, log, limits, metrics, changes, audit, scheduler, isClockRight, serve, realtime },
    ...{ ...signedIn, siteLanguageOf, languageOf },
    timeZone: community.site.timeZone,
    memberNow: authorization.memberNow,
    directMessages: createMessageSender({
      ...{ ...deps, realtime, timeZone: community.site.timeZone },
      ...{ inboxPlaces: places, memberNow: authorization.memberNow },
    }),
    messages: { canSend: discord.sendDirectMessage !== null, writeTest, writeDigest, writeWaiting },
    ...{ inbox: deps.inbox, inboxPlaces: places, inboxKeeper: keeper },
  }
}

/** The audit log, and what follows from its entries: announcements, inbox rows and direct messages. */
function auditParts(
  deps: ToolkitDeps,
  {
    changes,
    translator,
    onInboxRows,
  }: { changes: Changes; translator: () => Translator; onInboxRows: (ids: readonly string[]) => void },
) {
  const { inbox, database, processes, clock, origin, messageDefaults } = deps
  const internalTypes = {
    staff: namesOf(deps.actionTypes.filter(({ isBetweenStaff }) => isBetweenStaff)),
    players: namesOf(deps.playerTypes.filter(({ isBetweenStaff }) => isBetweenStaff)),
  }
  const announce = createAnnounce({
    ...{ origin, clock, internalTypes, announced: deps.announced },
    content: deps.announcements,
    webhooks: deps.webhooks.names,
    places: listPlaces(deps),
  })
  const places = inboxPlaces(deps)
  const messageWriter = createMessageWriter({
    ...{ inbox, origin, clock, translator },
    name: deps.community.site.name,
    titleOf: (list) => places[list]?.title ?? '',
  })
  const { write } = messageWriter
  const keeper = createInboxKeeper({ inbox, database, write, processes, clock, internalTypes, messageDefaults })
  const audit = createAudit({
    ...{ database, changes, clock, audited: deps.audited },
    alongside: async (tx, by, entries, { firstSeq, afterCommit }) => {
      await announce(tx, by, entries)
      const ids = await keeper.keep(tx, by, entries, firstSeq)
      if (ids.length > 0) afterCommit(() => onInboxRows(ids))
    },
  })
  return { audit, keeper, messageWriter, places }
}

/** Who is signed in, and with which rights. */
async function sessionParts(
  deps: ToolkitDeps,
  parts: { changes: Changes; audit: Audit; scheduler: Scheduler; isClockRight: () => boolean; log: Log },
) {
  const { database, discord, processes, clock, ownerIds, roleMaxAge, clientSecret, longestSession } = deps
  const { audit, changes, scheduler, isClockRight, log } = parts
  const { roles, capabilityRoles } = deps.community
  const lists = createDirectoryLists({ ...deps, audit })
  const directory = await createDirectory({ database, discord, changes, clock, log, lists })
  const seal = createTokenSeal(clientSecret)
  const secureCookies = deps.origin.startsWith('https:')
  const { nameOf } = directory
  const known = {
    ...{ database, discord, processes, clock, isClockRight, ownerIds, roleMaxAge },
    ...{ roles, capabilityRoles, audit, log, scheduler },
  }
  const sessions = createSessions({ ...known, clientSecret, longestSession, secureCookies, nameOf })
  directory.onRename(sessions.refreshNames)
  const people = createPeopleSync({ processes, database, sessions, log })
  const watch = watchRoles({ ...known, changes, sessions, people })
  const authorization = createAuthorization({ ...known, sessions, people, watch, seal })
  return { directory, seal, sessions, people, watch, authorization, roles, capabilityRoles }
}

function httpParts(deps: ToolkitDeps) {
  const { database, development, isDemo, origin } = deps
  const { host, hostname } = new URL(origin)
  const limits = createLimits(database)
  const metrics = deps.metricsToken === undefined ? null : createMetrics(deps.metricsToken)
  const fastPaths = createFastPaths({ host: isDemo ? host : undefined, counted: metrics?.counted })
  const app = createHttpServer({
    limits,
    origin,
    fastPaths,
    isLive: (request) => isLive(request) || (development !== undefined && isHotReload(request)),
    cdnUrl: deps.cdnUrl,
    logger: deps.logger,
    trustProxy: deps.trustProxy,
    before: development,
    answerFailure: deps.answerFailure,
  })
  if (isDemo) {
    // This machine has several host names. A cookie belongs to one name, and Discord redirects back to only one of
    // them.
    app.addHook('onRequest', (request, reply, done) => {
      const isHealth = HEALTH.has(request.routeOptions.url ?? '') // monitors and proxies call these by any name
      if (request.method !== 'GET' || request.hostname === hostname || isHealth) return done()
      void reply.redirect(origin + request.url, 307)
    })
  }
  app.addHook('onClose', () => deps.processes.close())
  return { app, limits, metrics, fastPaths }
}

const HEALTH = new Set(['/healthz', '/readyz'])

/** Whether the request is Vite's own connection. */
const isHotReload = ({ headers }: IncomingMessage) => headers['sec-websocket-protocol']?.startsWith('vite-') === true
