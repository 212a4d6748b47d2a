import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

/** What a target is one of: `roster` of `roster/8f…`. */
export const kindOf = (target: AnyPgColumn) => sql`split_part(${target}, '/', 1)`

/**
 * Who did what when: append-only, each row carrying the hash of the one before it. A trigger in the migrations refuses
 * UPDATE and DELETE, but for what is erased of a person and for rows that are older than the log is kept.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** 1, 2, 3 … without a gap. */
    seq: bigint({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** Discord ID and name of who did it; null where the site did it by itself. */
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
    // Each filter alone gives its rows in the order of the page; time is first where it stands alone.
    index('audit_log_at').on(t.at, t.seq),
    index('audit_log_actor').on(t.actorId, t.at, t.seq),
    index('audit_log_action').on(t.action, t.at, t.seq),
    index('audit_log_target').on(t.target, t.at, t.seq),
    // An action is nearly always on one kind: a pair that never meets is found out at once.
    index('audit_log_kind').on(kindOf(t.target), t.action, t.at, t.seq),
  ],
)

/**
 * Rows out of which a person was erased. Their hash is still that of what was written; what they say now is vouched for
 * by the row of the erasure, which carries one digest over all of these.
 */
export const auditErasures = pgTable(
  'audit_erasures',
  {
    seq: bigint({ mode: 'number' }).notNull(),
    /** The row that tells of the erasure. */
    erasure: bigint({ mode: 'number' }).notNull(),
    /** The hash of the row as the erasure left it. */
    hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.seq, t.erasure] })],
)

/** The newest time that the clock had while it was believed: one row, or none before the first start. */
export const believedClock = pgTable(
  'believed_clock',
  {
    one: boolean().primaryKey().default(true),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [check('believed_clock_one', sql`${t.one}`)],
)
