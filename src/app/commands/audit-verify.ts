import { isAbsolute, join } from 'node:path'
import { verifyAudit } from '#features/audit/server/chain-store.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { pendingMigrations } from '#server/database/migrate.ts'
import { createLogger } from '#server/log.ts'
import { root } from '#server/paths.ts'

/*
 * npm run audit:verify: walks the audit log's chain. Exit code 0: it is whole; 1: a row is not as it was written;
 * 2: it could not be read. Changes nothing, so it may be run beside a site on PostgreSQL.
 */
async function verify(database: Database): Promise<number> {
  const pending = await pendingMigrations(database)
  if (pending > 0) {
    console.error(`The database lacks ${pending} migrations of this version: start the site once, then verify.`)
    return 2
  }
  const { rows, erased, broken, head } = await verifyAudit(database.db)
  if (broken === null) {
    console.log(`The audit log is whole: ${rows} rows, the last one ${head}.`)
    if (erased > 0) console.log(`Out of ${erased} of them people were erased, as later rows (erasePerson) vouch for.`)
    console.log('Keep that hash elsewhere: rows cut off at the end show only as a hash that is gone.')
    return 0
  }
  console.error(`The audit log is broken at row ${broken.seq}: ${broken.why}. ${rows} rows before it are whole.`)
  return 1
}

try {
  const { databaseUrl, dataDir } = readEnvironment()
  const database = await openDatabase({
    url: databaseUrl,
    dataDir: isAbsolute(dataDir) ? dataDir : join(root, dataDir),
    log: createLogger('warn'),
  })
  try {
    process.exitCode = await verify(database)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
