import { existsSync } from 'node:fs'
import { readEnvironment } from '#server/config/environment.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { errorMessage } from '#server/errors.ts'
import { createLogger } from '#server/log.ts'
import { fromRoot } from '#server/paths.ts'
import { program } from '#server/version.ts'
import { folderRefusal } from './real-data.ts'

/** The machine does not allow the site to start. The message says what prevents it. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/**
 * The first and small part of a start. It reads the settings and begins to open the database, which takes longest. The
 * rest of the program loads in the meantime. Throws `BadConfiguration` or `CannotStart`.
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
  // When there is no database yet, the community's files are read first. A mistake in them then leaves no empty
  // database behind.
  const opening = existsSync(dataDir) ? open() : null
  const ended = opening?.catch(() => undefined) // An error is reported where the result is awaited.
  // The code after this runs without a pause. Without this wait, the database could not even start its own thread until
  // then.
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
        throw new CannotStart(`The database cannot be opened: ${errorMessage(error)}`, { cause: error })
      }),
    /** Closes the database if it was opened. Called when the start ends early. */
    abandon: async (): Promise<void> => {
      await opening?.then(
        (opened) => opened.close(),
        () => undefined, // Another error is reported first.
      )
    },
  }
}
export type Opening = Awaited<ReturnType<typeof beginOpening>>
