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
  const checkTrouble = createTrouble(trouble, {
    ...content,
    supportHref: helpHref(community.site.links),
  })
  const indexRules = createIndexing({ ...content, locale: localeOf(community.site) })
  const { assistant } = environment
  const model = assistant && createModel(assistant)
  const embedder = assistant?.embeddingsModel
    ? createEmbedder({ ...assistant, model: assistant.embeddingsModel })
    : null
  console.log(
    `Rules: ${formatCount(rulebooks.length, 'rulebook')}, ${assistant ? `asked through ${assistant.model}` : 'quoted without a model'}`,
  )
  // Loaded only in the demo. A real site must not run any of this code.
  const demoParts = isDemo ? await import('./demo.ts') : null

  const database = await opening.database()
  if (demoParts) {
    if (await hasRealPeople(database, demoParts.demoPeople(community, supporterRoles))) {
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

  await withLock(database, async () => {
    const codes = await fillCodes({ database, communityDir: community.dir, clock })
    if (codes > 0) console.log(`Codes: ${codes} arrived from ${join(community.dir, 'codes')}`)
    const quickLinks = await fillQuickLinks({ database, communityDir: community.dir, clock })
    if (quickLinks > 0)
      console.log(`Quick links: ${quickLinks} arrived from ${join(community.dir, 'quick-links.yaml')}`)
  })

  const stops: (() => Promise<void>)[] = [() => database.close()]
  const redirectUri = `${environment.origin}/auth/discord/callback`
  let settings = environment.discord && { ...environment.discord, redirectUri }
  let { verifypass, webhooks } = environment
  let { gameServer } = community
  if (settings === null) {
    if (demoParts === null) throw new Error('the demo was not read')
    const demo = await demoParts.startDemo({
      ...content,
      database,
      origin: environment.origin,
      webhookNames: webhooksIn(announcements),
      redirectUri,
      clock,
      port: environment.port + 1,
    })
    settings = demo.settings
    verifypass = demo.verifypass
    gameServer = demo.gameServer
    webhooks = demo.webhooks
    stops.unshift(demo.stop)
    console.log('Discord: demo mode, a stand-in on this machine signs people in')
    console.log(`Discord console: ${demo.consoleUrl} changes roles, kicks and bans while the site runs`)
    console.log(`Discord channels: ${demo.channelsUrl} shows what the site announces`)
    console.log('Verification: demo mode, a stand-in on this machine asks people')
    console.log(`Game server: demo mode, a stand-in at ${gameServer}`)
  } else {
    console.log(`Discord: application ${settings.clientId}, ${settings.botToken ? 'with' : 'without'} a bot`)
    console.log(`Game server: ${gameServer ?? 'not set up (gameServer in site.yaml)'}`)
    console.log(`Verification: ${verifypass ? 'VerifyPass' : 'not set up (VERIFYPASS_API_KEY, VERIFYPASS_WIDGET_KEY)'}`)
  }
  const channels = webhooksIn(announcements).filter((name) => name in webhooks)
  console.log(`Announcements: ${channels.length === 0 ? 'no channel has an address' : `to ${channels.join(', ')}`}`)
  const releases = releaseSourceOf(program.repository ?? '')
  const { updateCheck } = environment
  const askReleases = updateCheck && releases && !isDemo ? createAskReleases(releases) : null
  console.log(`Releases: ${translateSentence(describeReleaseCheck(releases, { updateCheck, isDemo }), ENGLISH)}`)
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
      ...parts,
      origin: environment.origin,
      isDemo,
      trustProxy: environment.trustProxy,
      ownerIds: environment.ownerIds,
      roleMaxAge: environment.roleMaxAge * 1000,
      longestSession: environment.sessionDays * DAY,
      auditKept: environment.auditKeepDays === undefined ? undefined : environment.auditKeepDays * DAY,
      evidenceQuota: quotaOf(environment),
      ...content,
      indexRules,
      checkTrouble,
      model,
      embedder,
      chatLimits: assistant ? { dailyTokens: assistant.dailyTokens } : {},
      webhooks: createWebhooks({ apiUrl: settings.apiUrl, userAgent: userAgentOf(settings), webhooks, outage }),
      database,
      processes: await openProcesses(database, logger),
      discord,
      verification: verifypass && createVerifyPass(verifypass),
      metricsToken: environment.metricsToken,
      version: program.version,
      askReleases,
      queryGameServer: gameServer === null ? null : createGameServerQuery(gameServer),
      checkLink: isDemo ? null : createCheckLink(),
      clientSecret: settings.clientSecret,
      diagnose: () => diagnose({ log: logger, database, standIn: isDemo ? settings : undefined }),
      ownTasks: () => listOwnTasksNow({ ...content, environment, dataDir, database }),
      cdnUrl: settings.cdnUrl,
      clock,
      logger,
    }),
    parts.prepare?.(),
  ])
  const level = logger.level
  logger.level = 'warn' // Fastify prints where it listens in its own words. The site prints its own message below.
  await app.listen({ port: environment.port, host: environment.host }).catch(async (error: unknown) => {
    await app.close()
    for (const stop of stops) await stop()
    const { host, port } = environment
    throw new CannotStart(`${host}:${port} cannot be listened on (${errorMessage(error)}): set PORT or HOST to another`)
  })
  logger.level = level
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
