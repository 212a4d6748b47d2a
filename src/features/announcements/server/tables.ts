import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/**
 * The outbox of Discord messages, written in the transaction of the change they are about. A message waits while
 * `nextAttemptAt` is set, is on its way once `startedAt` is set, and is finished once `endedAt` is set: posted, or
 * given up for the reason in `error`.
 */
export const announcements = pgTable(
  'announcements',
  {
    /** The messages of one webhook are posted in the order of this number. */
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    event: text().notNull(),
    /** The name of the environment variable with the address. The address itself is never stored here. */
    webhook: text().notNull(),
    message: text().notNull(),
    /** The Discord ID of the person whom the message names. */
    aboutId: text('about_id'),
    /** The checklist on which the message announces the person's status, by the first part of its targets. */
    list: text(),
    createdAt: time('created_at').notNull(),
    nextAttemptAt: time('next_attempt_at'),
    attempts: integer().notNull().default(0),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
    /** Discord's id of the message. */
    messageId: text('message_id'),
    /** Why the last attempt failed, or why the message was given up. */
    error: text(),
  },
  (t) => [index('announcements_waiting').on(t.webhook, t.id).where(sql`${t.nextAttemptAt} is not null`)],
)
