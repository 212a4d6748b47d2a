import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { readEnvironment } from '#server/config/environment.ts'
import { pendingMigrations } from '#server/database/migrate.ts'
import { openForReading } from '#server/database/reading.ts'
import { createLogger } from '#server/log.ts'
import { dataDirOf, requireDiscordId, runCommand, stampOf } from '../own-data.ts'
import { exportPerson } from '../person.ts'

/* npm run export-person -- ID [FILE]: everything held on one Discord id, while the site runs or not, in one JSON file. */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const id = requireDiscordId(positionals, 'npm run export-person -- ID [FILE]')
  const environment = readEnvironment()
  const dataDir = dataDirOf(environment)
  const now = new Date()
  const file = resolve(positionals[1] ?? join(dataDir, 'exports', `person-${id}-${stampOf(now)}.json`))
  if (existsSync(file)) throw new Error(`${file} is there already.`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = await openForReading({ url: environment.databaseUrl, dataDir, log: createLogger('warn') })
  const pending = await pendingMigrations(database)
  if (pending > 0) {
    await database.close()
    throw new Error(`The database lacks ${pending} migrations of this version: start the site once, then export.`)
  }
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    const counts: Record<string, number> = {}
    let table = ''
    out.write(`{\n  "discordId": "${id}",\n  "exportedAt": "${now.toISOString()}",\n  "held": {`)
    const person = await exportPerson(database, id, async (line) => {
      const isNext = line.table !== table
      if (isNext) out.write(`${table === '' ? '' : '\n    ],'}\n    ${JSON.stringify(line.table)}: [`)
      table = line.table
      const text = `${isNext ? '' : ','}\n      ${JSON.stringify(line.row, null, 2).replaceAll('\n', '\n      ')}`
      if (!out.write(text)) await once(out, 'drain')
      counts[table] = (counts[table] ?? 0) + 1
    })
    out.end(`${table === '' ? '' : '\n    ]\n  '}},\n  "names": ${JSON.stringify(person.names)}\n}\n`)
    await finished(out)
    if (table === '') {
      rmSync(file)
      console.log(`Nothing is held on ${id}.`)
      return 0
    }
    for (const [name, rows] of Object.entries(counts)) console.log(`  ${name}: ${rows}`)
    console.log(`\n${file} has everything that is held on ${id}; tokens of their sessions are left out.`)
    console.log(
      'It also names others, such as who gave an action, and reasons that are kept from the person on the site:',
    )
    console.log('read it before you hand it on.')
    return 0
  } catch (error) {
    out.destroy()
    rmSync(file, { force: true })
    throw error
  } finally {
    await database.close()
  }
})
