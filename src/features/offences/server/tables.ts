import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Offence } from '../contract.ts'

/**
 * The text of an offence when an action was given for it, by the hash of its content. It is never removed. It is
 * changed only when it contained the id of a person who was erased.
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
