import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.mjs'
import { type Measured, startMeasured } from './processes.ts'
import { signIn } from './sign-in.ts'

/** A manager of the demo. */
export const MANAGEMENT = '310000000000000105'

const folders: string[] = []

/** A temporary folder that is deleted when the bench ends. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  folders.push(folder)
  return folder
}

export function removeScratch(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** Starts the built site. */
export async function startSite(env: Record<string, string>): Promise<Measured> {
  return startMeasured(['--enable-source-maps', '--max-semi-space-size=4', 'dist/server/main.js'], {
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    ...env,
  })
}

/** A bare server that sends the same reply as the site for this path. */
export async function bareTwin(site: Measured, path: string, headers: Record<string, string>): Promise<Measured> {
  // node:http, because fetch would decompress the body.
  const response = get(site.origin + path, { headers })
  const [message]: IncomingMessage[] = await once(response, 'response')
  if (message?.statusCode !== 200) throw new Error(`${path} answered ${message?.statusCode}`)
  const body = Buffer.concat(await message.toArray())
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...sent } = message.headers
  const file = join(scratch(), 'answer.json')
  writeFileSync(file, JSON.stringify({ headers: sent, body: body.toString('base64') }))
  return startMeasured(['--import', 'tsx', 'bench/bare-http.ts', file])
}

/** Starts a site whose roster has exactly this many members. Also returns the cookie of a user who may change it. */
export async function startWithRoster(members: number): Promise<{ site: Measured; cookie: string }> {
  const site = await startSite({ DATA_DIR: scratch() })
  const cookie = await signIn(site.origin, MANAGEMENT)
  const writing = { cookie, origin: site.origin }
  const standing: { data: { id: string }[] } = await (
    await fetch(`${site.origin}/api/roster`, { headers: { cookie } })
  ).json()
  for (const { id } of standing.data) {
    await fetch(`${site.origin}/api/roster/${id}`, { method: 'DELETE', headers: writing })
  }
  const imported = await fetch(`${site.origin}/api/roster/import`, {
    method: 'POST',
    headers: { ...writing, 'content-type': 'text/csv' },
    body: roster(members),
  })
  if (!imported.ok) throw new Error(`the import answered ${imported.status}: ${await imported.text()}`)
  return { site, cookie }
}

/** A spreadsheet with this many members, each with this note. */
export function roster(members: number, note = 'keeps the evening shift'): string {
  const rows = Array.from({ length: members }, (_, at) =>
    [
      `B-${100 + at}`,
      `Bench Member ${at}`,
      'Moderator',
      String(330000000000000001n + 10n * BigInt(at)), // an id that ends in 000 would need confirmation
      'EST',
      '2026-01-15',
      '2026-03-01',
      'Active',
      note,
    ].join(','),
  )
  return ['Callsign,Name,Position,Discord ID,Timezone,Hired,Last Move,Status,Notes', ...rows].join('\n')
}
