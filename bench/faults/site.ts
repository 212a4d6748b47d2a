import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { devNull } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import { root } from '#server/paths.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { OWNER_ROLE, signInAll, startGuild } from '../guild.ts'

/** Where a site stores its data. */
export interface Place {
  url?: string
  dataDir: string
}

/** The built site in its own process. */
export interface Site {
  /** Milliseconds from the start until `/readyz` answers. It rejects with the output when the process ends earlier. */
  ready: Promise<number>
  said(): string
  hasEnded(): boolean
  kill(): Promise<void>
  stop(): Promise<void>
}

const OWNERS = 16
/** Longer than any start or recovery may take, even on a slow machine. In milliseconds. */
const TIMEOUT_MS = 60_000
export const log = createLogger('silent')

/** A stand-in Discord with a guild of owners, and a port that the site keeps for all its runs. */
export async function prepare() {
  const { standIn, env } = await startGuild(OWNERS, [OWNER_ROLE])
  const port = await freePort()
  const origin = `http://localhost:${port}`

  /** Migrates the database and inserts a session for each owner. Returns their cookies. */
  async function addOwners(place: Place): Promise<string[]> {
    const database = await openDatabase({ ...place, log })
    await migrate(database)
    const cookies = await signInAll((sql, values) => database.pool.query(sql, values), OWNERS, [OWNER_ROLE])
    await database.close()
    return cookies
  }

  return {
    origin,
    addOwners,
    start: (place: Place) => startSite(place, port, env),
    close: () => standIn.close(),
  }
}
export type Prepared = Awaited<ReturnType<typeof prepare>>

/** The environment of the site's programs, without the caller's own settings. */
export function environmentOf(place: Place): Record<string, string> {
  const { PATH = '' } = process.env
  return { PATH, ENV_FILE: devNull, DATA_DIR: place.dataDir, ...(place.url && { DATABASE_URL: place.url }) }
}

function startSite(place: Place, port: number, guild: Record<string, string>): Site {
  const began = performance.now()
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    cwd: root,
    env: {
      ...environmentOf(place),
      PORT: String(port),
      // Each write has a different client address, so that the limit per client and minute rejects none.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      ...guild,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-20_000)
    })
  }
  const ended = once(child, 'close')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ready = (async () => {
    for (;;) {
      if (hasEnded()) throw new Error(`the site ended:\n${said}`)
      if (performance.now() - began > TIMEOUT_MS)
        throw new Error(`the site is not ready after ${TIMEOUT_MS} ms:\n${said}`)
      if (await isReady(`http://localhost:${port}`)) return performance.now() - began
      await sleep(20)
    }
  })()
  // The process may end before `ready` is awaited.
  ready.catch(() => undefined)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return { ready, said: () => said, hasEnded, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** Whether the site and its database respond. */
export async function isReady(origin: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) })
    return status === 200
  } catch {
    return false
  }
}
