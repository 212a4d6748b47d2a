import { existsSync } from 'node:fs'
import { readEnvironment } from '#server/config/environment.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import { fromRoot } from '#server/paths.ts'
import { program } from '#server/version.ts'
import { folderRefusal } from './real-data.ts'

/** The machine does not allow the site to start; the message says what stands in the way. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/**
 * The first part of a start, and small: reads the settings and begins to open the database, which takes longest. The rest
 * of the program is loaded meanwhile. Throws `BadConfiguration` or `CannotStart`.
 */
export async function beginOpening() {
  const began = performance.now()
  const environment = readEnvironment()
  console.log(`Version: ${program.version}`)
  const logger = createLogger(environment.logLevel)
  const { databaseUrl } = environment
  const dataDir = fromRoot(environment.dataDir)
  const isDemo = environment.discord === null
  const refusal = databaseUrl === undefined ? folderRefusal(dataDir, { isDemo }) : null
  if (refusal !== null) throw new CannotStart(refusal)
  let begun = (): void => undefined
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const open = () => openDatabase({ url: databaseUrl, dataDir, log: logger, begun })
  // Where there is no database yet the community's files are read first, so that a mistake in them leaves nothing behind.
  const opening = existsSync(dataDir) ? open() : null
  const ended = opening?.catch(() => undefined) // What went wrong is said where it is waited for.
  // What follows takes this thread without a pause, in which the database could not even start its own.
  await Promise.race([hasBegun, ended])
  return {
    began,
    environment,
    logger,
    dataDir,
    isDemo,
    /** Rejects with `CannotStart`. */
    database: (): Promise<Database> =>
      (opening ?? open()).catch((error: unknown) => {
        throw new CannotStart(`The database cannot be opened: ${wordsOf(error)}`, { cause: error })
      }),
    /** Closes what was opened, if it was: the start ends here. */
    abandon: async (): Promise<void> => {
      await opening?.then(
        (opened) => opened.close(),
        () => undefined, // Something else is wrong, and said first.
      )
    },
  }
}
export type Opening = Awaited<ReturnType<typeof beginOpening>>

/** Some of Node's errors say nothing but a code, as when every address of a name refuses. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : error.name
  return error.message === '' ? code : error.message
}
