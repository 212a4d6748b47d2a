import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '#server/config/environment.ts'
import { openForReading } from '#server/database/reading.ts'
import { dataDirOf, requirePerson, requireUpToDate, runCommand, stampOf, withDatabase } from '../own-data.ts'
import { exportToFile, resolvePlayerId } from '../person.ts'

/*
 * npm run export-person -- ID [FILE]: writes everything that is stored about a person into one JSON file. The site may
 * be running or not. Exit code 1 when the export failed; then there is no file.
 */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const named = requirePerson(positionals, 'npm run export-person -- ID [FILE]')
  const environment = readEnvironment()
  const now = new Date()
  const file = resolve(
    positionals[1] ?? join(dataDirOf(environment), 'exports', `person-${named.replace(':', '-')}-${stampOf(now)}.json`),
  )
  if (existsSync(file)) throw new Error(`${file} already exists.`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return withDatabase(environment, openForReading, async (database) => {
    await requireUpToDate(database)
    const id = await resolvePlayerId(database, named)
    const counts = Object.entries(await exportToFile(database, id, file, now))
    if (counts.length === 0) {
      console.log(`Nothing is stored about ${id}.`)
      return 0
    }
    for (const [name, rows] of counts) console.log(`  ${name}: ${rows}`)
    console.log(`\n${file} contains everything that is stored about ${id}, without the tokens of their sessions.`)
    console.log(
      'It also names others, such as who gave an action, and reasons that the site does not show to the person:',
    )
    console.log('read it before you give it to anybody.')
    return 0
  })
})
