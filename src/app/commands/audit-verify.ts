import { isAbsolute, join } from 'node:path'
import { verifyAudit } from '#features/audit/server/store.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { createLogger } from '#server/log.ts'
import { root } from '#server/paths.ts'

/** npm run audit:verify: walks the audit log's chain; exit code 1 when a row is not as it was written. */
const { databaseUrl, dataDir } = readEnvironment()
const database = await openDatabase({
  url: databaseUrl,
  dataDir: isAbsolute(dataDir) ? dataDir : join(root, dataDir),
  log: createLogger('warn'),
})
try {
  await migrate(database)
  const { rows, broken, head } = await verifyAudit(database.db)
  if (broken === null) {
    console.log(`The audit log is whole: ${rows} rows, the last one ${head}.`)
    console.log('Keep that hash elsewhere: rows cut off at the end show only as a hash that is gone.')
  } else {
    console.error(`The audit log is broken at row ${broken.seq}: ${broken.why}. ${rows} rows before it are whole.`)
    process.exitCode = 1
  }
} finally {
  await database.close()
}
