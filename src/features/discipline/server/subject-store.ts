import { arrayOverlaps, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import { imports } from '#features/audit/server/tables.ts'
import type { Database, Db } from '#server/database/database.ts'
import { folded, holds } from '#server/database/folded.ts'
import { notFound } from '#server/http/http-error.ts'
import type { Subject } from '../player-contract.ts'
import { accountOf } from '../player-rules.ts'
import { subjects } from './tables.ts'

const MAX_FOUND_SUBJECTS = 50

export type SubjectRow = typeof subjects.$inferSelect

export function subjectOf(row: SubjectRow): Subject {
  return {
    who: row.id,
    version: row.version,
    account: accountOf(row.id),
    name: row.name,
    identifiers: row.identifiers,
    other_accounts: row.otherAccounts,
    play_minutes: row.playMinutes,
    first_seen: row.firstSeen?.toISOString() ?? null,
    last_seen: row.lastSeen?.toISOString() ?? null,
    note: row.note === null ? null : { text: row.note, by: row.noteBy, at: row.noteAt?.toISOString() ?? null },
  }
}

export function importShown({ id, at, byName, file, sha256 }: typeof imports.$inferSelect) {
  return { id, at: at.toISOString(), by: byName, file, sha256 }
}

export async function findSubjects(db: Db, ids: readonly string[]): Promise<Subject[]> {
  return (
    await db
      .select()
      .from(subjects)
      .where(inArray(subjects.id, [...ids]))
  ).map(subjectOf)
}

/** People by a part of their name, by an identifier or by their id, those seen last first. */
export async function searchSubjects({ db }: Pick<Database, 'db'>, query: string): Promise<Subject[]> {
  const rows = await db
    .select()
    .from(subjects)
    .where(
      or(
        eq(subjects.id, query),
        arrayOverlaps(subjects.identifiers, [query.toLowerCase()]),
        holds(folded(subjects.name), query),
      ),
    )
    .orderBy(isNull(subjects.lastSeen), desc(subjects.lastSeen), desc(subjects.id))
    .limit(MAX_FOUND_SUBJECTS)
  return rows.map(subjectOf)
}

/** One person, and which import brought them. */
export async function findSubject(db: Db, who: string) {
  const [row] = await db.select().from(subjects).where(eq(subjects.id, who))
  if (row === undefined) throw notFound()
  const [found] = row.importId === null ? [] : await db.select().from(imports).where(eq(imports.id, row.importId))
  return { item: subjectOf(row), import: found === undefined ? null : importShown(found) }
}
