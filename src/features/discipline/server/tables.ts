import { type SQL, sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { OUTCOMES } from '../rules.ts'

/**
 * What of an action is searched, without case and accents: `folded` with the names of the columns, as a generated column
 * needs it.
 */
const folded = (text: string) => sql.raw(`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`)

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/**
 * Every action. It is searched through one generated column with a trigram index; the names are sorted by in lower
 * case without accents and under COLLATE "C", the same on every server. All indexes ascend: they are walked backwards for the rest.
 */
export const disciplinaryActions = pgTable(
  'disciplinary_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    version: integer().notNull().default(1),
    date: moment('date').notNull(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
    adminId: text('admin_id').notNull(),
    adminName: text('admin_name').notNull(),
    type: text().notNull(),
    internalReason: text('internal_reason').notNull(),
    externalReason: text('external_reason'),
    /** When it was logged here; null where a spreadsheet brought it. */
    loggedAt: moment('logged_at'),
    /** What the row of the spreadsheet said: the same row brings nothing twice, whatever was revised since. */
    importKey: text('import_key'),
    /** What was done in game: the token that brought it and the game's own id of it, which comes once per token. */
    gameToken: integer('game_token'),
    gameEvent: text('game_event'),
    revokedAt: moment('revoked_at'),
    revokedById: text('revoked_by_id'),
    revokedByName: text('revoked_by_name'),
    outcome: text({ enum: OUTCOMES }),
    revokedWhy: text('revoked_why'),
    userKey: text('user_key')
      .notNull()
      .generatedAlwaysAs((): SQL => folded('user_name')),
    adminKey: text('admin_key')
      .notNull()
      .generatedAlwaysAs((): SQL => folded('admin_name')),
    search: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          folded(
            `user_name || E'\\n' || user_id || E'\\n' || admin_name || E'\\n' || admin_id || E'\\n' || type || E'\\n' || internal_reason || E'\\n' || coalesce(external_reason, '')`,
          ),
      ),
  },
  (t) => [
    index('disciplinary_actions_date').on(t.date, t.id),
    // With the type at their end, so that counting one person's actions of a type reads no row.
    index('disciplinary_actions_user').on(t.userId, t.date, t.id, t.type),
    index('disciplinary_actions_type').on(t.type, t.date, t.id),
    index('disciplinary_actions_admin').on(t.adminId, t.date, t.id, t.type),
    // One person's actions by who gave them, and the other way about.
    index('disciplinary_actions_user_admin_key').on(t.userId, sql`admin_key collate "C"`, t.id),
    index('disciplinary_actions_admin_user_key').on(t.adminId, sql`user_key collate "C"`, t.id),
    index('disciplinary_actions_user_key').on(sql`user_key collate "C"`, t.id),
    index('disciplinary_actions_admin_key').on(sql`admin_key collate "C"`, t.id),
    index('disciplinary_actions_search').using('gin', t.search.op('gin_trgm_ops')),
    uniqueIndex('disciplinary_actions_import').on(t.importKey),
    uniqueIndex('disciplinary_actions_game').on(t.gameEvent, t.gameToken).where(sql`${t.gameEvent} is not null`),
  ],
)

/** What an action said before it was revised, and who revised it why. */
export const disciplinaryRevisions = pgTable(
  'disciplinary_revisions',
  {
    actionId: integer('action_id')
      .notNull()
      .references(() => disciplinaryActions.id),
    /** The version that was replaced. */
    version: integer().notNull(),
    at: moment('at').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    why: text().notNull(),
    date: moment('date').notNull(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
    type: text().notNull(),
    internalReason: text('internal_reason').notNull(),
    externalReason: text('external_reason'),
  },
  (t) => [primaryKey({ columns: [t.actionId, t.version] })],
)

/** How many actions of each type a day (in UTC) has. A trigger counts, so that nobody counts a million rows. */
export const disciplinaryDays = pgTable(
  'disciplinary_days',
  { day: date({ mode: 'string' }).notNull(), type: text().notNull(), n: integer().notNull() },
  (t) => [primaryKey({ columns: [t.day, t.type] })],
)

/** Who has actions and who gave them, and how many; counted by the same trigger. */
export const disciplinaryPeople = pgTable(
  'disciplinary_people',
  {
    id: text().primaryKey(),
    /** As the last action names them. */
    name: text().notNull(),
    received: integer().notNull(),
    given: integer().notNull(),
    search: text()
      .notNull()
      .generatedAlwaysAs((): SQL => folded(`name || E'\\n' || id`)),
  },
  (t) => [
    index('disciplinary_people_received').on(t.received, t.id),
    index('disciplinary_people_given').on(t.given, t.id),
    index('disciplinary_people_search').using('gin', t.search.op('gin_trgm_ops')),
  ],
)

/** For imports to be undone. */
export const IMPORTED_ACTIONS = {
  table: disciplinaryActions,
  key: disciplinaryActions.id,
  name: disciplinaryActions.userName,
  about: disciplinaryActions.userId,
} as const
