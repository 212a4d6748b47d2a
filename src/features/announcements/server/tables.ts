import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/**
 * What is to be posted at Discord, written in the transaction of the change that it is about. It waits while
 * `nextAttemptAt` is set, is on its way once `startedAt` is, and has come to an end with `endedAt`: posted, or given up
 * for `error`.
 */
export const announcements = pgTable(
  'announcements',
  {
    /** Messages of one webhook are posted in this order. */
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    event: text().notNull(),
    /** Name of the variable with the address, which is never kept here. */
    webhook: text().notNull(),
    message: text().notNull(),
    /** Discord ID of the person whom the message names. */
    aboutId: text('about_id'),
    /** The checklist whose status of that person it tells, by the name that begins its targets. */
    list: text(),
    createdAt: time('created_at').notNull(),
    nextAttemptAt: time('next_attempt_at'),
    attempts: integer().notNull().default(0),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
    /** What Discord calls the message. */
    messageId: text('message_id'),
    /** Why it was not posted, the last time or for good. */
    error: text(),
  },
  (t) => [index('announcements_waiting').on(t.webhook, t.id).where(sql`${t.nextAttemptAt} is not null`)],
)
