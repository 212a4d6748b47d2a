import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type * as core from 'zod/v4/core'
import { type Announcements, webhooksIn } from '#features/announcements/rules.ts'
import { readAnnouncements } from '#features/announcements/server/gateway.ts'
import { countAnnouncements } from '#features/announcements/server/store.ts'
import { readGlossary, readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { readPictures, readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { readTrouble } from '#features/assistant/server/trouble-file.ts'
import { findAuditTimes, findBelieved } from '#features/audit/server/chain-store.ts'
import { PenalCodeFile, SynonymFile, TenCodeFile } from '#features/codes/contract.ts'
import { readCodePhrases } from '#features/codes/server/gateway.ts'
import { readFrontDoor } from '#features/departments/server/gateway.ts'
import { readGameTypes, readReasonTemplates } from '#features/discipline/server/gateway.ts'
import { createAskGameServer } from '#features/game-server/server/gateway.ts'
import { type QuickLink, QuickLinkFile } from '#features/quick-links/contract.ts'
import { haveArrived, listQuickLinks } from '#features/quick-links/server/store.ts'
import { releaseSourceOf, tellReleaseCheck } from '#features/releases/rules.ts'
import { ROSTERS } from '#features/roster/contract.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { readSupporterRoles } from '#features/supporters/server/gateway.ts'
import { counted } from '#lib/text.ts'
import { type Community, readCommunity } from '#server/config/community.ts'
import { BadConfiguration, type Environment, readEnvironment } from '#server/config/environment.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'
import { DatabaseInUse } from '#server/database/embedded/lock.ts'
import { NewerDatabase, pendingMigrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { checkDiscord, type Finding, type NamedRole } from '#server/discord/check.ts'
import { userAgentOf } from '#server/discord/discord.ts'
import { createWebhooks } from '#server/discord/webhooks.ts'
import type { Log } from '#server/log.ts'
import { isLoopback } from '#server/loopback.ts'
import { fromRoot } from '#server/paths.ts'
import { program } from '#server/version.ts'
import { checkAssistant } from './assistant-check.ts'
import {
  bad,
  checkAddresses,
  checkChannels,
  checkClock,
  checkFolder,
  checkGameServer,
  checkLinks,
  checkNode,
  checkOutbox,
  checkPlaceholders,
  checkQuickLinks,
  checkSpace,
  checkSupporters,
  good,
  tellRetention,
} from './findings.ts'
import { demoRefusal, isMarkedAsReal } from './real-data.ts'
import { PAGES } from './routes.tsx'
import { askSeenAddress, checkSeenAddress } from './seen-address.ts'

/** Turns what a step throws for people into findings; anything else is ours to fix and goes on. */
function problemsOf(error: unknown, fix: string): Finding[] {
  if (error instanceof BadConfiguration) return error.problems.map((problem) => bad(problem, fix))
  throw error
}

/** Every text of the community, by its path in the folder. */
function textsOf(dir: string): { name: string; text: string }[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(yaml|md)$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(dir, name), 'utf8') }))
}

/** Every file of the community that a start reads. Of one that is wrong nothing is known. */
function checkCommunity(
  dir: string,
  discord: Environment['discord'],
): {
  community: Community | null
  announcements: Announcements
  roleIds: NamedRole[]
  found: Finding[]
} {
  const found: Finding[] = []
  function look<T>(read: () => T, say: (said: T) => string): T | null {
    try {
      const said = read()
      found.push(good(say(said)))
      return said
    } catch (error) {
      found.push(...problemsOf(error, 'Mend the line, then ask the doctor again.'))
      return null
    }
  }
  function lookAtList<S extends core.$ZodType<unknown[]>>(name: string, schema: S, what: string): void {
    const file = join(dir, name)
    if (existsSync(file))
      look(
        () => readYaml(file, schema),
        ({ length }) => `${name}: ${counted(length, what)}`,
      )
  }

  const community = look(
    () => readCommunity(dir),
    ({ site }) => `community: ${site.name}`,
  )
  if (community === null) return { community, announcements: {}, roleIds: [], found }
  const taken = PAGES.map(({ path }) => path)
  look(
    () => readFrontDoor(dir, taken),
    ({ departments, leaders }) =>
      `departments: ${counted(departments.length, 'page')}; leadership.yaml: ${counted(leaders.data.length, 'person', 'people')}`,
  )
  const supporters = look(
    () => readSupporterRoles(dir),
    ({ tiers, badges }) => `supporters.yaml: ${counted(tiers.length, 'tier')} and ${counted(badges.length, 'badge')}`,
  )
  if (supporters && discord) found.push(...checkSupporters(supporters, discord.botToken !== undefined))
  look(
    () => ({
      rulebooks: readRulebooks(dir),
      pictures: readPictures(dir),
      glossary: readGlossary(dir),
      outside: readOutsideTopics(dir),
      trouble: readTrouble(dir),
    }),
    ({ rulebooks, pictures, glossary, outside, trouble }) =>
      `rules: ${counted(rulebooks.length, 'rulebook')}, ${counted(pictures.length, 'picture')} for the assistant; glossary.yaml: ${counted(glossary.same.length, 'group')}; not-in-the-rules.yaml: ${counted(outside.length, 'topic')}; assistant.yaml: ${counted(trouble.replies.length, 'reply', 'replies')} to people in trouble`,
  )
  const announcements = look(
    () => readAnnouncements(dir),
    (said) =>
      `announcements.yaml: ${counted(Object.keys(said).length, 'event')} in ${counted(webhooksIn(said).length, 'channel')}`,
  )
  lookAtList('codes/ten-codes.yaml', TenCodeFile, 'code')
  lookAtList('codes/penal-codes.yaml', PenalCodeFile, 'code')
  lookAtList('codes/synonyms.yaml', SynonymFile, 'group')
  look(
    () => readCodePhrases(dir),
    ({ ten, penal }) => `codes/asked-as.yaml: phrases for ${counted(ten.size + penal.size, 'code')}`,
  )
  lookAtList('quick-links.yaml', QuickLinkFile, 'link')
  look(
    () => readRosterContent(dir),
    ({ statuses, rosters }) =>
      `rosters.yaml: ${counted(statuses.length, 'status', 'statuses')}; ${ROSTERS.map(({ name }) => `${rosters[name].title} with ${counted(rosters[name].groups.length, 'group')}`).join(', ')}`,
  )
  look(
    () => ({ templates: readReasonTemplates(dir), types: readGameTypes(dir) }),
    ({ templates }) => `da-reasons.yaml: ${counted(templates.length, 'reason')}`,
  )
  const { roles, verifiedRole } = community
  const empty = Object.entries(roles).filter(([, ids]) => ids.length === 0)
  if (empty.length > 0) {
    found.push(
      bad(`no Discord role gives ${empty.map(([right]) => right).join(', ')}`, 'Name one in site.yaml, roles.'),
    )
  }
  const ofSupporters = supporters ? [...supporters.tiers, ...supporters.badges] : []
  const roleIds: NamedRole[] = [
    ...Object.entries(roles).flatMap(([right, ids]) => ids.map((id) => ({ id, use: right }))),
    ...(verifiedRole ? [{ id: verifiedRole, use: 'verifiedRole' }] : []),
    ...ofSupporters.flatMap(({ label, roles: ids }) => ids.map((id) => ({ id, use: `supporters ${label}` }))),
  ]
  return { community, announcements: announcements ?? {}, roleIds, found }
}

/** The quick links are null where the database cannot say, or none have arrived yet. */
async function checkDatabase(options: {
  url?: string | undefined
  dataDir: string
  log: Log
  auditKeepDays: number | undefined
}): Promise<{ found: Finding[]; quickLinks: QuickLink[] | null }> {
  const quickLinks = null
  let database: Database
  try {
    database = await openDatabase(options)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof DatabaseInUse) {
      const what = `the database in ${options.dataDir} is in use: the site is running, so it is not looked at`
      return { found: [good(what)], quickLinks }
    }
    const code = 'code' in error ? String(error.code) : error.name
    const fix = options.url
      ? 'Check DATABASE_URL, and that PostgreSQL runs and lets this user in.'
      : 'Check that DATA_DIR is a folder that this user may write to.'
    return { found: [bad(`the database cannot be opened: ${error.message || code}`, fix)], quickLinks }
  }
  try {
    await database.check()
    const pending = await pendingMigrations(database)
    // The table may be among what will be made.
    const outbox = pending === 0 ? checkOutbox(await countAnnouncements(database.db)) : []
    const clock =
      pending === 0
        ? checkClock(
            await findAuditTimes(database.db),
            await findBelieved(database.db),
            new Date(),
            options.auditKeepDays,
          )
        : []
    const made = `${counted(pending, 'migration')} will be made at the next start, after a backup`
    return {
      found: [
        good(`database: ${database.engine}`),
        good(pending === 0 ? 'its tables are up to date' : made),
        ...outbox,
        ...clock,
      ],
      quickLinks: pending === 0 && (await haveArrived(database.db)) ? await listQuickLinks(database.db) : null,
    }
  } catch (error) {
    if (!(error instanceof NewerDatabase)) throw error
    const fix = 'Install that version again, or take the database back to before the update: `npm run rollback`.'
    return { found: [bad('the database was made by a newer version of this site', fix)], quickLinks }
  } finally {
    await database.close()
  }
}

/** Everything that must be right for the site to run, in the order in which a start needs it. Changes nothing. */
export async function diagnose(
  log: Log,
  env?: NodeJS.ProcessEnv,
  seenAddress: typeof askSeenAddress = askSeenAddress,
): Promise<Finding[]> {
  const found = [good(`version ${program.version} of the site`), checkNode(process.version, program.engines.node)]
  let environment: Environment
  try {
    environment = readEnvironment(env)
  } catch (error) {
    return [...found, ...problemsOf(error, 'See the table of variables in README.md.')]
  }
  const { discord, databaseUrl, origin } = environment
  const dataDir = fromRoot(environment.dataDir)
  const isDemo = discord === null
  found.push(...checkAddresses(environment))
  if (!isDemo && !isLoopback(new URL(origin).hostname)) found.push(checkSeenAddress(await seenAddress(origin), origin))

  const {
    community,
    announcements,
    roleIds,
    found: ofCommunity,
  } = checkCommunity(fromRoot(environment.communityDir), discord)
  found.push(...ofCommunity)
  if (community) {
    found.push(checkLinks(community.site.links, isDemo))
  }
  if (community && community.gameServer !== null && !isDemo) {
    found.push(checkGameServer(await createAskGameServer(community.gameServer)()))
  }
  if (environment.assistant) found.push(...(await checkAssistant(environment.assistant)))
  found.push(tellRetention(environment))
  const { updateCheck } = environment
  const releases = releaseSourceOf(program.repository ?? '')
  found.push(good(`newer versions are ${tellReleaseCheck(releases, { updateCheck, isDemo })}`))
  let quickLinks: QuickLink[] | null = null
  // The folder itself is made at the first start.
  const folder = existsSync(dataDir) ? dataDir : dirname(dataDir)
  if (existsSync(folder)) {
    const { bavail, bsize } = statfsSync(folder)
    found.push(checkSpace(bavail * bsize, folder))
  }
  if (isDemo && databaseUrl === undefined && isMarkedAsReal(dataDir)) {
    found.push(bad(demoRefusal(dataDir), 'See the table of variables in README.md.'))
  } else if (databaseUrl !== undefined || existsSync(join(dataDir, 'database'))) {
    const { auditKeepDays } = environment
    const looked = await checkDatabase({ url: databaseUrl, dataDir, log, auditKeepDays })
    quickLinks = looked.quickLinks
    found.push(...looked.found)
    // To open it closes it to others, so what is found now stays so.
    if (databaseUrl === undefined) found.push(...checkFolder(join(dataDir, 'database'), process.platform))
  } else {
    found.push(good(`database: will be made in ${dataDir} at the first start`))
  }
  if (community) {
    // Once links have arrived the site has its own, and the file says nothing any more.
    const files = textsOf(community.dir).filter(({ name }) => quickLinks === null || name !== 'quick-links.yaml')
    found.push(...checkPlaceholders(files, isDemo), ...checkQuickLinks(quickLinks ?? [], isDemo))
  }
  if (discord) {
    const settings = { ...discord, redirectUri: `${origin}/auth/discord/callback` }
    found.push(...(await checkDiscord(settings, roleIds, { verifiedRole: community?.verifiedRole })))
    const named = webhooksIn(announcements)
    const webhooks = Object.fromEntries(Object.entries(environment.webhooks).filter(([name]) => named.includes(name)))
    found.push(...checkChannels(announcements, environment.webhooks))
    found.push(
      ...(await createWebhooks({ apiUrl: discord.apiUrl, userAgent: userAgentOf(settings), webhooks }).check()),
    )
  }
  return found
}

/** For the terminal: one line each, what is wrong with how to fix it. */
export function report(found: readonly Finding[]): string {
  const lines = found.map(({ ok, what, fix }) => (ok ? `  ok  ${what}` : `  !!  ${what}\n      ${fix ?? ''}`))
  const wrong = found.filter(({ ok }) => !ok).length
  const sum = wrong === 0 ? 'Everything is in order.' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`
  return `${lines.join('\n')}\n\n${sum}`
}
