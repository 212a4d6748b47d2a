import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildStandIn } from '#dev/discord/stand-in.ts'
import { readCommunity } from '#server/config/community.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { DiscordSettings } from '#server/discord/settings.ts'
import { createLogger } from '#server/log.ts'
import { root } from '#server/paths.ts'
import { freePort } from '../../scripts/free-port.mjs'

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

const ownerId = (at: number) => String(330000000000000000n + BigInt(at))

/** A stand-in Discord with a guild of owners, and a port that the site keeps for all its runs. */
export async function prepare() {
  const [role = ''] = readCommunity(join(root, 'community')).roles.owner
  const account = { globalName: null, avatar: null, email: null, emailVerified: false, card: null, denies: false }
  const member = { roles: [role], nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' }
  const ids = Array.from({ length: OWNERS }, (_, at) => ownerId(at))
  const people = ids.map((id) => ({ ...account, id, username: `owner${id.slice(-2)}`, member }))
  const standIn = buildStandIn({
    applicationName: 'faults',
    redirectUri: 'http://localhost/auth/discord/callback',
    guild: { id: '300000000000000001', name: 'faults', roles: [{ id: role, name: 'owner' }], people },
  })
  const discord = await standIn.listen()
  const port = await freePort()
  const origin = `http://localhost:${port}`

  /** Migrates the database and inserts a session for each owner. Returns their cookies. */
  async function addOwners(place: Place): Promise<string[]> {
    const database = await openDatabase({ ...place, log })
    await migrate(database)
    const tokens = ids.map(() => randomUUID())
    await database.pool.query(
      `insert into users (id, username, in_guild, role_ids, roles_read_at, scopes)
       select id, 'owner', true, array[$2], now(), array['identify'] from unnest($1::text[]) as id`,
      [ids, role],
    )
    await database.pool.query(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, device)
       select hash, id, now(), now(), 'faults' from unnest($1::text[], $2::text[]) as them(id, hash)`,
      [ids, tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
    )
    await database.close()
    return tokens.map((token) => `sid=${token}`)
  }

  return {
    origin,
    addOwners,
    start: (place: Place) => startSite(place, port, discord),
    close: () => standIn.close(),
  }
}
export type Prepared = Awaited<ReturnType<typeof prepare>>

/** The environment of the site's programs, without the caller's own settings. */
export function environmentOf(place: Place): Record<string, string> {
  const { PATH = '' } = process.env
  return { PATH, ENV_FILE: devNull, DATA_DIR: place.dataDir, ...(place.url && { DATABASE_URL: place.url }) }
}

function startSite(place: Place, port: number, discord: DiscordSettings): Site {
  const began = performance.now()
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    cwd: root,
    env: {
      ...environmentOf(place),
      PORT: String(port),
      // Each write has a different client address, so that the limit per client and minute rejects none.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_CLIENT_SECRET: discord.clientSecret,
      DISCORD_GUILD_ID: discord.guildId,
      DISCORD_BOT_TOKEN: discord.botToken ?? '',
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
      DISCORD_CDN_URL: discord.cdnUrl,
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
