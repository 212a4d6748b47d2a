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

/** What a target is one of: `roster` of `roster/8f…`. */
export const kindOf = (target: AnyPgColumn) => sql`split_part(${target}, '/', 1)`

const { action, target } = { action: sql.identifier('action'), target: sql.identifier('target') }
/** The index of the rows that stand for many: those of an import, and of one that is undone. */
export const standsForMany = sql`(${action} like 'import%' or (${action} = 'undoImport' and strpos(${target}, '/') = 0))`
/** The index of the rows that are no sign-ins. */
export const isNoSignIn = sql`${action} <> 'signIn'`

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
    // What the page shows at first. Its order and what it leaves out are read of the index alone.
    index('audit_log_changes').on(t.at, t.seq).where(isNoSignIn),
    index('audit_log_imports').on(t.seq).where(standsForMany),
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

/**
 * The imports that can be undone, or could until somebody did. When that time is over they are removed, but for those that
 * name what the file was: their records say for ever where they come from.
 */
export const imports = pgTable(
  'imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** By its topic. */
    list: text().notNull(),
    file: text(),
    /** Which program wrote the file, and its SHA-256. */
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
 * What an import did to the records of its list. A trigger on the tables of these lists (`keep_imported` in the
 * migrations) writes it while an import is under way.
 */
export const importRows = pgTable(
  'import_rows',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** The record's key. */
    record: text().notNull(),
    /** The row before the import; null where it added the record. */
    before: jsonb(),
    /** `row_hash` of the row after the import, by which later changes are noticed; null where it removed the record. */
    hash: text(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.record] })],
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
