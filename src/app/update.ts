import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupOn } from '#server/database/backup/backup.ts'
import type { Database } from '#server/database/database.ts'
import { countMade, knownMigrations, type MigrateOptions, migrate } from '#server/database/migrate.ts'
import { errorMessage } from '#server/errors.ts'
import { createProgress, EXCLUDED_FROM_BACKUP, stampOf } from './own-data.ts'

/** How many versions of the database keep a backup. Only the newest backup of each version is kept. */
const KEPT = 5
/** The name of a backup. It contains how many migrations the database had. */
const NAME = /^before-update-(\d+)-(\d{4}-\d\d-\d\d-\d{6})\.gz$/

/** No backup could be made before the update, so the database was not changed. */
export class NoBackup extends Error {
  override name = 'NoBackup'
}

export interface UpdateBackup {
  file: string
  /** How many migrations the database had. */
  made: number
}

const folderOf = (dataDir: string) => join(dataDir, 'backups')

/** The backups from before updates, newest first. */
export function listUpdateBackups(dataDir: string): UpdateBackup[] {
  const folder = folderOf(dataDir)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const [, made, stamp] = NAME.exec(name) ?? []
      return made === undefined || stamp === undefined ? [] : [{ file: join(folder, name), made: Number(made), stamp }]
    })
    .sort((one, other) => (one.stamp < other.stamp ? 1 : -1))
}

/**
 * Updates the database as `migrate` does. An existing database is backed up first, and `npm run rollback` restores that
 * backup. Rejects with `NoBackup` when no backup can be made.
 */
export function migrateWithBackup(
  database: Database,
  { dataDir, clock, ...options }: { dataDir: string; clock: () => Date } & Pick<MigrateOptions, 'folder'>,
): Promise<number> {
  return migrate(database, {
    ...options,
    before: async (client, made) => {
      const file = join(folderOf(dataDir), `before-update-${made}-${stampOf(clock())}.gz`)
      console.log(`The database will be updated. A backup is written first: ${file}`)
      const printProgress = createProgress()
      await backupOn({ client, engine: database.engine }, file, {
        excluded: EXCLUDED_FROM_BACKUP,
        clock,
        onRows: (rows, total) => printProgress('Backing up', rows, total),
      }).catch((error: unknown) => {
        throw new NoBackup(
          `The database needs an update, and the backup that is written before it could not be made: ${errorMessage(error)}\nNothing was changed. The folder for backups is in DATA_DIR.`,
          { cause: error },
        )
      })
      removeOld(dataDir)
    },
  })
}

/**
 * Removes old backups. A start that fails and is retried many times writes backups of one version only, and must not
 * displace those of other versions.
 */
function removeOld(dataDir: string): void {
  const all = listUpdateBackups(dataDir)
  const newest = all.filter(({ made }, at) => all.findIndex((other) => other.made === made) === at).slice(0, KEPT)
  for (const { file } of all) if (!newest.some((kept) => kept.file === file)) rmSync(file, { force: true })
}

/**
 * The newest backup that was made before the last update and that this version of the site can restore. Null when there
 * is none.
 */
export async function findRollback(database: Database, dataDir: string): Promise<UpdateBackup | null> {
  const made = await countMade(database)
  return listUpdateBackups(dataDir).find((backup) => backup.made < made && backup.made <= knownMigrations()) ?? null
}
