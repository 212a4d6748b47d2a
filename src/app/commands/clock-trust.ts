import { saveTrustedTime } from '#features/audit/server/chain-store.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { askInTerminal, requireUpToDate, runCommand, withDatabase } from '../own-data.ts'

/*
 * npm run clock:trust: confirms the clock of a site that was off for more than a week. The site believes the clock from
 * the next start on. Exit code 1 when nothing was changed.
 */
await runCommand(async () => {
  return withDatabase(readEnvironment(), openDatabase, async (database) => {
    await requireUpToDate(database)
    const now = new Date()
    console.log(`This machine says that it is ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.`)
    if ((await askInTerminal('Type "right" if it is: ')) !== 'right') {
      console.error('Nothing was changed.')
      return 1
    }
    await saveTrustedTime(database.db, now)
    console.log('The site trusts the clock from its next start on.')
    return 0
  })
})
