import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PenalCodeFile, TenCodeFile } from '#features/codes/contract.ts'
import { readSupporterRoles } from '#features/supporters/server/gateway.ts'
import { type Community, readCommunity } from '#server/config/community.ts'
import { BadConfiguration, type Environment, readEnvironment } from '#server/config/environment.ts'
import { readYaml } from '#server/config/yaml.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { pendingMigrations } from '#server/database/migrate.ts'
import { checkDiscord, type Finding } from '#server/discord/check.ts'
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

function checkCommunity(dir: string): { community: Community | null; roleIds: string[]; found: Finding[] } {
  let community: Community
  try {
    community = readCommunity(dir)
  } catch (error) {
    return { community: null, roleIds: [], found: problemsOf(error, 'Mend the line, then ask the doctor again.') }
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
  const roleIds = Object.values(community.roles).flat()
  try {
    const { tiers, badges } = readSupporterRoles(dir)
    found.push(good(`supporters.yaml: ${tiers.length} tiers and ${badges.length} badges`))
    roleIds.push(...[...tiers, ...badges].flatMap(({ roles }) => roles))
  } catch (error) {
    found.push(...problemsOf(error, 'Mend the line, then ask the doctor again.'))
  }
  const empty = Object.entries(community.roles).filter(([, ids]) => ids.length === 0)
  if (empty.length > 0) {
    found.push(
      bad(`no Discord role gives ${empty.map(([right]) => right).join(', ')}`, 'Name one in site.yaml, roles.'),
    )
  }
  return { community, roleIds, found }
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
    return [
      good(`database: ${database.engine}`),
      good(pending === 0 ? 'its tables are up to date' : `${pending} migrations will be made at the next start`),
    ]
  } finally {
    await database.close()
  }
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

  const { community, roleIds, found: ofCommunity } = checkCommunity(fromRoot(environment.communityDir))
  found.push(...ofCommunity)
  if (community) {
    const { links, departmentChats } = community.site
    const chats = departmentChats.map(({ label, href }) => [`departmentChats ${label}`, href])
    found.push(checkLinks({ ...links, ...Object.fromEntries(chats) }, isDemo))
  }
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
    found.push(...(await checkDiscord({ ...discord, redirectUri: `${origin}/auth/discord/callback` }, roleIds)))
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
