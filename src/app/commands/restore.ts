import { parseArgs } from 'node:util'
import { readEnvironment } from '#server/config/environment.ts'
import { NotEmpty, restore } from '#server/database/backup/restore.ts'
import { openDatabase } from '#server/database/open-database.ts'
import {
  askInTerminal,
  createAuditCheck,
  createProgress,
  dataDirOf,
  formatSums,
  markRestoredMessages,
  requireNoSite,
  runCommand,
  withDatabase,
} from '../own-data.ts'
import { unmarkAsDemo } from '../real-data.ts'

/*
 * npm run restore -- FILE [--replace [--yes]]: restores a backup into an empty database, or replaces the content of a
 * database, in one transaction. Exit code 1 when the restore was refused, 2 when the audit log in the backup is broken.
 */
const USAGE = 'npm run restore -- FILE [--replace [--yes]]'

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, yes: { type: 'boolean' } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new Error(USAGE)
  const environment = readEnvironment()
  const { databaseUrl, dataDir } = environment
  const isReplacing = values.replace === true
  const place = databaseUrl === undefined ? `the embedded database in ${dataDir}` : 'the database at DATABASE_URL'
  if (isReplacing && values.yes !== true) {
    console.log(`The backup replaces everything in ${place}.`)
    if ((await askInTerminal('Type "replace" to continue: ')) !== 'replace') {
      console.error('Nothing was changed.')
      return 1
    }
  }
  return withDatabase(environment, openDatabase, async (database) => {
    await requireNoSite(database)
    const printProgress = createProgress()
    const audit = createAuditCheck()
    const sums = await restore(database, file, {
      isReplacing,
      afterwards: markRestoredMessages,
      check: audit.check,
      onStep: printProgress,
    }).catch((error: unknown) => {
      if (!(error instanceof NotEmpty)) throw error
      throw new Error(
        `${error.message}\nNothing was changed. To replace what is there with the backup: ${USAGE.replace(/[[\]]/g, '')}`,
      )
    })
    console.log(
      `${formatSums(sums)}\n\nRestored into ${place}: every row was read back and is the same as in the file.`,
    )
    if (databaseUrl === undefined) unmarkAsDemo(dataDirOf(environment))
    const code = audit.print()
    console.log('Nobody is signed in. `npm start` starts the site.')
    return code
  })
})
