import { integer, jsonb, pgTable, timestamp } from 'drizzle-orm/pg-core'
import type { Mapping, RightsChange } from '../rules.ts'

/** The mapping of roles that the site last started with, in one row, and whom that changed. */
export const rightsMapping = pgTable('rights_mapping', {
  id: integer().primaryKey(),
  mapping: jsonb().$type<Mapping>().notNull(),
  /** When it last was another one; the time of the first start before that. */
  changedAt: timestamp('changed_at', { withTimezone: true, precision: 3 }).notNull(),
  changes: jsonb().$type<RightsChange[]>().notNull(),
})
