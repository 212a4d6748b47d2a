import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '../../log.ts'
import type { Database } from '../database.ts'
import { logLostConnections, pingDatabase } from '../pool.ts'
import { serveCopies } from './copies.ts'
import { Engine } from './engine.ts'
import { lock } from './lock.ts'
import { startMaintenance } from './maintenance.ts'
import { freeSpace, leastFree, watchSpace } from './space.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** Called once the engine begins to open on its own thread. */
  begun?: () => void
  now?: () => Date
  /** The timeout of one query, in milliseconds. */
  queryLimit?: number
  leastFree?: number
  /** Returns the free bytes on the database's disk. */
  freeSpace?: () => Promise<number>
  spaceEvery?: number
}

export interface EmbeddedDatabase extends Database {
  readonly engine: 'embedded'
  /** The number of fsyncs since the database was opened. */
  fsyncs(): number
}

const waitForTurn = 10_000
const waitForLast = 5_000

/** Opens PGlite in `dataDir/database`, for one process. Reasons: docs/decisions/007-the-embedded-database.md. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options
  const directory = join(dataDir, 'database')
  // The umask applies to the whole process, including the engine's thread. Only this user may read the database's
  // files.
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
    onChange(isShort, free) {
      engine.isSpaceShort = isShort
      if (isShort)
        log.error({ dataDir, free, least }, 'The disk is nearly full: changes are refused until there is room')
      else log.info({ dataDir, free }, 'The disk has room again: changes are accepted')
    },
    failed: (error) => log.warn({ err: error, dataDir }, 'Free disk space could not be read'),
  })

  const pool = new pg.Pool({
    // PGlite has one session, so all queries share one connection, which stays open.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitForTurn,
    stream: () => engine.connect(),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  })
  logLostConnections(pool, log)

  const withoutTimeout: Database['withoutTimeout'] = async (work) => {
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
    check: () => pingDatabase(pool),
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

/** Fixes the folder of a database from an earlier version, which every user of the machine could read and write. */
function closeToOthers(directory: string, log: Log): void {
  try {
    if (existsSync(directory)) chmodSync(directory, 0o700)
  } catch (error) {
    log.warn({ err: error, directory }, 'The folder of the embedded database could not be closed to other users')
  }
}
