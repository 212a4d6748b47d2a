import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { STATES } from '../rules.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Who said of which ban in game that it is theirs, and what staff said. Nobody decides about their own. */
export const claims = pgTable(
  'claims',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    personId: text('person_id').notNull(),
    personName: text('person_name').notNull(),
    /** The ban's id in txAdmin. */
    nativeId: text('native_id').notNull(),
    actionId: integer('action_id').notNull(),
    at: moment('at').notNull(),
    state: text({ enum: STATES }).notNull(),
    decidedAt: moment('decided_at'),
    decidedById: text('decided_by_id'),
    decidedByName: text('decided_by_name'),
    /** What its person was told while it waits, as its ban was linked another way. */
    told: text({ enum: ['confirmed', 'refused'] }),
  },
  (t) => [
    uniqueIndex('claims_one_waiting').on(t.personId, t.actionId).where(sql`state = 'waiting'`),
    index('claims_person').on(t.personId, t.at),
    index('claims_waiting').on(t.at).where(sql`state = 'waiting'`),
    check('claims_decided_by_another', sql`decided_by_id <> person_id`),
  ],
)
