import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { SENDINGS } from '#lib/inbox.ts'
import { MODES } from '../message-rules.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** What people are told of themselves, written in the transaction of the change that it tells of. No reason is in it. */
export const inboxRows = pgTable(
  'inbox_rows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Discord ID of whose inbox it is in. */
    personId: text('person_id').notNull(),
    kind: text().notNull(),
    /** The target in the audit log, such as `staff-da/7`. */
    about: text().notNull(),
    at: time('at').notNull(),
    readAt: time('read_at'),
    /** When a digest looked at it: it is in no other one. By a time alone, what was committed meanwhile would be in none. */
    digestedAt: time('digested_at'),
    /** The message in Discord that tells of it, while that is on its way. */
    messageId: integer('message_id'),
    /** What became of it; null where there was none. */
    sending: text({ enum: SENDINGS }),
  },
  (t) => [
    index('inbox_rows_person').on(t.personId, t.id),
    index('inbox_rows_unread').on(t.personId).where(sql`${t.readAt} is null`),
    index('inbox_rows_message').on(t.messageId).where(sql`${t.messageId} is not null`),
    // What is removed for its age.
    index('inbox_rows_at').on(t.at),
  ],
)

/** What can still be undone, and so is not told yet: the rows of the audit log from the first to the last change of one thing. */
export const inboxHeld = pgTable(
  'inbox_held',
  {
    /** The target in the audit log. */
    about: text().primaryKey(),
    firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    until: time('until').notNull(),
  },
  (t) => [index('inbox_held_until').on(t.until)],
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
  queues: text({ enum: MODES }),
  rank: text({ enum: MODES }),
  /** When their digest comes; null is the community's choice. */
  digestHour: integer('digest_hour'),
  timeZone: text('time_zone'),
  /** When the next one is due; null until that is known. */
  digestAt: time('digest_at'),
})

/** How many waited in a queue when somebody was told of it, of those who want to be told at once. */
export const inboxWaiting = pgTable(
  'inbox_waiting',
  {
    personId: text('person_id').notNull(),
    queue: text().notNull(),
    told: integer().notNull(),
    /** Since when more wait. */
    moreSince: time('more_since'),
  },
  (t) => [primaryKey({ columns: [t.personId, t.queue] })],
)
