import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fold } from '#lib/search.ts'

/** A text of the database as searches see it: without case and accents, the same as `fold` in lib/search.ts. */
export function folded(column: SQLWrapper): SQL<string> {
  return sql`lower(regexp_replace(normalize(${column}, NFD), '[\\u0300-\\u036f]', '', 'g'))`
}

/** Whether a folded text holds another one anywhere; %, _ and \\ are plain characters. */
export function holds(foldedColumn: SQLWrapper, text: string): SQL {
  return sql`${foldedColumn} like ${`%${literal(fold(text))}%`}`
}

/** A text in which LIKE finds no pattern. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
