import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Offence } from '../contract.ts'

/**
 * An offence as it was when an action was given for it, by the hash of its content: it is never removed, and changed only
 * where it named the id of somebody who was erased.
 */
export const offenceVersions = pgTable(
  'offence_versions',
  {
    hash: text().primaryKey(),
    code: text().notNull(),
    content: jsonb().$type<Offence>().notNull(),
    keptAt: timestamp('kept_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [index('offence_versions_code').on(t.code, t.keptAt)],
)
