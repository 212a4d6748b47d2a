import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '../../log.ts'
import type { Database } from '../database.ts'
import { answers, survive } from '../pool.ts'
import { serveCopies } from './copies.ts'
import { Engine } from './engine.ts'
import { lock } from './lock.ts'
import { startMaintenance, type WithoutTimeout } from './maintenance.ts'
import { freeSpace, leastFree, watchSpace } from './space.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** Called when the engine's thread is started. */
  begun?: () => void
  now?: () => Date
  /** Milliseconds that one query may take. */
  queryLimit?: number
  leastFree?: number
  /** Bytes free where the database lies. */
  freeSpace?: () => Promise<number>
  spaceEvery?: number
}

export interface EmbeddedDatabase extends Database {
  readonly engine: 'embedded'
  /** How often data was written through to the disk since the opening. */
  fsyncs(): number
}

const waitForTurn = 10_000
const waitForLast = 5_000

/** PGlite in `dataDir/database`, for one process; why it is wrapped so: docs/decisions/007-the-embedded-database.md. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options
  const directory = join(dataDir, 'database')
  // The engine's thread has no umask of its own. What it writes is for this user alone.
  process.umask(0o077)
  mkdirSync(dataDir, { recursive: true })
  const takenOver = new AbortController()
  const held = await lock(directory, log, { lost: () => takenOver.abort() })
  closeToOthers(directory, log)
  const queryLimit = options.queryLimit ?? 15_000
  const opening = Engine.open({ directory, log, queryLimit, takenOver: takenOver.signal })
  options.begun?.()
  const engine = await opening.catch(async (error) => {
    await held.release()
    throw error
  })
  const least = options.leastFree ?? leastFree
  const space = await watchSpace({
    free: options.freeSpace ?? (() => freeSpace(dataDir)),
    least,
    every: options.spaceEvery ?? 1_000,
    tell(isShort, free) {
      engine.isSpaceShort = isShort
      if (isShort)
        log.error({ dataDir, free, least }, 'The disk is nearly full: changes are refused until there is room')
      else log.info({ dataDir, free }, 'The disk has room again: changes are accepted')
    },
    failed: (error) => log.warn({ err: error, dataDir }, 'Free disk space could not be read'),
  })

  const pool = new pg.Pool({
    // PGlite has one session, so everybody takes turns on one connection, which stays.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitForTurn,
    stream: () => engine.connect(),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  })
  survive(pool, log)

  const withoutTimeout: WithoutTimeout = async (work) => {
    const client = await pool.connect()
    try {
      return await engine.withoutTimeout(() => work(client))
    } finally {
      client.release()
    }
  }
  const stopMaintenance = startMaintenance(withoutTimeout, log, options.now ?? (() => new Date()))
  await serveCopies(dataDir, held.socket, withoutTimeout, log)

  return {
    engine: 'embedded',
    poolBeside: null,
    db: drizzle({ client: pool }),
    pool,
    withoutTimeout,
    check: () => answers(pool),
    fsyncs: () => engine.fsyncs,
    async close() {
      stopMaintenance()
      space.stop()
      await Promise.race([pool.end(), sleep(waitForLast, undefined, { ref: false })])
      await engine.close()
      await held.release()
    },
  }
}

/** Databases made by earlier versions could be read, and written to, by every user of the machine. */
function closeToOthers(directory: string, log: Log): void {
  try {
    if (existsSync(directory)) chmodSync(directory, 0o700)
  } catch (error) {
    log.warn({ err: error, directory }, 'The folder of the embedded database could not be closed to other users')
  }
}
