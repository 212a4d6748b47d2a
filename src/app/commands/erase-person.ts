import { parseArgs } from 'node:util'
import { countOpenBy } from '#features/appeals/server/record-store.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import { openProcesses } from '#server/processes/open-processes.ts'
import { askInTerminal, dataDirOf, requirePerson, requireUpToDate, runCommand } from '../own-data.ts'
import { eraseFromSite, resolvePlayerId } from '../person.ts'

/*
 * npm run erase-person -- ID [--yes]: replaces a person by a pseudonym everywhere. On PostgreSQL the site may keep
 * running. Exit code 1 when nothing was changed.
 */
const MAX_TRACES = 50

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean' } } })
  const named = requirePerson(positionals, 'npm run erase-person -- ID [--yes]')
  const environment = readEnvironment()
  const log = createLogger('warn')
  const database = await openDatabase({ url: environment.databaseUrl, dataDir: dataDirOf(environment), log })
  const processes = await openProcesses(database, log, { mayLead: false })
  try {
    await requireUpToDate(database)
    const id = await resolvePlayerId(database, named)
    if (values.yes !== true) {
      console.log(`A pseudonym replaces the name and the identifiers of ${named} in every record. Their account,`)
      console.log(
        'sessions and verification are removed, and so are their claims of bans in game and all evidence of the',
      )
      console.log('actions against them, pictures and links. This cannot be undone.')
      const open = await countOpenBy(database.db, id)
      if (open > 0) console.log(`\nTheir open appeals, which will be withdrawn: ${open}.`)
      if ((await askInTerminal('Type it again to continue: ')) !== named) {
        console.error('Nothing was changed.')
        return 1
      }
    }
    const erased = await eraseFromSite({ database, processes }, id, new Date())
    if (erased === null) {
      console.log(`Nothing is stored about ${id}.`)
      return 0
    }
    for (const [table, rows] of Object.entries(erased.rows)) console.log(`  ${table}: ${rows}`)
    const { pseudonym, traces, sharedNames } = erased
    console.log(`\nErased: they are "${pseudonym.name}" (${pseudonym.id}) from now on. The audit log is still intact.`)
    if (traces.length > 0) {
      console.log('\nWords of their names are still here. They may mean somebody else, so please check:')
      for (const { table, key, column } of traces.slice(0, MAX_TRACES)) console.log(`  ${table} ${key}: ${column}`)
      if (traces.length > MAX_TRACES) console.log(`  and ${traces.length - MAX_TRACES} more`)
    }
    if (sharedNames.length > 0) {
      console.log('\nSomebody else has these names too, so they were replaced only next to the ID of this person:')
      for (const name of sharedNames) console.log(`  ${name}`)
    }
    console.log(
      '\nNot changed: backups and exports made before, the files of the community, and everything on Discord.',
    )
    console.log('If they sign in again, they start as a new person.')
    return 0
  } finally {
    await processes.close()
    await database.close()
  }
})
