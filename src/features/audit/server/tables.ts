import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

/** The kind of a target: `roster` for `roster/8f…`. */
export const kindOf = (target: AnyPgColumn) => sql`split_part(${target}, '/', 1)`

const { action, target } = { action: sql.identifier('action'), target: sql.identifier('target') }
/** The condition of the partial index over the rows that stand for a whole import or its undo. */
export const standsForMany = sql`(${action} like 'import%' or (${action} = 'undoImport' and strpos(${target}, '/') = 0))`
/** The condition of the partial index over all rows except sign-ins. */
export const isNoSignIn = sql`${action} <> 'signIn'`

/**
 * Who did what, and when. The table is append-only, and each row carries the hash of the row before it. A trigger in
 * the migrations refuses UPDATE and DELETE, except for erasing a person and for removing rows past the retention
 * period.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** 1, 2, 3 … without a gap. */
    seq: bigint({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** The Discord ID and name of the actor. Null when the site itself acted. */
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    action: text().notNull(),
    /** The changed record, such as `roster/8f…`. */
    target: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    requestId: text('request_id').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (t) => [
    // Each filter has an index that returns its rows in the order of the page.
    index('audit_log_at').on(t.at, t.seq),
    index('audit_log_actor').on(t.actorId, t.at, t.seq),
    index('audit_log_action').on(t.action, t.at, t.seq),
    index('audit_log_target').on(t.target, t.at, t.seq),
    // The page's default view. This index alone gives its order and leaves out the sign-ins.
    index('audit_log_changes').on(t.at, t.seq).where(isNoSignIn),
    index('audit_log_imports').on(t.seq).where(standsForMany),
    // Most actions occur on one kind of target only. With this index, a filter by a kind and an action that never occur
    // together finds that out at once.
    index('audit_log_kind').on(kindOf(t.target), t.action, t.at, t.seq),
  ],
)

/**
 * Rows from which a person was erased. The row's own hash still covers its original content. The current content is
 * covered by the row of the erasure, which holds one digest over all rows of the erasure.
 */
export const auditErasures = pgTable(
  'audit_erasures',
  {
    seq: bigint({ mode: 'number' }).notNull(),
    /** The number of the row that records the erasure. */
    erasure: bigint({ mode: 'number' }).notNull(),
    /** The hash of the row's content after the erasure. */
    hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.seq, t.erasure] })],
)

/**
 * Imports from the period in which they can be undone, including those that were undone. Older imports are removed.
 * Imports with a `source` stay for good, because their records refer to it.
 */
export const imports = pgTable(
  'imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** The topic of the list. */
    list: text().notNull(),
    file: text(),
    /** The program that wrote the file, and the file's SHA-256. */
    source: text(),
    sha256: text(),
    byId: text('by_id'),
    byName: text('by_name'),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    undoneAt: timestamp('undone_at', { withTimezone: true, precision: 3 }),
    undoneById: text('undone_by_id'),
    undoneByName: text('undone_by_name'),
  },
  (t) => [index('imports_list').on(t.list, t.id)],
)

/**
 * What an import did to the records of its list. While an import runs, a trigger on the tables of these lists
 * (`keep_imported` in the migrations) writes these rows.
 */
export const importRows = pgTable(
  'import_rows',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** The record's key. */
    record: text().notNull(),
    /** The record's row before the import. Null when the import added the record. */
    before: jsonb(),
    /**
     * `row_hash` of the record's row after the import, which reveals later changes. Null when the import removed the
     * record.
     */
    hash: text(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.record] })],
)

/** The newest time at which the clock was trusted. One row, or none before the first start. */
export const believedClock = pgTable(
  'believed_clock',
  {
    one: boolean().primaryKey().default(true),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [check('believed_clock_one', sql`${t.one}`)],
)
