import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readEnvironment } from '#server/config/environment.ts'
import { backup } from '#server/database/backup/backup.ts'
import { restore } from '#server/database/backup/restore.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import {
  createAuditCheck,
  createProgress,
  dataDirOf,
  EXCLUDED_FROM_MOVE,
  formatSums,
  requireNoSite,
  runCommand,
} from '../own-data.ts'

/*
 * npm run move-to-postgres: copies the embedded database in DATA_DIR into the empty database at DATABASE_URL, as a
 * backup and a restore would. Announcements that wait to be posted move as well. The embedded database stays as it is.
 * Exit code 1 when nothing was moved, 2 when the audit log that was moved is broken.
 */
await runCommand(async () => {
  const environment = readEnvironment()
  const dataDir = dataDirOf(environment)
  const log = createLogger('warn')
  if (environment.databaseUrl === undefined) {
    throw new Error('Set DATABASE_URL to the PostgreSQL database to move the site to. It must be empty.')
  }
  if (!existsSync(join(dataDir, 'database'))) throw new Error(`There is no embedded database in ${dataDir}.`)
  const target = await openDatabase({ url: environment.databaseUrl, dataDir, log })
  const folder = mkdtempSync(join(dataDir, 'move-'))
  try {
    await requireNoSite(target)
    const printProgress = createProgress()
    const audit = createAuditCheck()
    const file = join(folder, 'all.gz')
    const source = await openDatabase({ dataDir, log })
    try {
      await backup(source, file, {
        excluded: EXCLUDED_FROM_MOVE,
        clock: () => new Date(),
        onRows: (rows, total) => printProgress('Reading the embedded database', rows, total),
      })
    } finally {
      await source.close()
    }
    const sums = await restore(target, file, { isReplacing: false, check: audit.check, onStep: printProgress })
    console.log(`${formatSums(sums)}\n\nMoved: every row was read back from PostgreSQL and is unchanged.`)
    const code = audit.print()
    console.log(`The embedded database in ${dataDir} is unchanged.`)
    console.log('What to do now:')
    console.log('  1. Keep DATABASE_URL set wherever you start the site, and start it: `npm start`.')
    console.log('  2. Sign in and look around. Everybody has to sign in again.')
    console.log(`  3. When all is well, and you have a backup, remove ${join(dataDir, 'database')}.`)
    return code
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await target.close()
  }
})
