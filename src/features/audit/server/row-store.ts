import { inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { AuditFilter } from '../contract.ts'
import { auditLog, isNoSignIn, standsForMany } from './tables.ts'

/**
 * In one transaction an import writes a row for each record and then its own row. The own row's counts therefore give
 * the number of rows directly before it that belong to the import. Rows of another request are never taken for rows of
 * the import, even if the counts are wrong.
 */
const count = (field: string) => sql`coalesce((after ->> ${sql.raw(`'${field}'`)})::bigint, 0)`
const importRanges = sql`
  select i.first::text, (i.seq - 1)::text as last from (
    select seq, at, request_id, actor_id,
      seq - (${sql.join(['added', 'changed', 'removed', 'restored'].map(count), sql` + `)}) as first
    from ${auditLog} where ${standsForMany}
  ) i join ${auditLog} f on f.seq = i.first and f.request_id = i.request_id and f.at = i.at
    and f.actor_id is not distinct from i.actor_id
  where i.first < i.seq`

type Range = { first: string; last: string }

/** A condition for the rows of the individual records of one import, by the number of the import's own row. */
export async function importRowsCondition(db: Db, seq: number): Promise<SQL> {
  const { rows } = await db.execute<Range>(sql`${importRanges} and i.seq = ${seq}`)
  const [first, last] = [Number(rows[0]?.first ?? 0), Number(rows[0]?.last ?? 0)]
  return sql`(${auditLog.seq} >= ${first} and ${auditLog.seq} <= ${last})`
}

/** A condition for the rows of the import that added a record. */
export async function importThatAddedCondition(db: Db, target: string): Promise<SQL> {
  const { rows } = await db.execute<{ seq: string }>(sql`
    select i.last::bigint + 1 as seq from (${importRanges}) i join ${auditLog} a
      on a.seq between i.first::bigint and i.last::bigint and a.target = ${target} and a.before is null
    order by a.seq limit 1`)
  return importRowsCondition(db, Number(rows[0]?.seq ?? 0))
}

/** A condition for the rows of the individual records of all imports. Undefined when there was no import. */
export async function allImportRowsCondition(db: Db): Promise<SQL | undefined> {
  const { rows } = await db.execute<Range>(importRanges)
  const ranges = rows.map(({ first, last }) => `[${first},${last}]`).join()
  return rows.length === 0 ? undefined : sql`(${auditLog.seq} <@ ${`{${ranges}}`}::int8multirange)`
}

/**
 * Conditions for the chosen view of sign-ins and imports. `unfolded` are rows of imports that stay visible when imports
 * are folded.
 */
export async function viewConditions(
  db: Db,
  query: Pick<AuditFilter, 'signIns' | 'imports' | 'import'>,
  unfolded: readonly number[],
): Promise<SQL[]> {
  const conditions: SQL[] = []
  if (query.signIns === 'hidden') conditions.push(isNoSignIn)
  if (query.import !== undefined) conditions.push(await importRowsCondition(db, query.import))
  if (query.imports === 'folded') {
    const isFolded = await allImportRowsCondition(db)
    const isUnfolded = unfolded.length === 0 ? sql`false` : inArray(auditLog.seq, [...unfolded])
    if (isFolded !== undefined) conditions.push(sql`(${not(isFolded)} or ${isUnfolded})`)
  }
  return conditions
}
