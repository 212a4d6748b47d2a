import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fold } from '#lib/search.ts'

/** A text in the database without case and accents, as `fold` in lib/search.ts returns it. */
export function folded(column: SQLWrapper): SQL<string> {
  return sql`lower(regexp_replace(normalize(${column}, NFD), '[\\u0300-\\u036f]', '', 'g'))`
}

/** Whether a folded text contains another one. `%`, `_` and `\\` are plain characters. */
export function containsText(foldedColumn: SQLWrapper, text: string): SQL {
  return sql`${foldedColumn} like ${`%${escapeLike(fold(text))}%`}`
}

/** Escapes a text so that LIKE treats all of its characters literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
