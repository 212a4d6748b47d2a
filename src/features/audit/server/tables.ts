import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Who did what when: append-only, each row carrying the hash of the one before it. A trigger in the migrations refuses
 * UPDATE and DELETE.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** 1, 2, 3 … without a gap. */
    seq: bigint({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** Discord id and name of who did it; null where the site did it by itself. */
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    action: text().notNull(),
    /** What it was done to, such as `roster/8f…`. */
    target: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    requestId: text('request_id').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (t) => [
    index('audit_log_actor').on(t.actorId, t.seq),
    index('audit_log_action').on(t.action, t.seq),
    index('audit_log_target').on(t.target, t.seq),
  ],
)
