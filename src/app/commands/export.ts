import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '#server/config/environment.ts'
import { readArchive, writeArchive } from '#server/database/archive/archive.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { openForReading } from '#server/database/reading.ts'
import { PERSONAL_DATA } from '../features.ts'
import {
  dataDirOf,
  EXCLUDED_FROM_ARCHIVE,
  REPLACED_COLUMNS,
  requireNoSite,
  requireUpToDate,
  runCommand,
  stampOf,
  withDatabase,
} from '../own-data.ts'

/*
 * npm run export [-- FILE]: writes everything that the site keeps for the community as one archive of JSON files. The
 * site may be running or not. npm run export -- --read FILE: reads an archive into an empty database. Exit code 1 when
 * the command failed; then there is no file, or nothing was changed.
 */
const USAGE = 'npm run export [-- FILE]\nnpm run export -- --read FILE'

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { read: { type: 'string' } } })
  if (positionals.length > (values.read === undefined ? 1 : 0)) throw new Error(USAGE)
  const environment = readEnvironment()
  const clock = () => new Date()

  const { read } = values
  if (read !== undefined) {
    return withDatabase(environment, openDatabase, async (database) => {
      await requireNoSite(database)
      await migrate(database)
      const { tables } = await readArchive(database, read, REPLACED_COLUMNS)
      printTables(tables)
      console.log('\nEverything was read. Nobody is signed in, and game servers need new tokens.')
      return 0
    })
  }

  const file = resolve(positionals[0] ?? join(dataDirOf(environment), 'exports', `site-${stampOf(clock())}.tar.gz`))
  return withDatabase(environment, openForReading, async (database) => {
    await requireUpToDate(database)
    const excluded = EXCLUDED_FROM_ARCHIVE
    const { tables } = await writeArchive(database, file, { excluded, personalData: PERSONAL_DATA, clock })
    printTables(tables)
    console.log(`\n${file} contains everything; docs/exports.md says how to read it.`)
    console.log('It contains what staff wrote about people: keep it where only you can read it.')
    return 0
  })
})

function printTables(tables: readonly { name: string; rows: number }[]): void {
  for (const { name, rows } of tables) if (rows > 0) console.log(`  ${name}: ${rows}`)
}
