import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatCount } from '#lib/text.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { backup } from '#server/database/backup/backup.ts'
import { verifyBackup } from '#server/database/backup/format.ts'
import { restore } from '#server/database/backup/restore.ts'
import { countMade, knownMigrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import {
  askInTerminal,
  createProgress,
  dataDirOf,
  EXCLUDED_FROM_BACKUP,
  formatSums,
  markRestoredMessages,
  requireNoSite,
  runCommand,
  stampOf,
  withDatabase,
} from '../own-data.ts'
import { findRollback } from '../update.ts'

/*
 * npm run rollback [-- --yes]: restores the database from before the last update, for the previous version of the site.
 * This version or the previous one may run the command. The restore is one transaction. Exit code 1 when nothing was
 * changed.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean' } } })
  const environment = readEnvironment()
  const dataDir = dataDirOf(environment)
  const { databaseUrl } = environment
  const clock = () => new Date()
  return withDatabase(environment, openDatabase, async (database) => {
    await requireNoSite(database)
    const before = await findRollback(database, dataDir)
    if (before === null) {
      throw new Error(
        `In ${join(dataDir, 'backups')} there is no backup from before an update of this database that this version of the site can restore. Nothing was changed.`,
      )
    }
    const { made, tables } = await verifyBackup(before.file)
    const isNewer = (await countMade(database)) > knownMigrations()
    const saved = join(dataDir, 'backups', `before-rollback-${stampOf(clock())}.gz`)
    const place = databaseUrl === undefined ? `The embedded database in ${dataDir}` : 'The database at DATABASE_URL'
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${place} goes back to ${made.slice(0, 16).replace('T', ' ')} UTC, before it was updated, with ${formatCount(rows, 'row')}:`,
    )
    console.log(`  ${before.file}`)
    console.log(
      isNewer
        ? 'Everything that was written since then is lost. This version cannot back it up, because a newer one made it: to keep it, install that version, stop the site and run this command there.'
        : `Everything that was written since then is removed from the site. It is backed up first: ${saved}`,
    )
    console.log('Everybody has to sign in again. The settings and community/ stay as they are.')
    if (values.yes !== true && (await askInTerminal('Type "rollback" to continue: ')) !== 'rollback') {
      console.error('Nothing was changed.')
      return 1
    }
    const printProgress = createProgress()
    if (!isNewer) await backup(database, saved, { excluded: EXCLUDED_FROM_BACKUP, clock })
    const sums = await restore(database, before.file, {
      isReplacing: true,
      keepsVersion: true,
      afterwards: markRestoredMessages,
      onStep: printProgress,
    })
    console.log(`${formatSums(sums)}\n\nThe database is as it was before the update: every row was read back.`)
    console.log(
      before.made < knownMigrations()
        ? 'Now install the version of the site that you had before. This one would update the database again when it starts.'
        : '`npm start` starts the site.',
    )
    return 0
  })
})
