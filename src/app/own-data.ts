import { createInterface } from 'node:readline/promises'
import { verifyAudit } from '#features/audit/server/chain-store.ts'
import { markMessagesUncertain } from '#features/inbox/server/delivery-store.ts'
import { formatCount } from '#lib/text.ts'
import type { Environment } from '#server/config/environment.ts'
import type { InTheirPlace } from '#server/database/archive/archive.ts'
import type { ExcludedTables } from '#server/database/backup/backup.ts'
import { type Client, readTables } from '#server/database/backup/catalog.ts'
import type { Sum } from '#server/database/backup/format.ts'
import { type Database, dbOn } from '#server/database/database.ts'
import { pendingMigrations } from '#server/database/migrate.ts'
import { countOtherConnections, type openForReading } from '#server/database/reading.ts'
import { errorMessage } from '#server/errors.ts'
import { createLogger } from '#server/log.ts'
import { fromRoot } from '#server/paths.ts'

/**
 * The data that does not move to another database: credentials, and rows that live only for minutes. Everybody signs in
 * again, which also asks Discord for their current roles.
 */
export const EXCLUDED_FROM_MOVE: ExcludedTables = {
  sessions: 'all',
  sign_in_attempts: 'all',
  rate_limits: 'all',
  // These are computed again from the rules.
  passage_embeddings: 'all',
  leader_heartbeat: 'all',
  believed_clock: 'all',
  users: ['sealed_access_token', 'access_token_expires_at'],
}

/**
 * The data that no backup holds: the data above, and announcements, because the site that was backed up posts those
 * itself.
 */
export const EXCLUDED_FROM_BACKUP: ExcludedTables = { ...EXCLUDED_FROM_MOVE, announcements: 'all' }

/** The data that no archive for other programs holds: the data above, and the tokens that programs call with. */
export const EXCLUDED_FROM_ARCHIVE: ExcludedTables = { ...EXCLUDED_FROM_BACKUP, ingest_tokens: ['hash'] }

/** No token has such a hash, so the tokens that an archive lists give no access. */
export const REPLACED_COLUMNS: InTheirPlace = { ingest_tokens: { hash: `'left out of an archive: ' || id` } }

export const dataDirOf = ({ dataDir }: Pick<Environment, 'dataDir'>) => fromRoot(dataDir)

/** Verifies the audit log of a restored database. `print` prints the result and returns the exit code. */
export function createAuditCheck(): { check(client: Client): Promise<void>; print(): number } {
  let broken: Awaited<ReturnType<typeof verifyAudit>>['broken'] = null
  return {
    check: async (client) => {
      broken = (await verifyAudit(dbOn(client))).broken
    },
    print: () => {
      if (broken === null) {
        console.log('The audit log is intact.')
        return 0
      }
      // The restored data is exactly what was backed up, so the log was already broken. Rejecting the data would help
      // nobody.
      console.error(`But the audit log is broken at row ${broken.seq}, as it was before: ${broken.why}.`)
      return 2
    },
  }
}

/**
 * Marks messages of a restored inbox as uncertain. The rows name messages that no backup holds: those may not have
 * arrived, and a later message would get the number of one of them.
 */
export async function markRestoredMessages(client: Client): Promise<void> {
  const inbox = (await readTables(client)).find(({ name }) => name === 'inbox_rows')
  // The database of an older version of the site stores no messages.
  if (inbox?.columns.some(({ name }) => name === 'message_id') === true) await markMessagesUncertain(dbOn(client))
}

/** A timestamp such as `2026-03-14-183000`, which sorts in the order of time. */
export const stampOf = (at: Date) => at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')

/** Lists the tables with their checksums and row counts, in columns. */
export function formatSums(sums: readonly Sum[]): string {
  const width = Math.max(...sums.map(({ name }) => name.length))
  return sums
    .filter(({ rows }) => rows > 0)
    .map(({ name, rows, sha256 }) => `  ${name.padEnd(width)}  ${sha256.slice(0, 12)}  ${formatCount(rows, 'row')}`)
    .join('\n')
}

const PRINT_EVERY = 3_000

/** Prints each step when it begins, and its progress from time to time. */
export function createProgress(now = () => performance.now()) {
  let current = ''
  let printedAt = 0
  return (step: string, rows?: number, total?: number) => {
    if (step === current && (rows === undefined || now() - printedAt < PRINT_EVERY)) return
    const far =
      rows === undefined
        ? ''
        : `: ${rows.toLocaleString('en')}${total === undefined ? '' : ` of ${formatCount(total, 'row')}`}`
    console.log(`${step}${far} …`)
    current = step
    printedAt = now()
  }
}

/**
 * Runs a command, which returns its exit code. An error ends the command with the code `failed`: its message is printed
 * and must be clear to the person who ran the command.
 */
export async function runCommand(work: () => Promise<number>, failed = 1): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    console.error(errorMessage(error))
    process.exitCode = failed
  }
}

/** Opens the site's database, runs the work of a command, and closes the database afterwards. */
export async function withDatabase(
  environment: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  open: typeof openForReading,
  work: (database: Database) => Promise<number>,
): Promise<number> {
  const dataDir = dataDirOf(environment)
  const database = await open({ url: environment.databaseUrl, dataDir, log: createLogger('warn') })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Throws while a site is running on this PostgreSQL database: the site would continue with the data in its memory. */
export async function requireNoSite(database: Database): Promise<void> {
  const others = await countOtherConnections(database)
  if (others === 0) return
  throw new Error(
    `The site is running on this database (${formatCount(others, 'connection')}). Stop it first, on every machine; nothing was changed.`,
  )
}

/** Throws if the database does not have the migrations of this version of the site. */
export async function requireUpToDate(database: Database): Promise<void> {
  const pending = await pendingMigrations(database)
  if (pending === 0) return
  throw new Error(
    `The database needs ${formatCount(pending, 'migration')} for this version: start the site once, then run this command again. Nothing was changed.`,
  )
}

/**
 * Checks the first argument of a command, which must name a person: a Discord ID, the number of a player or an
 * identifier of a player.
 */
export function requirePerson([id]: readonly string[], usage: string): string {
  if (id === undefined || !/^(\d{17,20}|subject:\d{1,9}|(license2?|steam|fivem|live|xbl):[\w-]{1,80})$/i.test(id)) {
    throw new Error(`${usage}\nA Discord ID has 17 to 20 digits. Players are also known as subject:12 or license:….`)
  }
  return id.toLowerCase()
}

/** Asks a question in the terminal. Returns an empty string when the input is closed. */
export async function askInTerminal(question: string): Promise<string> {
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<string>((resolve) => asking.once('close', () => resolve('')))
  const answer = await Promise.race([asking.question(question), closed])
  asking.close()
  return answer.trim()
}
