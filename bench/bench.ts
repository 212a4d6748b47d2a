import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import { benchActions } from './actions.ts'
import { benchBackup } from './backup.ts'
import { type Measured, startMeasured } from './processes.ts'
import { compare, load, median } from './requests.ts'
import { benchRoles } from './roles.ts'
import { signIn } from './sign-in.ts'
import { addViewers, bareViewer, siteViewer, watch } from './viewers.ts'

/*
 * npm run bench: the promises about speed, each beside its bare baseline in the same run. Linux only: processor time is
 * read from /proc. `npm run bench -- http` (or start, viewers, processes, roles, da, backup) runs one part.
 */
const SITE = ['--enable-source-maps', 'dist/server/main.js']
const MANAGEMENT = '310000000000000105'
const VIEWERS = 1000

interface Figure {
  what: string
  promised: string
  measured: string
  isKept: boolean
}
const figures: Figure[] = []
const folders: string[] = []

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  folders.push(folder)
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}

async function startSite(env: Record<string, string>): Promise<Measured> {
  return startMeasured(SITE, { PORT: String(await freePort()), LOG_LEVEL: 'warn', ...env })
}

/** A bare server that sends what the site sent for this path. */
async function bareTwin(site: Measured, path: string, headers: Record<string, string>): Promise<Measured> {
  // node:http, because fetch would unpack the body.
  const response = get(site.origin + path, { headers })
  const [message]: IncomingMessage[] = await once(response, 'response')
  if (message?.statusCode !== 200) throw new Error(`${path} answered ${message?.statusCode}`)
  const body = Buffer.concat(await message.toArray())
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...sent } = message.headers
  const file = join(scratch(), 'answer.json')
  writeFileSync(file, JSON.stringify({ headers: sent, body: body.toString('base64') }))
  return startMeasured(['--import', 'tsx', 'bench/bare-http.ts', file])
}

function roster(members: number): string {
  const rows = Array.from({ length: members }, (_, at) =>
    [
      `B-${100 + at}`,
      `Bench Member ${at}`,
      'Moderator',
      String(330000000000000000n + BigInt(at)),
      'EST',
      '2026-01-15',
      '2026-03-01',
      'Active',
      'keeps the evening shift',
    ].join(','),
  )
  return ['Callsign,Name,Position,Discord ID,Timezone,Hired,Last Move,Status,Notes', ...rows].join('\n')
}

async function benchHttp(): Promise<void> {
  const site = await startSite({ DATA_DIR: scratch() })
  const cookie = await signIn(site.origin, MANAGEMENT)
  const members: { data: { id: string }[] } = await (
    await fetch(`${site.origin}/api/roster`, { headers: { cookie } })
  ).json()
  for (const { id } of members.data) {
    await fetch(`${site.origin}/api/roster/${id}`, { method: 'DELETE', headers: { cookie, origin: site.origin } })
  }
  const imported = await fetch(`${site.origin}/api/roster/import`, {
    method: 'POST',
    headers: { cookie, origin: site.origin, 'content-type': 'text/csv' },
    body: roster(200),
  })
  if (!imported.ok) throw new Error(`the import answered ${imported.status}: ${await imported.text()}`)

  const br = { 'accept-encoding': 'br' }
  await ratio('GET /api/roster, 200 members', 0.85, site, '/api/roster', { ...br, cookie }, 200)
  const etag = (await fetch(`${site.origin}/api/roster`, { headers: { ...br, cookie } })).headers.get('etag') ?? ''
  await ratio(
    'GET /api/roster, unchanged (304)',
    0.7,
    site,
    '/api/roster',
    { ...br, cookie, 'if-none-match': etag },
    304,
  )
  await ratio('GET /, cached page', 0.85, site, '/', br, 200)
  await ratio('GET /ten-codes, cached page', 0.85, site, '/ten-codes', br, 200)
  await site.stop()
}

async function ratio(
  what: string,
  promised: number,
  site: Measured,
  path: string,
  headers: Record<string, string>,
  status: number,
) {
  const { 'if-none-match': _, ...plain } = headers
  const bare = await bareTwin(site, path, plain)
  const rates = await compare(site, bare, path, headers, status)
  await bare.stop()
  const reached = rates.site / rates.bare
  add(
    what,
    `≥ ${promised.toFixed(2)} of bare`,
    `${reached.toFixed(2)} (${thousands(rates.site)} of ${thousands(rates.bare)} req/CPU-s)`,
    reached >= promised,
  )
}

async function benchStart(): Promise<void> {
  const data = scratch()
  await (await startSite({ DATA_DIR: data })).stop()
  const starts: number[] = []
  let memory = 0
  for (let round = 0; round < 3; round++) {
    const site = await startSite({ DATA_DIR: data })
    starts.push(site.readyAfter)
    await fetch(`${site.origin}/ten-codes`)
    await sleep(10_000)
    memory = site.memory()
    await site.stop()
  }
  const start = median(starts) / 1000
  add('start to ready, existing embedded database', '< 2 s', `${start.toFixed(2)} s`, start < 2)
  add('memory at rest, embedded database', '< 350 MB', `${memory.toFixed(0)} MB`, memory < 350)

  const postgres = await startThrowawayPostgres()
  const env = { DATA_DIR: scratch(), DATABASE_URL: postgres.url }
  await (await startSite(env)).stop() // fills it, as the embedded one was filled
  const site = await startSite(env)
  await fetch(`${site.origin}/ten-codes`)
  await sleep(10_000)
  const onPostgres = site.memory()
  await site.stop()
  await postgres.stop()
  add('memory at rest, PostgreSQL', '< 150 MB', `${onPostgres.toFixed(0)} MB`, onPostgres < 150)
}

async function benchViewers(): Promise<void> {
  const postgres = await startThrowawayPostgres()
  const env = { DATA_DIR: scratch(), DATABASE_URL: postgres.url }
  await (await startSite(env)).stop() // makes the tables
  const cookies = await addViewers(postgres.url, VIEWERS)
  const site = await startSite(env)
  const bare = await startMeasured(['--import', 'tsx', 'bench/bare-ws.ts'])
  const used = await watch(
    site,
    cookies.map((cookie) => () => siteViewer(site.origin, cookie)),
  )
  const bareUsed = await watch(
    bare,
    cookies.map((_, at) => () => bareViewer(bare.origin, `Viewer ${at}`)),
  )
  await site.stop()
  await bare.stop()
  await postgres.stop()
  const times = used / bareUsed
  add(
    `${VIEWERS} viewers of the roster, 20 s`,
    '≤ 2.0 × bare ws',
    `${times.toFixed(2)} × (${used.toFixed(2)} s of ${bareUsed.toFixed(2)} s)`,
    times <= 2,
  )
}

/**
 * Two processes against one, on calls that ask the database. Their work is counted in seconds of their own processor
 * time, the busier one's where there are two: on a machine where each has a core to itself that is the time on the wall.
 */
async function benchProcesses(): Promise<void> {
  const postgres = await startThrowawayPostgres()
  const env = { DATA_DIR: scratch(), DATABASE_URL: postgres.url }
  await (await startSite(env)).stop() // makes the tables and fills them
  const one = await startSite(env)
  const cookie = await signIn(one.origin, MANAGEMENT)
  const path = '/api/staff-da?page=2&pageSize=25'
  const rateOf = async (sites: Measured[]) => {
    const loads = await Promise.all(sites.map((site) => load(site, path, { cookie }, 200)))
    return loads.reduce((sum, { answered }) => sum + answered, 0) / Math.max(...loads.map(({ used }) => used))
  }
  const rounds: { one: number; two: number }[] = []
  const other = await startSite(env)
  for (let round = 0; round < 4; round++) rounds.push({ one: await rateOf([one]), two: await rateOf([one, other]) })
  await one.stop()
  await other.stop()
  await postgres.stop()
  const warm = rounds.slice(1)
  const [alone, together] = [median(warm.map((round) => round.one)), median(warm.map((round) => round.two))]
  add(
    'two processes on one PostgreSQL',
    '≥ 1.70 × one',
    `${(together / alone).toFixed(2)} × (${thousands(together)} of ${thousands(alone)} req/CPU-s)`,
    together / alone >= 1.7,
  )
}

function add(what: string, promised: string, measured: string, isKept: boolean): void {
  figures.push({ what, promised, measured, isKept })
  console.log(`${isKept ? 'kept  ' : 'MISSED'}  ${what.padEnd(46)} ${promised.padEnd(16)} ${measured}`)
}

function thousands(rate: number): string {
  return `${(rate / 1000).toFixed(1)} k`
}

const parts = {
  http: benchHttp,
  start: benchStart,
  viewers: benchViewers,
  processes: benchProcesses,
  roles: () => benchRoles((env) => startSite({ DATA_DIR: scratch(), ...env }), add),
  da: () => benchActions(({ what, promised, measured, isKept }) => add(what, promised, measured, isKept)),
  backup: () => benchBackup(({ what, promised, measured, isKept }) => add(what, promised, measured, isKept)),
}
const asked = process.argv.slice(2)
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB\n`,
)
try {
  for (const [name, run] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await run()
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
if (figures.some((figure) => !figure.isKept)) process.exitCode = 1
