import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { MESSAGE_OUTCOMES } from '#lib/inbox.ts'
import { MODES } from '../message-rules.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Messages to people, written in the transaction of the change they are about. They never contain a reason. */
export const inboxRows = pgTable(
  'inbox_rows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The Discord ID of the person whose inbox has the message. */
    personId: text('person_id').notNull(),
    kind: text().notNull(),
    /** The record, by its target in the audit log, such as `staff-da/7`. */
    about: text().notNull(),
    at: time('at').notNull(),
    readAt: time('read_at'),
    /**
     * When a digest included the row, so that no other digest does. Comparing times instead would miss rows that were
     * committed meanwhile.
     */
    digestedAt: time('digested_at'),
    /** The Discord message about this row, while it is being sent. */
    messageId: integer('message_id'),
    /** The result of the Discord message. Null when there was none. */
    sending: text({ enum: MESSAGE_OUTCOMES }),
  },
  (t) => [
    index('inbox_rows_person').on(t.personId, t.id),
    index('inbox_rows_unread').on(t.personId).where(sql`${t.readAt} is null`),
    index('inbox_rows_message').on(t.messageId).where(sql`${t.messageId} is not null`),
    // For removing old rows.
    index('inbox_rows_at').on(t.at),
  ],
)

/**
 * Changes that can still be undone, so their messages are held. Each row covers the audit rows from the first to the
 * last change of one record.
 */
export const inboxHeld = pgTable(
  'inbox_held',
  {
    /** The record, by its target in the audit log. */
    about: text().primaryKey(),
    firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    until: time('until').notNull(),
  },
  (t) => [index('inbox_held_until').on(t.until)],
)

/**
 * The people who want messages in Discord, their choices, and Discord's answers. People who never asked for messages
 * have no row.
 */
export const inboxPeople = pgTable('inbox_people', {
  personId: text('person_id').primaryKey(),
  /** When the test message was requested. Null when no test is under way. */
  testedAt: time('tested_at'),
  /** When messages were switched on by a delivered test message. */
  onSince: time('on_since'),
  /** The number of refusals since the last message that Discord accepted. */
  refusals: integer().notNull().default(0),
  /** Discord's error code of the last refusal. */
  refusedCode: integer('refused_code'),
  /** The person's mode for each line. Null means the community's default. */
  mine: text({ enum: MODES }),
  queues: text({ enum: MODES }),
  rank: text({ enum: MODES }),
  /** The hour and time zone of the person's digest. Null means the community's default. */
  digestHour: integer('digest_hour'),
  timeZone: text('time_zone'),
  /** When the next digest is due. Null until that is computed. */
  digestAt: time('digest_at'),
})

/** The count of a queue when a person was last told about it, for people who want messages at once. */
export const inboxWaiting = pgTable(
  'inbox_waiting',
  {
    personId: text('person_id').notNull(),
    queue: text().notNull(),
    told: integer().notNull(),
    /** The time since which more items wait. Null when no more do. */
    moreSince: time('more_since'),
  },
  (t) => [primaryKey({ columns: [t.personId, t.queue] })],
)
