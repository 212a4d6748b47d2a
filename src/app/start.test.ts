import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { startBuilt } from '#test/built.ts'
import { migratedFolder, silentLog } from '#test/database.ts'
import { scratchFolder } from '#test/scratch-folder.ts'
import { freePort } from '../../scripts/free-port.mjs'

const dataDir = scratchFolder()
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const REAL = {
  DISCORD_CLIENT_ID: '400000000000000001',
  DISCORD_CLIENT_SECRET: 'a-secret',
  DISCORD_GUILD_ID: '300000000000000001',
  DISCORD_API_URL: 'http://127.0.0.1:9',
  LOG_LEVEL: 'fatal',
}

async function startSite(port: number, settings: Record<string, string> = {}) {
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings }
  const child = await startBuilt('main', [], env)
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code, said: output }))
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output.includes('Ready after') && resolve())
    ended.then(({ said: last }) => reject(new Error(`it ended: ${last}`)))
  })
  ready.catch(() => undefined)
  return { child, ready, ended }
}

it('the site starts, refuses a second process, and on SIGTERM finishes its work and exits with 0; a real site has no people of the demo', async () => {
  const port = await freePort()
  const site = await startSite(port)
  await site.ready

  const other = await freePort()
  expect(await (await startSite(other)).ended).toEqual({
    code: 1,
    said: expect.stringMatching(/The database cannot be opened: The embedded database in .* is in use by process \d+/),
  })

  const slow = request({
    port,
    host: '127.0.0.1',
    path: '/api/auth/logout',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 2, 'sec-fetch-site': 'same-origin' },
  })
  const answered = once(slow, 'response')
  slow.write('{')
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
  expect(status).toBe(200)
  site.child.kill('SIGTERM')
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => 'closed'), { timeout: 5000 })
    .toBe('closed')
  slow.end('}')
  const [response] = await answered
  expect([response.statusCode, JSON.parse(await text(response))]).toEqual([200, { ok: true }])
  expect(await site.ended).toMatchObject({ code: 0 })

  expect(await (await startSite(await freePort(), REAL)).ended).toEqual({
    code: 1,
    said: expect.stringContaining(`${dataDir} holds what the demo wrote, and a real site begins empty.`),
  })
  expect(readdirSync(dataDir).sort()).toEqual(['database', 'demo.txt'])
}, 120_000)

it('the demo does not open a folder with records of a real site', async () => {
  const real = await startSite(await freePort(), REAL)
  await real.ready
  real.child.kill('SIGTERM')
  await real.ended
  expect(await (await startSite(await freePort())).ended).toEqual({
    code: 1,
    said: expect.stringContaining(`${dataDir} holds the records of a real site`),
  })
  expect(readdirSync(dataDir).sort()).toEqual(['database', 'real-site.txt'])
}, 120_000)

it('the site does not open a database of a newer version', async () => {
  const newer = await migratedFolder()
  const database = await openDatabase({ dataDir: newer, log: silentLog })
  await database.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 4000000000000)`,
  )
  await database.close()
  const { code, said } = await (await startSite(await freePort(), { DATA_DIR: newer })).ended
  rmSync(newer, { recursive: true, force: true })
  expect(code).toBe(1)
  expect(said).toContain(
    '\nThe database was made by a newer version of this site: install that version again, or take the database back to before the update with `npm run rollback`.\n\nNothing was started.',
  )
}, 120_000)
