import { integer, jsonb, pgTable, timestamp } from 'drizzle-orm/pg-core'
import type { Mapping, RightsChange } from '../rules.ts'

/** The mapping of roles of the last start and the people that its last change affected, in a single row. */
export const rightsMapping = pgTable('rights_mapping', {
  id: integer().primaryKey(),
  mapping: jsonb().$type<Mapping>().notNull(),
  /** When the mapping last changed. Before any change, the time of the first start. */
  changedAt: timestamp('changed_at', { withTimezone: true, precision: 3 }).notNull(),
  changes: jsonb().$type<RightsChange[]>().notNull(),
})
