import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { webhooksIn } from '#features/announcements/rules.ts'
import { createEmbedder, createModel } from '#features/assistant/server/gateway.ts'
import { createIndexing } from '#features/assistant/server/rule-indexing.ts'
import { createTrouble } from '#features/assistant/server/trouble.ts'
import { fillCodes } from '#features/codes/server/gateway.ts'
import { quotaOf } from '#features/evidence/rules.ts'
import { createCheckLink } from '#features/evidence/server/gateway.ts'
import { createGameServerQuery } from '#features/game-server/server/gateway.ts'
import { fillQuickLinks } from '#features/quick-links/server/gateway.ts'
import { describeReleaseCheck, releaseSourceOf } from '#features/releases/rules.ts'
import { createAskReleases } from '#features/releases/server/gateway.ts'
import { saveMapping } from '#features/rights/server/store.ts'
import { createVerifyPass } from '#features/verification/server/verifypass.ts'
import { DAY } from '#lib/dates.ts'
import { helpHref } from '#lib/help-href.ts'
import { localeOf } from '#lib/locale.ts'
import { ENGLISH } from '#lib/messages.ts'
import { translateSentence } from '#lib/sentence.ts'
import { formatCount } from '#lib/text.ts'
import type { Environment } from '#server/config/environment.ts'
import type { Database } from '#server/database/database.ts'
import { NewerDatabase } from '#server/database/migrate.ts'
import { withLock } from '#server/database/several-processes.ts'
import { createDiscord, userAgentOf } from '#server/discord/discord.ts'
import { watchOutage } from '#server/discord/outage.ts'
import { createWebhooks } from '#server/discord/webhooks.ts'
import { errorMessage } from '#server/errors.ts'
import { fromRoot } from '#server/paths.ts'
import { openProcesses } from '#server/processes/open-processes.ts'
import { program } from '#server/version.ts'
import { closeOnSignal } from './closing.ts'
import { readContent } from './content.ts'
import { diagnose } from './diagnosis.ts'
import { CannotStart, type Opening } from './opening.ts'
import { listOwnTasksNow } from './own-tasks.ts'
import { demoRefusal, hasRealPeople, markAsDemo, markAsReal } from './real-data.ts'
import { mappingOf, mappingRefusal } from './role-mapping.ts'
import { buildApp } from './server.ts'
import type { AppDeps } from './settings.ts'
import { migrateWithBackup, NoBackup } from './update.ts'

/**
 * Takes the start from the opening to a site that answers: reads files, migrates, listens, and closes with grace on
 * SIGTERM or SIGINT. Prints each step. Throws `BadConfiguration` or `CannotStart`, with a message for the person who
 * runs the site.
 */
export async function start(
  { began, environment, logger, dataDir, isDemo, ...opening }: Opening,
  parts: Pick<AppDeps, 'assets' | 'renderer' | 'clientDir' | 'development'> & { prepare?: () => Promise<void> },
): Promise<FastifyInstance> {
  const clock = () => new Date()
  const outage = watchOutage({ log: logger, clock })
  const { databaseUrl } = environment
  const { trouble, ...content } = await readContent(fromRoot(environment.communityDir), {
    isHashed: parts.development === undefined,
    over: environment,
  }).catch(async (error: unknown) => {
    await opening.abandon()
    throw error
  })
  const { community, supporterRoles, rulebooks, announcements } = content
  console.log(`Community: ${community.site.name}`)
  const checkTrouble = createTrouble(trouble, { ...content, supportHref: helpHref(community.site.links) })
  const indexRules = createIndexing({ ...content, locale: localeOf(community.site) })
  const { assistant } = environment
  const models = modelsOf(assistant)
  console.log(
    `Rules: ${formatCount(rulebooks.length, 'rulebook')}, ${assistant ? `asked through ${assistant.model}` : 'quoted without a model'}`,
  )
  // Loaded only in the demo. A real site must not run any of this code.
  const demoParts = isDemo ? await import('./demo.ts') : null

  const database = await opening.database()
  const demoIds = demoParts?.demoPeople(community, supporterRoles)
  await prepareDatabase(database, { databaseUrl, dataDir, clock, demoIds })
  await withLock(database, () => fillLists({ database, communityDir: community.dir, clock }))

  const services = await connectServices(environment, content, { demoParts, database, clock })
  const { settings, verifypass, webhooks, gameServer } = services
  const stops = [...services.stops, () => database.close()]
  const channels = webhooksIn(announcements).filter((name) => name in webhooks)
  console.log(`Announcements: ${channels.length === 0 ? 'no channel has an address' : `to ${channels.join(', ')}`}`)
  const askReleases = releaseCheckOf({ updateCheck: environment.updateCheck, isDemo })
  const discord = createDiscord(settings, { outage })
  const mapping = mappingOf(community, environment.ownerIds)
  await withLock(database, async () => {
    const refusal = await mappingRefusal(database.db, mapping, discord)
    if (refusal === null) printChangedRights((await saveMapping({ database, clock }, mapping)).length)
    else {
      for (const stop of stops) await stop()
      throw new CannotStart(refusal)
    }
  })
  const [app] = await Promise.all([
    buildApp({
      ...{ ...parts, ...settingsOf(environment), ...content, ...models },
      ...{ isDemo, indexRules, checkTrouble, askReleases, database, discord, clock, logger },
      webhooks: createWebhooks({ apiUrl: settings.apiUrl, userAgent: userAgentOf(settings), webhooks, outage }),
      processes: await openProcesses(database, logger),
      verification: verifypass && createVerifyPass(verifypass),
      version: program.version,
      queryGameServer: gameServer === null ? null : createGameServerQuery(gameServer),
      checkLink: isDemo ? null : createCheckLink(),
      clientSecret: settings.clientSecret,
      diagnose: () => diagnose({ log: logger, database, standIn: isDemo ? settings : undefined }),
      ownTasks: () => listOwnTasksNow({ ...content, environment, dataDir, database }),
      cdnUrl: settings.cdnUrl,
    }),
    parts.prepare?.(),
  ])
  await listen(app, environment, { logger, stops })
  closeOnSignal(app, stops)
  console.log(`Ready after ${((performance.now() - began) / 1000).toFixed(1)} s:\n\n  ${environment.origin}\n`)
  return app
}

function printChangedRights(people: number): void {
  if (people > 0)
    console.log(
      `Rights: changed for ${formatCount(people, 'person', 'people')}; the doctor and the audit log say whose`,
    )
}

function settingsOf(environment: Environment) {
  const { origin, trustProxy, ownerIds, metricsToken } = environment
  return {
    ...{ origin, trustProxy, ownerIds, metricsToken },
    roleMaxAge: environment.roleMaxAge * 1000,
    longestSession: environment.sessionDays * DAY,
    auditKept: environment.auditKeepDays === undefined ? undefined : environment.auditKeepDays * DAY,
    evidenceQuota: quotaOf(environment),
  }
}

function releaseCheckOf(given: { updateCheck: boolean; isDemo: boolean }) {
  const releases = releaseSourceOf(program.repository ?? '')
  console.log(`Releases: ${translateSentence(describeReleaseCheck(releases, given), ENGLISH)}`)
  return given.updateCheck && releases && !given.isDemo ? createAskReleases(releases) : null
}

function modelsOf(assistant: Environment['assistant']): Pick<AppDeps, 'model' | 'embedder' | 'chatLimits'> {
  if (assistant === null) return { model: null, embedder: null, chatLimits: {} }
  const { embeddingsModel, dailyTokens } = assistant
  const embedder = embeddingsModel ? createEmbedder({ ...assistant, model: embeddingsModel }) : null
  return { model: createModel(assistant), embedder, chatLimits: { dailyTokens } }
}

/** Refuses a database of another kind of site, and migrates any other. Only the demo has `demoIds`. */
async function prepareDatabase(
  database: Database,
  options: { databaseUrl?: string; dataDir: string; clock: () => Date; demoIds?: string[] },
): Promise<void> {
  const { databaseUrl, dataDir, clock, demoIds } = options
  if (demoIds) {
    if (await hasRealPeople(database, demoIds)) {
      await database.close()
      throw new CannotStart(demoRefusal(databaseUrl === undefined ? dataDir : 'The database at DATABASE_URL'))
    }
    if (databaseUrl === undefined) markAsDemo(dataDir)
  } else if (databaseUrl === undefined) markAsReal(dataDir)
  const migrations = await migrateWithBackup(database, { dataDir, clock }).catch(async (error: unknown) => {
    if (!(error instanceof NewerDatabase || error instanceof NoBackup)) throw error
    await database.close()
    throw new CannotStart(error.message, { cause: error })
  })
  console.log(
    `Database: ${database.engine}, ${migrations === 0 ? 'up to date' : `${formatCount(migrations, 'migration')} made`}`,
  )
}

/** Fills the codes and the quick links of a new database from the community's files. */
async function fillLists(deps: { database: Database; communityDir: string; clock: () => Date }): Promise<void> {
  const { communityDir } = deps
  const codes = await fillCodes(deps)
  if (codes > 0) console.log(`Codes: ${codes} arrived from ${join(communityDir, 'codes')}`)
  const quickLinks = await fillQuickLinks(deps)
  if (quickLinks > 0) console.log(`Quick links: ${quickLinks} arrived from ${join(communityDir, 'quick-links.yaml')}`)
}

/** The services that the site uses: those of the settings, or in the demo stand-ins on this machine. */
async function connectServices(
  { discord, verifypass, webhooks, origin, port }: Environment,
  content: Omit<Awaited<ReturnType<typeof readContent>>, 'trouble'>,
  { demoParts, ...data }: { demoParts: typeof import('./demo.ts') | null; database: Database; clock: () => Date },
) {
  const redirectUri = `${origin}/auth/discord/callback`
  if (discord !== null) {
    const { gameServer } = content.community
    console.log(`Discord: application ${discord.clientId}, ${discord.botToken ? 'with' : 'without'} a bot`)
    console.log(`Game server: ${gameServer ?? 'not set up (gameServer in site.yaml)'}`)
    console.log(`Verification: ${verifypass ? 'VerifyPass' : 'not set up (VERIFYPASS_API_KEY, VERIFYPASS_WIDGET_KEY)'}`)
    return { settings: { ...discord, redirectUri }, verifypass, webhooks, gameServer, stops: [] }
  }
  if (demoParts === null) throw new Error('the demo was not read')
  const demo = await demoParts.startDemo({
    ...{ ...content, ...data, origin, redirectUri },
    webhookNames: webhooksIn(content.announcements),
    port: port + 1,
  })
  console.log('Discord: demo mode, a stand-in on this machine signs people in')
  console.log(`Discord console: ${demo.consoleUrl} changes roles, kicks and bans while the site runs`)
  console.log(`Discord channels: ${demo.channelsUrl} shows what the site announces`)
  console.log('Verification: demo mode, a stand-in on this machine asks people')
  console.log(`Game server: demo mode, a stand-in at ${demo.gameServer}`)
  return { ...demo, stops: [demo.stop] }
}

async function listen(
  app: FastifyInstance,
  { port, host }: Environment,
  { logger, stops }: Pick<Opening, 'logger'> & { stops: readonly (() => Promise<void>)[] },
): Promise<void> {
  const level = logger.level
  logger.level = 'warn' // Fastify prints where it listens in its own words. The site prints its own message below.
  await app.listen({ port, host }).catch(async (error: unknown) => {
    await app.close()
    for (const stop of stops) await stop()
    throw new CannotStart(`${host}:${port} cannot be listened on (${errorMessage(error)}): set PORT or HOST to another`)
  })
  logger.level = level
}
