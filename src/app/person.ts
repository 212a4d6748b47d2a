import { randomBytes, randomInt } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { withdrawErased } from '#features/appeals/server/record-store.ts'
import { type ErasableColumns, eraseFromAudit, listAuditContaining } from '#features/audit/server/chain-store.ts'
import { append } from '#features/audit/server/store.ts'
import { announceEndedSessions } from '#features/auth/server/sessions.ts'
import { listSessionsOf } from '#features/auth/server/store.ts'
import { deleteRowsAbout } from '#features/inbox/server/store.ts'
import { ERASED } from '#lib/discord-id.ts'
import { createChanges } from '#server/changes.ts'
import { withSnapshot } from '#server/database/backup/backup.ts'
import type { Client } from '#server/database/backup/catalog.ts'
import { type Database, dbOn } from '#server/database/database.ts'
import {
  erasePerson,
  findPerson,
  listTraces,
  type Person,
  type Pseudonym,
  rowsOf,
  searchTermsOf,
  valueWithoutPerson,
  withoutPerson,
} from '#server/database/person.ts'
import type { Processes } from '#server/processes/processes.ts'
import { PERSONAL_DATA } from './features.ts'

const ROWS_AT_ONCE = 500

/** Resolves an identifier of the game to the id in the player record. Any other text is returned unchanged. */
export async function resolvePlayerId({ pool }: Pick<Database, 'pool'>, text: string): Promise<string> {
  const found = await pool.query<{ id: string }>('select id from subjects where identifiers && array[$1]', [text])
  return found.rows[0]?.id ?? text
}

const auditSearchOf = (person: Person) => ({ words: searchTermsOf(person), usernames: person.usernames })

/** Exports everything that is stored about a Discord ID, one row after another. */
export async function exportPerson(
  database: Database,
  id: string,
  write: (line: { table: string; row: Record<string, unknown> }) => Promise<void> | void,
): Promise<Person> {
  return withSnapshot(database, async (client) => {
    const person = await findPerson(client, id, PERSONAL_DATA)
    for await (const line of rowsOf(client, person, PERSONAL_DATA)) await write(line)
    for (let seq = 0; ; ) {
      const rows = await listAuditContaining(dbOn(client), auditSearchOf(person), seq, ROWS_AT_ONCE)
      for (const row of rows) await write({ table: 'audit_log', row })
      seq = rows.at(-1)?.seq ?? seq
      if (rows.length < ROWS_AT_ONCE) return person
    }
  })
}

/**
 * Writes the same export as one JSON file that only this user may read. Returns how many rows of each table the file
 * has. Leaves no file when nothing is stored or the export fails. Refuses to overwrite an existing file.
 */
export async function exportToFile(
  database: Database,
  id: string,
  file: string,
  at: Date,
): Promise<Record<string, number>> {
  const handle = await open(file, 'wx', 0o600)
  const counts: Record<string, number> = {}
  let isKept = false
  try {
    let table = ''
    await handle.appendFile(`{\n  "discordId": "${id}",\n  "exportedAt": "${at.toISOString()}",\n  "held": {`)
    const { names } = await exportPerson(database, id, async (line) => {
      const isNext = line.table !== table
      const head = isNext ? `${table === '' ? '' : '\n    ],'}\n    ${JSON.stringify(line.table)}: [` : ','
      table = line.table
      await handle.appendFile(`${head}\n      ${JSON.stringify(line.row, null, 2).replaceAll('\n', '\n      ')}`)
      counts[table] = (counts[table] ?? 0) + 1
    })
    await handle.appendFile(`${table === '' ? '' : '\n    ]\n  '}},\n  "names": ${JSON.stringify(names)}\n}\n`)
    isKept = table !== ''
    return counts
  } finally {
    await handle.close()
    if (!isKept) await rm(file)
  }
}

export interface Erasure {
  pseudonym: Pseudonym
  /** The number of changed rows by table. */
  rows: Record<string, number>
  /** Where a word of their names still appears. */
  traces: { table: string; key: string; column: string }[]
  /** Names that another person has too. */
  sharedNames: readonly string[]
}

/**
 * Replaces a person by a pseudonym everywhere and ends their sessions and appeals, in one transaction. The record of
 * what happened stays, but no longer says to whom. Running processes of the site are notified. Returns null when
 * nothing is stored about this id.
 */
export async function eraseFromSite(
  { database, processes }: { database: Database; processes: Processes },
  id: string,
  at: Date,
): Promise<Erasure | null> {
  const changes = createChanges(processes)
  return database.withoutTimeout(async (client) => {
    await client.query('begin')
    try {
      const db = dbOn(client)
      const person = await findPerson(client, id, PERSONAL_DATA)
      let pseudonym = newPseudonym()
      while ((await listAuditContaining(db, { words: [pseudonym.name], usernames: [] }, 0, 1)).length > 0)
        pseudonym = newPseudonym()
      const sessions = (await listSessionsOf(db, id)).map((session) => session.id)
      const rows = await erasePerson(client, person, pseudonym, PERSONAL_DATA)
      await forgetPlayer(client, pseudonym)
      const isInAudit = (await listAuditContaining(db, auditSearchOf(person), 0, 1)).length > 0
      if (!isInAudit && Object.keys(rows).length === 0) {
        await client.query('rollback')
        return null
      }
      const by = { actor: null, requestId: 'erase-command', at }
      const redact = (row: ErasableColumns) => redactRow(row, person, pseudonym)
      const entry = { target: `people/${pseudonym.id}`, after: { name: pseudonym.name, tables: rows } }
      const auditRows = await eraseFromAudit(db, by, auditSearchOf(person), redact, entry)
      const withdrawn = await withdrawErased(db, pseudonym.id, at)
      await append(db, by, at, withdrawn)
      // Remove requests for a statement about these appeals: nobody needs to answer them any more.
      await deleteRowsAbout(
        db,
        withdrawn.map(({ target }) => `given-${target}`),
      )
      const traces = await listTraces(client, person, PERSONAL_DATA)
      await changes.announceElsewhere('all', db)
      await announceEndedSessions(processes, sessions, 'ended', db)
      await client.query('commit')
      return { pseudonym, rows: { ...rows, audit_log: auditRows }, traces, sharedNames: person.sharedNames }
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}

/**
 * Removes what imports store about a player, who has the pseudonym by now. Undoing an import would otherwise bring back
 * the note and the names from before the player was joined with another.
 */
async function forgetPlayer(client: Client, { id }: Pseudonym): Promise<void> {
  await client.query(
    `delete from import_rows where split_part(record, '/', 1) = 'subjects'
       and (record = 'subjects/' || $1::text or before ->> 'id' = $1::text or before -> 'identifiers' ? $1::text)`,
    [id],
  )
}

function newPseudonym(): Pseudonym {
  const digits = Array.from({ length: 16 }, () => randomInt(10)).join('')
  return { id: `${ERASED}${digits}`, name: `Erased person ${randomBytes(2).toString('hex')}` }
}

function redactRow(row: ErasableColumns, person: Person, pseudonym: Pseudonym): ErasableColumns {
  const isActor = row.actorId === person.id
  const isBesideId = isActor || JSON.stringify([row.target, row.before, row.after]).includes(person.id)
  return {
    actorId: isActor ? pseudonym.id : row.actorId,
    actorName: isActor ? pseudonym.name : row.actorName,
    target: withoutPerson(row.target, person, pseudonym, false),
    before: valueWithoutPerson(row.before, person, pseudonym, isBesideId),
    after: valueWithoutPerson(row.after, person, pseudonym, isBesideId),
  }
}
