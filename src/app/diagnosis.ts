import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Announcements, webhooksIn } from '#features/announcements/rules.ts'
import { readAnnouncements } from '#features/announcements/server/gateway.ts'
import { countAnnouncements } from '#features/announcements/server/store.ts'
import { PenalCodeFile, TenCodeFile } from '#features/codes/contract.ts'
import type { Asked } from '#features/game-server/rules.ts'
import { createAskGameServer } from '#features/game-server/server/gateway.ts'
import { readSupporterRoles } from '#features/supporters/server/gateway.ts'
import { type Community, readCommunity } from '#server/config/community.ts'
import { BadConfiguration, type Environment, readEnvironment } from '#server/config/environment.ts'
import { readYaml } from '#server/config/yaml.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { pendingMigrations } from '#server/database/migrate.ts'
import { checkDiscord, type Finding } from '#server/discord/check.ts'
import { userAgentOf } from '#server/discord/discord.ts'
import { createWebhooks } from '#server/discord/webhooks.ts'
import type { Log } from '#server/log.ts'
import { root } from '#server/paths.ts'

const good = (what: string): Finding => ({ ok: true, what })
const bad = (what: string, mend: string): Finding => ({ ok: false, what, mend })

const RECOMMENDED_NODE = 24

/** `engines` of package.json is the floor; a newer one is faster. */
export function checkNode(version: string, engines: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [least = 0, leastMinor = 0] = engines.replace(/^\D+/, '').split('.').map(Number)
  if (major < least || (major === least && minor < leastMinor)) {
    return bad(
      `Node ${version} is too old`,
      `Install Node ${least}.${leastMinor} or newer; ${RECOMMENDED_NODE} is recommended.`,
    )
  }
  return good(`Node ${version}${major < RECOMMENDED_NODE ? `; ${RECOMMENDED_NODE} would be faster` : ''}`)
}

/** Whether people can reach the site safely as it is set up: what no single variable can tell. */
export function checkAddresses({ origin, host, port, trustProxy, discord, roleMaxAge }: Environment): Finding[] {
  if (discord === null) return [good('demo mode: a stand-in Discord, for this machine only')]
  const { protocol, hostname } = new URL(origin)
  const isHere = isLocal(hostname)
  const found: Finding[] = []
  if (protocol === 'http:' && !isHere) {
    found.push(
      bad(
        `${origin} is not encrypted: sessions could be read on the way`,
        'Put a proxy with a certificate in front (docs/running-it.md) and set PUBLIC_URL to its https address.',
      ),
    )
  }
  if (protocol === 'https:' && trustProxy === 0) {
    found.push(
      bad(
        'PUBLIC_URL is https but TRUST_PROXY is 0: behind a proxy all visitors would count as one, and be limited as one',
        'Set TRUST_PROXY to the number of proxies in front, usually 1.',
      ),
    )
  }
  if (trustProxy > 0 && isHere) {
    found.push(
      bad(
        'TRUST_PROXY is set but PUBLIC_URL is on this machine: visitors could claim any address',
        'Set TRUST_PROXY to 0, or PUBLIC_URL to the address of the proxy.',
      ),
    )
  }
  if (!isHere && protocol === 'https:' && trustProxy > 0) {
    found.push(
      good(
        isLocal(host)
          ? `${origin}, behind ${trustProxy} proxy on this machine`
          : `${origin}, behind ${trustProxy} proxy; see that nothing but it can reach ${host}:${port}`,
      ),
    )
  }
  if (roleMaxAge > 3600) {
    found.push(
      bad(
        'ROLE_MAX_AGE is over an hour: who loses a role keeps it as long',
        'Set ROLE_MAX_AGE to 300, or leave it out.',
      ),
    )
  }
  return found.length > 0 ? found : [good(`${origin}, on this machine`)]
}

function isLocal(host: string): boolean {
  return /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host)
}

/** How long is kept what the site writes down by itself. */
export function tellRetention({
  sessionDays,
  auditKeepDays,
}: Pick<Environment, 'sessionDays' | 'auditKeepDays'>): Finding {
  const log = auditKeepDays === undefined ? 'for ever' : `${auditKeepDays} days`
  return good(
    `sign-ins last ${sessionDays} days at most, staff's ${Math.min(7, sessionDays)}; the audit log is kept ${log}`,
  )
}

/** Addresses that the demo community came with: they lead nowhere. */
export function checkLinks(links: Record<string, string>, isDemo: boolean): Finding {
  const left = Object.entries(links).filter(([, href]) => /\.example(\/|$|:)/.test(href))
  if (left.length === 0) return good('every link of the community leads somewhere')
  const names = left.map(([name]) => name).join(', ')
  if (isDemo) return good(`${left.length} links are placeholders of the demo`)
  return bad(`${left.length} links are still placeholders: ${names}`, 'Write your own addresses into site.yaml.')
}

const ENOUGH_SPACE = 1024 ** 3

export function checkSpace(free: number, folder: string): Finding {
  const said = `${(free / 1024 ** 3).toFixed(1)} GB free in ${folder}`
  return free >= ENOUGH_SPACE
    ? good(said)
    : bad(`only ${said}`, 'Make room: under 0.2 GB the embedded database takes no changes.')
}

/** Turns what a step throws for people into findings; anything else is ours to mend and goes on. */
function problemsOf(error: unknown, mend: string): Finding[] {
  if (error instanceof BadConfiguration) return error.problems.map((problem) => bad(problem, mend))
  throw error
}

/** A name that stands on one side only is silent, so that is said. */
export function checkChannels(announcements: Announcements, webhooks: Environment['webhooks']): Finding[] {
  const named = webhooksIn(announcements)
  const unset = named.filter((name) => !(name in webhooks))
  const unnamed = Object.keys(webhooks).filter((name) => !named.includes(name))
  const silent = Object.entries(announcements).filter(([, { webhook }]) => unset.includes(webhook))
  return [
    ...(silent.length === 0
      ? []
      : [good(`not announced, ${unset.join(', ')} not being set: ${silent.map(([event]) => event).join(', ')}`)]),
    ...unnamed.map((name) =>
      bad(`${name} is set, but announcements.yaml names no such channel`, 'Write it there, or mend the spelling.'),
    ),
  ]
}

function checkOutbox({ waiting, givenUp, reasons }: Awaited<ReturnType<typeof countAnnouncements>>): Finding[] {
  const found = waiting > 0 ? [good(`announcements that wait to be posted: ${waiting}`)] : []
  if (givenUp === 0) return found
  const said = `announcements that were given up in the last week: ${givenUp}. ${reasons.join('; ')}`
  const mend =
    'They are not posted again. See that each webhook named here still exists; a new address needs a restart.'
  return [...found, bad(said, mend)]
}

function checkCommunity(dir: string): {
  community: Community | null
  announcements: Announcements
  roleIds: string[]
  found: Finding[]
} {
  let community: Community
  try {
    community = readCommunity(dir)
  } catch (error) {
    return {
      community: null,
      announcements: {},
      roleIds: [],
      found: problemsOf(error, 'Mend the line, then ask the doctor again.'),
    }
  }
  const found = [good(`community: ${community.site.name}`)]
  const files = { 'codes/ten-codes.yaml': TenCodeFile, 'codes/penal-codes.yaml': PenalCodeFile }
  for (const [name, schema] of Object.entries(files)) {
    const file = join(dir, name)
    if (!existsSync(file)) continue
    try {
      found.push(good(`${name}: ${readYaml(file, schema).length} codes`))
    } catch (error) {
      found.push(...problemsOf(error, 'Mend the line, then ask the doctor again.'))
    }
  }
  const roleIds = [
    ...Object.values(community.roles).flat(),
    ...(community.verifiedRole ? [community.verifiedRole] : []),
  ]
  try {
    const { tiers, badges } = readSupporterRoles(dir)
    found.push(good(`supporters.yaml: ${tiers.length} tiers and ${badges.length} badges`))
    roleIds.push(...[...tiers, ...badges].flatMap(({ roles }) => roles))
  } catch (error) {
    found.push(...problemsOf(error, 'Mend the line, then ask the doctor again.'))
  }
  let announcements: Announcements = {}
  try {
    announcements = readAnnouncements(dir)
    const events = Object.keys(announcements).length
    found.push(good(`announcements.yaml: ${events} events in ${webhooksIn(announcements).length} channels`))
  } catch (error) {
    found.push(...problemsOf(error, 'Mend the line, then ask the doctor again.'))
  }
  const empty = Object.entries(community.roles).filter(([, ids]) => ids.length === 0)
  if (empty.length > 0) {
    found.push(
      bad(`no Discord role gives ${empty.map(([right]) => right).join(', ')}`, 'Name one in site.yaml, roles.'),
    )
  }
  return { community, announcements, roleIds, found }
}

async function checkDatabase(options: { url?: string | undefined; dataDir: string; log: Log }): Promise<Finding[]> {
  let database: Database
  try {
    database = await openDatabase(options)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (/is in use by process/.test(error.message)) {
      return [good(`${error.message.split('. ')[0]}: the site is running, so its database is not looked at`)]
    }
    const code = 'code' in error ? String(error.code) : error.name
    const mend = options.url
      ? 'Check DATABASE_URL, and that PostgreSQL runs and lets this user in.'
      : 'Check that DATA_DIR is a folder that this user may write to.'
    return [bad(`the database cannot be opened: ${error.message || code}`, mend)]
  }
  try {
    await database.check()
    const pending = await pendingMigrations(database)
    // The table may be among what will be made.
    const outbox = pending === 0 ? checkOutbox(await countAnnouncements(database.db)) : []
    return [
      good(`database: ${database.engine}`),
      good(pending === 0 ? 'its tables are up to date' : `${pending} migrations will be made at the next start`),
      ...outbox,
    ]
  } finally {
    await database.close()
  }
}

/** Only a real game server is asked: the demo brings its own. */
export function checkGameServer(asked: Asked): Finding {
  if (typeof asked !== 'string') return good(`game server: ${asked.players} of ${asked.slots} play`)
  const what = asked === 'unreachable' ? 'does not answer' : 'answers, but not with its counts'
  return bad(
    `the game server ${what}`,
    'Check gameServer in site.yaml: with http:// and its port, as in http://203.0.113.7:30120, and that it is up.',
  )
}

/** Everything that must be right for the site to run, in the order in which a start needs it. Changes nothing. */
export async function diagnose(log: Log, env?: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const found = [checkNode(process.version, engines.node)]
  let environment: Environment
  try {
    environment = readEnvironment(env)
  } catch (error) {
    return [...found, ...problemsOf(error, 'See the table of variables in README.md.')]
  }
  const { discord, databaseUrl, origin } = environment
  const fromRoot = (path: string) => join(path.startsWith('/') ? '/' : root, path)
  const dataDir = fromRoot(environment.dataDir)
  const isDemo = discord === null
  found.push(...checkAddresses(environment))

  const { community, announcements, roleIds, found: ofCommunity } = checkCommunity(fromRoot(environment.communityDir))
  found.push(...ofCommunity)
  if (community) {
    const { links, departmentChats } = community.site
    const chats = departmentChats.map(({ label, href }) => [`departmentChats ${label}`, href])
    found.push(checkLinks({ ...links, ...Object.fromEntries(chats) }, isDemo))
  }
  if (community && community.gameServer !== null && !isDemo) {
    found.push(checkGameServer(await createAskGameServer(community.gameServer)()))
  }
  found.push(tellRetention(environment))
  // The folder itself is made at the first start.
  const folder = existsSync(dataDir) ? dataDir : dirname(dataDir)
  if (existsSync(folder)) {
    const { bavail, bsize } = statfsSync(folder)
    found.push(checkSpace(bavail * bsize, folder))
  }
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'database'))) {
    found.push(...(await checkDatabase({ url: databaseUrl, dataDir, log })))
  } else {
    found.push(good(`database: will be made in ${dataDir} at the first start`))
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

/** For the terminal: one line each, what is wrong with how to mend it. */
export function report(found: readonly Finding[]): string {
  const lines = found.map(({ ok, what, mend }) => (ok ? `  ok  ${what}` : `  !!  ${what}\n      ${mend ?? ''}`))
  const wrong = found.filter(({ ok }) => !ok).length
  const sum = wrong === 0 ? 'Everything is in order.' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`
  return `${lines.join('\n')}\n\n${sum}`
}
