import { arrayOverlaps, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm'
import { imports } from '#features/audit/server/tables.ts'
import { groupBy } from '#lib/group-by.ts'
import { batches } from '#server/database/batches.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { containsText, folded } from '#server/database/folded.ts'
import { notFound } from '#server/http/http-error.ts'
import { mergeDetails, type SubjectDetails } from '../history-rules.ts'
import type { Subject } from '../player-contract.ts'
import { accountOf, type PlayerSource } from '../player-rules.ts'
import { type Named, planSubjects, shownIdentifiers, type Target } from '../subject-rules.ts'
import { playerActions, removedActions, subjects } from './tables.ts'

const MAX_FOUND_SUBJECTS = 50

export type SubjectRow = typeof subjects.$inferSelect

/** A subject as a person reads it. What staff noted about the reader is left out. */
export function subjectOf(row: SubjectRow, reader: { id: string }): Subject {
  return {
    who: row.id,
    version: row.version,
    account: accountOf(row.id),
    name: row.name,
    identifiers: shownIdentifiers(row.identifiers),
    other_accounts: row.otherAccounts,
    play_minutes: row.playMinutes,
    first_seen: row.firstSeen?.toISOString() ?? null,
    last_seen: row.lastSeen?.toISOString() ?? null,
    note:
      row.note === null || row.id === reader.id
        ? null
        : { text: row.note, by: row.noteBy, at: row.noteAt?.toISOString() ?? null },
  }
}

export function importShown({ id, at, byName, file, sha256 }: typeof imports.$inferSelect) {
  return { id, at: at.toISOString(), by: byName, file, sha256 }
}

export async function findSubjects(db: Db, reader: { id: string }, ids: readonly string[]): Promise<Subject[]> {
  return (
    await db
      .select()
      .from(subjects)
      .where(inArray(subjects.id, [...ids]))
  ).map((row) => subjectOf(row, reader))
}

/** Finds people by a part of their name, by an identifier or by their id. Those seen last come first. */
export async function searchSubjects(
  { db }: Pick<Database, 'db'>,
  reader: { id: string },
  query: string,
): Promise<Subject[]> {
  const rows = await db
    .select()
    .from(subjects)
    .where(
      or(
        eq(subjects.id, query),
        arrayOverlaps(subjects.identifiers, [query.toLowerCase()]),
        containsText(folded(subjects.name), query),
      ),
    )
    .orderBy(isNull(subjects.lastSeen), desc(subjects.lastSeen), desc(subjects.id))
    .limit(MAX_FOUND_SUBJECTS)
  return rows.map((row) => subjectOf(row, reader))
}

/** A person, and the import that brought them. */
export async function findSubject(db: Db, reader: { id: string }, who: string) {
  const [row] = await db.select().from(subjects).where(eq(subjects.id, who))
  if (row === undefined) throw notFound()
  const [found] = row.importId === null ? [] : await db.select().from(imports).where(eq(imports.id, row.importId))
  return { item: subjectOf(row, reader), import: found === undefined ? null : importShown(found) }
}

/** More identifiers than an event has. */
const MANY = 50

/**
 * The condition that a person has one of these identifiers. For the few of an event, the index is fast. For the many of
 * a file, looking up each one in the index takes minutes, so that reading all identifiers once is faster.
 */
const hasOneOf = (identifiers: string[]) =>
  identifiers.length < MANY
    ? arrayOverlaps(subjects.identifiers, identifiers)
    : sql`${subjects.id} in (
        select held.id from ${subjects} held, unnest(held.identifiers) identifier
        where identifier in (select unnest(${sql.param(identifiers)}::text[])))`

/** Everybody who has an identifier of these records or is one of their accounts, by id. */
export async function knownSubjects(from: Db, records: readonly Named[]): Promise<Map<string, SubjectRow>> {
  const found = new Map<string, SubjectRow>()
  const keep = (rows: readonly SubjectRow[]) => {
    for (const row of rows) found.set(row.id, row)
  }
  const identifiers = [...new Set(records.flatMap((each) => each.identifiers))]
  if (identifiers.length > 0) keep(await from.select().from(subjects).where(hasOneOf(identifiers)))
  const accounts = new Set([
    ...records.flatMap((each) => each.accounts),
    ...[...found.values()].flatMap((each) => each.otherAccounts),
  ])
  for (const batch of batches([...accounts])) {
    keep(
      await from
        .select()
        .from(subjects)
        .where(sql`${subjects.id} = any(${sql.param(batch)})`),
    )
  }
  return found
}

type Written = Omit<SubjectRow, 'id' | 'number' | 'version' | 'identifiers' | 'otherAccounts'>

/**
 * Writes the current state of people. This transaction has locked their table. People who were joined into another
 * person are deleted, and their actions move. Returns the id of each target, including targets that were not written.
 */
export async function writeSubjects(
  tx: Transaction,
  changed: readonly { target: Target; row: Written }[],
): Promise<(target: Target) => string> {
  const added = changed.filter(({ target }) => target.id === null)
  const numbers = new Map<Target, number>()
  if (added.length > 0) {
    const { rows } = await tx.execute<{ number: number }>(
      sql`select nextval(pg_get_serial_sequence('subjects', 'number'))::int as number from generate_series(1, ${added.length}::int)`,
    )
    added.forEach(({ target }, index) => {
      numbers.set(target, rows[index]?.number ?? 0)
    })
  }
  const idOf = (target: Target) => target.id ?? `subject:${numbers.get(target)}`
  const moved = changed.flatMap(({ target }) =>
    target.was.filter((id) => id !== target.id).map((from) => ({ from, to: idOf(target) })),
  )
  for (const batch of batches(moved)) {
    const from = batch.map((each) => each.from)
    await tx.delete(subjects).where(sql`${subjects.id} = any(${sql.param(from)})`)
    await tx.execute(sql`
      update ${playerActions} a set user_id = m.to_id, version = a.version + 1
      from unnest(${sql.param(from)}::text[], ${sql.param(batch.map((each) => each.to))}::text[]) as m(from_id, to_id)
      where a.user_id = m.from_id`)
    await tx.execute(sql`
      update ${removedActions} a set user_id = m.to_id
      from unnest(${sql.param(from)}::text[], ${sql.param(batch.map((each) => each.to))}::text[]) as m(from_id, to_id)
      where a.user_id = m.from_id`)
  }
  const { id: _id, number: _number, version, ...columns } = getTableColumns(subjects)
  const set = Object.fromEntries(
    Object.entries(columns).map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
  )
  for (const batch of batches(changed)) {
    await tx
      .insert(subjects)
      .values(
        batch.map(({ target, row }) => ({
          ...row,
          id: idOf(target),
          ...(target.id === null ? { number: numbers.get(target) } : {}),
          identifiers: target.identifiers,
          otherAccounts: target.otherAccounts,
        })),
      )
      .onConflictDoUpdate({ target: subjects.id, set: { ...set, version: sql`${version} + 1` } })
  }
  return idOf
}

/**
 * Finds or creates the person of an event, which may join several people. Returns the person's id and the ids of the
 * people who were joined into them. `keepJoin` stores the join so that it can be undone.
 */
export async function findOrCreateSubject(
  tx: Transaction,
  named: Named,
  { name, seen, source }: { name: string; seen: Date; source: PlayerSource },
  keepJoin: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<{ who: string; joined: string[] }> {
  const rows = await knownSubjects(tx, [named])
  const plan = planSubjects({ records: [named], known: [...rows.values()], answers: {}, isLive: true })
  const [target] = plan.of
  if (target == null) throw new Error('An event leads to nobody')
  const [row, ...others] = target.was.flatMap((id) => rows.get(id) ?? [])
  const read = { ...NO_DETAILS, name, lastSeen: seen }
  const details = [...others.map(detailsOf), read].reduce(mergeDetails, row === undefined ? read : detailsOf(row))
  const changed = { target, row: { ...details, source: row?.source ?? source, importId: row?.importId ?? null } }
  const write = () => writeSubjects(tx, [changed])
  const idOf = await (target.was.some((id) => id !== target.id) ? keepJoin(write) : write())
  const who = idOf(target)
  return { who, joined: target.was.filter((id) => id !== who) }
}

/**
 * By person, the accounts that may be the same person: those that share an identifier, and those that somebody declared
 * to be other people with the same identifier.
 */
export async function linkedAccounts(on: Db, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const people = sql`${sql.param([...ids])}::text[]`
  const { rows } = await on.execute<{ person: string; account: string }>(sql`
    select person.id as person, other.id as account from ${subjects} person
      join ${subjects} other on other.id <> person.id and other.identifiers && person.identifiers
      where person.id = any(${people})
    union select id, unnest(other_accounts) from ${subjects} where id = any(${people})
    union select unnest(other_accounts), id from ${subjects} where other_accounts && ${people}
    union select one, other from ${subjects}, unnest(other_accounts) one, unnest(other_accounts) other
      where other_accounts && ${people} and one <> other`)
  const byPerson = groupBy(rows, ({ person }) => person)
  return new Map([...byPerson].map(([person, found]) => [person, found.map(({ account }) => account)]))
}

/** The accounts linked to one person. */
export const accountsLinkedTo = async (on: Db, id: string): Promise<readonly string[]> =>
  (await linkedAccounts(on, [id])).get(id) ?? []

/** The ids of the people whom a record may mean, by its accounts and by its identifiers. */
export async function listPossibleIds(from: Db, named: Named): Promise<string[]> {
  return [...named.accounts, ...(await knownSubjects(from, [named])).keys()]
}

/** An account together with the accounts that may be the same person. The site cannot tell whether they are. */
export const findAccountAndLinked = async (on: Db, account: string): Promise<ReadonlySet<string>> =>
  new Set([account, ...(await accountsLinkedTo(on, account))])

export const NO_DETAILS: SubjectDetails = {
  name: '',
  playMinutes: null,
  firstSeen: null,
  lastSeen: null,
  note: null,
  noteBy: null,
  noteAt: null,
}

export const detailsOf = ({
  name,
  playMinutes,
  firstSeen,
  lastSeen,
  note,
  noteBy,
  noteAt,
}: SubjectRow): SubjectDetails => ({
  ...{ name, playMinutes, firstSeen, lastSeen, note, noteBy, noteAt },
})
