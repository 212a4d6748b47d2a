import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { withSnapshot } from '#server/database/backup/backup.ts'
import type { Client } from '#server/database/backup/catalog.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import { fill } from './actions.ts'
import type { Tell } from './figures.ts'

const MAX_SECONDS = 600
const MAX_MEMORY = 600

/**
 * Backs up and restores a million actions on each engine with the real commands, and compares them with simpler tools.
 */
export async function benchBackup(tell: Tell): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-backup-'))
  const postgres = await startThrowawayPostgres()
  const urlOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  try {
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    for (const name of ['filled', 'restored', 'dumped']) await admin.query(`create database ${name}`)
    await admin.end()
    await onEngine('postgresql', folder, { DATABASE_URL: urlOf('filled') }, { DATABASE_URL: urlOf('restored') }, tell)
    await dumpAndRestore(folder, urlOf('filled'), urlOf('dumped'), tell)
    await onEngine('embedded', folder, { DATA_DIR: join(folder, 'full') }, { DATA_DIR: join(folder, 'restored') }, tell)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Where = { DATABASE_URL: string } | { DATA_DIR: string }

async function onEngine(engine: string, folder: string, from: Where, to: Where, tell: Tell): Promise<void> {
  const where = 'DATABASE_URL' in from ? { url: from.DATABASE_URL, dataDir: '' } : { dataDir: from.DATA_DIR }
  const database = await openDatabase({ ...where, log: createLogger('error') })
  try {
    await migrate(database)
    await fill(database)
    const began = performance.now()
    const rows = await withSnapshot(database, readAll)
    tell({ what: `${engine}: bare, ${rows.toLocaleString('en')} rows read and dropped`, measured: since(began) })
  } finally {
    await database.close()
  }

  const file = join(folder, `${engine}.gz`)
  const saved = await measure('backup', [file], from)
  const restored = await measure('restore', [file], to)
  const megabytes = (statSync(file).size / 1024 / 1024).toFixed(0)
  for (const [what, { seconds, memory }] of Object.entries({
    [`backup (${megabytes} MB)`]: saved,
    restore: restored,
  })) {
    tell({
      what: `${engine}: ${what}, 1M actions`,
      promised: `< ${MAX_SECONDS} s, ${MAX_MEMORY} MB`,
      measured: `${seconds.toFixed(0)} s, ${memory.toFixed(0)} MB`,
      isKept: seconds < MAX_SECONDS && memory < MAX_MEMORY,
    })
  }
}

async function readAll(client: Client): Promise<number> {
  await client.query('declare bare no scroll cursor for select * from disciplinary_actions')
  for (let read = 0; ; ) {
    const { rowCount } = await client.query('fetch 500 from bare')
    if (!rowCount) return read
    read += rowCount
  }
}

const since = (began: number) => `${((performance.now() - began) / 1000).toFixed(0)} s`

/** Runs a built command and measures its peak memory, from /proc. */
async function measure(command: string, args: string[], where: Where): Promise<{ seconds: number; memory: number }> {
  const began = performance.now()
  const child = spawn(process.execPath, [`dist/server/${command}.js`, ...args], {
    env: { PATH: process.env.PATH, ENV_FILE: devNull, ...where },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let memory = 0
  const watching = setInterval(() => {
    const status = `/proc/${child.pid}/status`
    if (existsSync(status))
      memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] ?? 0))
  }, 100)
  const [code] = await once(child, 'exit')
  clearInterval(watching)
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
  return { seconds: (performance.now() - began) / 1000, memory: memory / 1024 }
}

/** PostgreSQL's own tools, which verify nothing. Left out when they are not in the PATH. */
async function dumpAndRestore(folder: string, from: string, to: string, tell: Tell): Promise<void> {
  const file = join(folder, 'bare.dump')
  for (const [name, args] of [
    ['pg_dump', ['-Fc', '-f', file, from]],
    ['pg_restore', ['-d', to, file]],
  ] as const) {
    const began = performance.now()
    const child = spawn(name, args, { stdio: 'inherit' })
    const ended = await Promise.race([once(child, 'exit'), once(child, 'error').then(() => null)])
    if (ended !== null) tell({ what: `postgresql: bare, ${name}`, measured: since(began) })
  }
}
