import { createInterface } from 'node:readline/promises'
import { verifyAudit } from '#features/audit/server/chain-store.ts'
import { loseAllMessages } from '#features/inbox/server/delivery-store.ts'
import { counted } from '#lib/text.ts'
import type { Environment } from '#server/config/environment.ts'
import type { InTheirPlace } from '#server/database/archive/archive.ts'
import type { LeftOut } from '#server/database/backup/backup.ts'
import { type Client, readTables } from '#server/database/backup/catalog.ts'
import type { Sum } from '#server/database/backup/format.ts'
import { type Database, dbOn } from '#server/database/database.ts'
import { othersOf } from '#server/database/reading.ts'
import { fromRoot } from '#server/paths.ts'

/**
 * What does not move to another database: what lets somebody in, and what lives for minutes. Everybody signs in again,
 * which asks Discord who they are now.
 */
export const LEFT_OUT_OF_A_MOVE: LeftOut = {
  sessions: 'all',
  sign_in_attempts: 'all',
  rate_limits: 'all',
  // Made again from the rules.
  passage_embeddings: 'all',
  leader_heartbeat: 'all',
  believed_clock: 'all',
  users: ['sealed_access_token', 'access_token_expires_at'],
}

/** What no backup holds: the same, and announcements, which the site that was backed up goes on posting itself. */
export const LEFT_OUT: LeftOut = { ...LEFT_OUT_OF_A_MOVE, announcements: 'all' }

/** What no archive for others holds: the same, and what programs call with. */
export const LEFT_OUT_OF_AN_ARCHIVE: LeftOut = { ...LEFT_OUT, ingest_tokens: ['hash'] }

/** No token has such a hash: those that an archive lists let nobody in. */
export const IN_THEIR_PLACE: InTheirPlace = { ingest_tokens: { hash: `'left out of an archive: ' || id` } }

export const dataDirOf = ({ dataDir }: Pick<Environment, 'dataDir'>) => fromRoot(dataDir)

/** Walks the audit log of what was restored, and answers how to say what was found. */
export function auditCheck(): { check(client: Client): Promise<void>; tell(): number } {
  let broken: Awaited<ReturnType<typeof verifyAudit>>['broken'] = null
  return {
    check: async (client) => {
      broken = (await verifyAudit(dbOn(client))).broken
    },
    tell: () => {
      if (broken === null) {
        console.log('The audit log is a whole chain.')
        return 0
      }
      // What was restored is what was backed up: it broke before, and keeping the data back would help nobody.
      console.error(`But the audit log is broken at row ${broken.seq}, as it was before: ${broken.why}.`)
      return 2
    },
  }
}

/**
 * What was restored names messages that are in no backup: they may not have arrived, and a later one would come to have
 * the number of one of them.
 */
export async function loseMessages(client: Client): Promise<void> {
  const inbox = (await readTables(client)).find(({ name }) => name === 'inbox_rows')
  // An older version of the site keeps nothing of messages.
  if (inbox?.columns.some(({ name }) => name === 'message_id') === true) await loseAllMessages(dbOn(client))
}

/** `2026-03-14-183000`, which sorts as time does. */
export const stampOf = (at: Date) => at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')

/** What a table holds, in columns. */
export function tellSums(sums: readonly Sum[]): string {
  const width = Math.max(...sums.map(({ name }) => name.length))
  return sums
    .filter(({ rows }) => rows > 0)
    .map(({ name, rows, sha256 }) => `  ${name.padEnd(width)}  ${sha256.slice(0, 12)}  ${counted(rows, 'row')}`)
    .join('\n')
}

const OFTEN = 3_000

/** Says each step as it begins and now and then how far it is. */
export function createProgress(now = () => performance.now()) {
  let current = ''
  let said = 0
  return (step: string, rows?: number, total?: number) => {
    if (step === current && (rows === undefined || now() - said < OFTEN)) return
    const far =
      rows === undefined
        ? ''
        : `: ${rows.toLocaleString('en')}${total === undefined ? '' : ` of ${counted(total, 'row')}`}`
    console.log(`${step}${far} …`)
    current = step
    said = now()
  }
}

/** Runs a command, which answers its exit code; what it throws is words for the person who ran it, and `failed`. */
export async function runCommand(work: () => Promise<number>, failed = 1): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    // node-postgres wraps what the sockets raised, at times without words.
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    console.error(error instanceof Error ? error.message || code : String(error))
    process.exitCode = failed
  }
}

/** Throws while a site serves from this PostgreSQL database: it would go on with what it remembers. */
export async function requireNoSite(database: Database): Promise<void> {
  const others = await othersOf(database)
  if (others === 0) return
  throw new Error(
    `The site is running on this database (${counted(others, 'connection')}). Stop it first, on every machine; nothing was changed.`,
  )
}

/** The first argument of a command, which must name a person: a Discord ID, a number or an identifier of a player. */
export function requirePerson([id]: readonly string[], usage: string): string {
  if (id === undefined || !/^(\d{17,20}|subject:\d{1,9}|(license2?|steam|fivem|live|xbl):[\w-]{1,80})$/i.test(id)) {
    throw new Error(`${usage}\nA Discord ID has 17 to 20 digits. Players are also known as subject:12 or license:….`)
  }
  return id.toLowerCase()
}

/** What somebody types, or nothing where nobody is there to type. */
export async function ask(question: string): Promise<string> {
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<string>((resolve) => asking.once('close', () => resolve('')))
  const answer = await Promise.race([asking.question(question), closed])
  asking.close()
  return answer.trim()
}
