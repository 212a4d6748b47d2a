import { existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { webhooksIn } from '#features/announcements/rules.ts'
import { createGameServerQuery } from '#features/game-server/server/gateway.ts'
import { describeReleaseCheck, releaseSourceOf } from '#features/releases/rules.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Community } from '#server/config/community.ts'
import { type Environment, readEnvironment, readVariables } from '#server/config/environment.ts'
import { settingsFileIn } from '#server/config/settings-file.ts'
import { findUnknownVariables } from '#server/config/unknown-variables.ts'
import type { Database } from '#server/database/database.ts'
import { checkDiscord } from '#server/discord/check.ts'
import { createDiscord, userAgentOf } from '#server/discord/discord.ts'
import type { DiscordSettings } from '#server/discord/settings.ts'
import { createWebhooks } from '#server/discord/webhooks.ts'
import { badInEnglish, type Finding, good } from '#server/finding.ts'
import type { Log } from '#server/log.ts'
import { isLoopback } from '#server/loopback.ts'
import { fromRoot } from '#server/paths.ts'
import { program } from '#server/version.ts'
import { checkAssistant } from './assistant-check.ts'
import { type CheckedCommunity, checkCommunity, textsOf } from './community-diagnosis.ts'
import { checkChannels, checkLinks, checkPlaceholders, checkQuickLinks } from './content-findings.ts'
import { checkDatabase, checkOpenDatabase, type KnownLinks } from './database-diagnosis.ts'
import { problemsOf } from './file-findings.ts'
import {
  checkAddresses,
  checkFolder,
  checkGameServer,
  checkNode,
  checkSettingsFile,
  checkSpace,
  reportRetention,
} from './findings.ts'
import { folderRefusal } from './real-data.ts'
import { mappingOf } from './role-mapping.ts'
import { checkSeenAddress, findSeenAddress } from './seen-address.ts'
import { checkOwners, checkTimeZone, checkUnknown, checkVerifyPass } from './service-findings.ts'

export interface DiagnosisOptions {
  log: Log
  /** The environment. Without it, the process environment and the files of settings are read. */
  env?: NodeJS.ProcessEnv
  seenAddress?: typeof findSeenAddress
  /** The database that the running site has open. Without it, the database is opened and closed for the check. */
  database?: Database
  /** The stand-in for Discord, while a demo runs. */
  standIn?: DiscordSettings | undefined
}

/**
 * Checks everything that must be right for the site to run, in the order in which a start needs it. Changes nothing.
 */
export async function diagnose({
  log,
  env,
  seenAddress = findSeenAddress,
  database,
  standIn,
}: DiagnosisOptions): Promise<Finding[]> {
  const found = [
    good(withValues('version {version} of the site', { version: program.version })),
    checkNode(process.version, program.engines.node),
  ]
  let environment: Environment
  let tz: string | undefined
  try {
    const variables = env ?? readVariables()
    tz = variables.TZ
    found.push(...checkUnknown(findUnknownVariables(variables)))
    environment = readEnvironment(variables)
  } catch (error) {
    return [...found, checkTimeZone(tz), ...problemsOf(error, msg('See the table of settings in README.md.'))]
  }
  const { discord, origin } = environment
  const isDemo = discord === null
  found.push(...checkAddresses(environment))
  if (!isDemo && !isLoopback(new URL(origin).hostname)) found.push(checkSeenAddress(await seenAddress(origin), origin))

  const content = await checkCommunity(fromRoot(environment.communityDir), environment)
  const { community } = content
  found.push(...content.found, checkTimeZone(tz, community?.site.timeZone))
  if (community) {
    found.push(checkLinks(community.site.links, isDemo))
  }
  if (community && community.gameServer !== null && !isDemo) {
    found.push(checkGameServer(await createGameServerQuery(community.gameServer)()))
  }
  if (environment.assistant) found.push(...(await checkAssistant(environment.assistant)))
  if (environment.verifypass) found.push(await checkVerifyPass(environment.verifypass))
  found.push(reportRetention(environment))
  const { updateCheck } = environment
  const releases = releaseSourceOf(program.repository ?? '')
  found.push(good(describeReleaseCheck(releases, { updateCheck, isDemo })))

  const records = await checkRecords(environment, { log, database, ...content })
  found.push(...records.found)
  if (community) {
    const { quickLinks } = records
    // Once the site has quick links, quick-links.yaml has no effect any more.
    const files = textsOf(community.dir).filter(({ name }) => quickLinks === null || name !== 'quick-links.yaml')
    const own = quickLinks === 'unknown' ? [] : (quickLinks ?? [])
    found.push(...checkPlaceholders(files, isDemo, content.unused), ...checkQuickLinks(own, isDemo))
  }
  if (discord) found.push(...(await checkAllOfDiscord({ ...environment, discord }, content)))
  else if (standIn) {
    found.push(...(await checkDiscord(standIn, content.roleIds, { verifiedRole: community?.verifiedRole ?? null })))
  } else
    found.push(
      good(msg('Discord roles are not checked: the simulated Discord only runs during the demo. Open /doctor there.')),
    )
  return found
}

/** Checks the data folder and the database. */
async function checkRecords(
  environment: Environment,
  {
    log,
    database,
    community,
    discipline,
  }: Pick<DiagnosisOptions, 'log' | 'database'> & Pick<CheckedCommunity, 'community' | 'discipline'>,
): Promise<{ found: Finding[]; quickLinks: KnownLinks }> {
  const { databaseUrl } = environment
  const dataDir = fromRoot(environment.dataDir)
  const found: Finding[] = []
  // The first start creates the folder itself.
  const folder = existsSync(dataDir) ? dataDir : dirname(dataDir)
  if (existsSync(folder)) {
    const { bavail, bsize } = statfsSync(folder)
    found.push(checkSpace(bavail * bsize, folder))
  }
  found.push(...checkSettingsFile(settingsFileIn(environment.dataDir), process.platform))
  const isOpen = database !== undefined || databaseUrl !== undefined
  const refusal = isOpen ? null : folderRefusal(dataDir, { isDemo: environment.discord === null })
  if (refusal !== null) {
    const refused = badInEnglish(refusal, msg('See the table of settings in README.md.'))
    return { found: [...found, refused], quickLinks: 'unknown' }
  }
  if (!isOpen && !existsSync(join(dataDir, 'database'))) {
    return {
      found: [...found, good(withValues('database: the first start creates it in {folder}', { folder: dataDir }))],
      quickLinks: null,
    }
  }
  const kept = { ...environment, discipline, mapping: community && mappingOf(community, environment.ownerIds) }
  const looked = await (database === undefined
    ? checkDatabase({ url: databaseUrl, dataDir, log, kept })
    : checkOpenDatabase(database, kept))
  // Opening the database closes the folder to other users, so its permissions are worth reporting only as they are
  // afterwards.
  const mode = databaseUrl === undefined ? checkFolder(join(dataDir, 'database'), process.platform) : []
  return { found: [...found, ...looked.found, ...mode], quickLinks: looked.quickLinks }
}

/** Checks sign-in, bot, roles, owners and webhooks. When Discord does not answer, reports only that. */
async function checkAllOfDiscord(
  { discord, origin, ownerIds, webhooks: given }: Environment & { discord: NonNullable<Environment['discord']> },
  { community, announcements, roleIds }: CheckedCommunity,
): Promise<Finding[]> {
  const settings = { ...discord, redirectUri: `${origin}/auth/discord/callback` }
  const found = await checkDiscord(settings, roleIds, { verifiedRole: community?.verifiedRole })
  const channels = announcements === null ? [] : checkChannels(announcements, given)
  if (found.some(({ isDown }) => isDown)) return [...found, ...channels]
  if (community) found.push(...(await checkTheirOwners(community)))
  const named = announcements === null ? Object.keys(given) : webhooksIn(announcements)
  const webhooks = Object.fromEntries(Object.entries(given).filter(([name]) => named.includes(name)))
  const tried = createWebhooks({ apiUrl: discord.apiUrl, userAgent: userAgentOf(settings), webhooks })
  return [...found, ...channels, ...(await tried.check())]

  function checkTheirOwners({ roles }: Community): Promise<Finding[]> {
    const hasBot = discord.botToken !== undefined
    return checkOwners({ ownerIds, ownerRoles: roles.owner, hasBot }, createDiscord(settings))
  }
}

/** Writes the findings for the terminal: one line each, and how to fix what is wrong. */
export function report(found: readonly Finding[]): string {
  const lines = found.map(({ needsLook, what, fix }) =>
    fix === undefined ? `  ok  ${what}` : `  ${needsLook ? '??' : '!!'}  ${what}\n      ${fix}`,
  )
  const wrong = found.filter(({ ok }) => !ok).length
  const doubtful = found.filter(({ needsLook }) => needsLook).length
  const inOrder = doubtful === 0 ? 'Everything is in order.' : 'Nothing is wrong.'
  const sums = [
    wrong === 0 ? inOrder : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`,
    ...(doubtful === 0 ? [] : [`${doubtful} ${doubtful === 1 ? 'thing needs' : 'things need'} a look.`]),
  ]
  return `${lines.join('\n')}\n\n${sums.join(' ')}`
}
