import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { STATES } from '../rules.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Claims to bans in game, and the decisions of staff. Nobody decides on their own claim. */
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
    /** The answer that the person received while the claim still waits, because its ban was linked another way. */
    told: text({ enum: ['confirmed', 'refused'] }),
  },
  (t) => [
    uniqueIndex('claims_one_waiting').on(t.personId, t.actionId).where(sql`state = 'waiting'`),
    index('claims_person').on(t.personId, t.at),
    index('claims_waiting').on(t.at).where(sql`state = 'waiting'`),
    check('claims_decided_by_another', sql`decided_by_id <> person_id`),
  ],
)
