import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '#server/config/environment.ts'
import { backup } from '#server/database/backup/backup.ts'
import { openForReading } from '#server/database/reading.ts'
import {
  createProgress,
  dataDirOf,
  EXCLUDED_FROM_BACKUP,
  formatSums,
  runCommand,
  stampOf,
  withDatabase,
} from '../own-data.ts'

/*
 * npm run backup [FILE]: writes the database as it is at one moment into one file. The site may be running or not. Exit
 * code 1 when the backup failed; then there is no file.
 */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  if (positionals.length > 1) throw new Error('npm run backup [FILE]')
  const environment = readEnvironment()
  const clock = () => new Date()
  const [given] = positionals
  const name = `backup-${stampOf(clock())}.gz`
  const isFolder = given !== undefined && statSync(given, { throwIfNoEntry: false })?.isDirectory() === true
  const file =
    given === undefined ? join(dataDirOf(environment), 'backups', name) : isFolder ? join(given, name) : given
  return withDatabase(environment, openForReading, async (database) => {
    const printProgress = createProgress()
    const sums = await backup(database, resolve(file), {
      excluded: EXCLUDED_FROM_BACKUP,
      clock,
      onRows: (rows, total) => printProgress('Backing up', rows, total),
    })
    const size = statSync(file).size / 1024 / 1024
    console.log(`${formatSums(sums)}\n\n${resolve(file)} contains everything, ${size.toFixed(1)} MB.`)
    console.log(
      'It contains what staff wrote about people: keep it where only you can read it, and not only on this machine.',
    )
    console.log('Sessions and sign-in tokens are not in it: after a restore everybody signs in again.')
    return 0
  })
})
