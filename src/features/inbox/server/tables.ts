import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { KINDS, MODES } from '../rules.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** What people are told of themselves, written in the transaction of the change that it tells of. No reason is in it. */
export const inboxRows = pgTable(
  'inbox_rows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Discord ID of whose inbox it is in. */
    personId: text('person_id').notNull(),
    kind: text({ enum: KINDS }).notNull(),
    /** The target in the audit log, such as `staff-da/7`. */
    about: text().notNull(),
    at: time('at').notNull(),
    readAt: time('read_at'),
  },
  (t) => [
    index('inbox_rows_person').on(t.personId, t.id),
    index('inbox_rows_unread').on(t.personId).where(sql`${t.readAt} is null`),
    // What is removed for its age.
    index('inbox_rows_at').on(t.at),
  ],
)

/** Who wants messages in Discord, of what, and what Discord said. Nobody has a row who never asked for any. */
export const inboxPeople = pgTable('inbox_people', {
  personId: text('person_id').primaryKey(),
  /** When a test message is under way. */
  testedAt: time('tested_at'),
  /** Since when messages are on: a test message arrived. */
  onSince: time('on_since'),
  /** How often Discord refused since the last that it took. */
  refusals: integer().notNull().default(0),
  /** Its code for why, the last time. */
  refusedCode: integer('refused_code'),
  /** What they chose of each line; null is the community's choice. */
  mine: text({ enum: MODES }),
  rank: text({ enum: MODES }),
})
