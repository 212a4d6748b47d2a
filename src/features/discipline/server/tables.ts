import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  type PgTable,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { APPROVALS } from '../approval-rules.ts'
import { DEVIATIONS } from '../offence-rules.ts'
import { ACTION_SOURCES, BY_HAND } from '../player-rules.ts'
import { OUTCOMES } from '../rules.ts'
import { FAMILIES } from '../threshold-rules.ts'

/**
 * The SQL of a text without case and accents, for the search. It uses the names of the columns, as a generated column
 * requires.
 */
const folded = (text: string) => sql.raw(`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`)

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The columns that both families of actions have. Over 60 lines because it is one list of columns. */
const actionColumns = () => ({
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
  /** When the action was logged here. Null when a file brought it. */
  loggedAt: moment('logged_at'),
  /**
   * The person who imported the action with a file. Null when it was logged here or imported by the site's own command.
   */
  importerId: text('importer_id'),
  /** The token that brought an action which was done in game. */
  gameToken: integer('game_token'),
  revokedAt: moment('revoked_at'),
  revokedById: text('revoked_by_id'),
  revokedByName: text('revoked_by_name'),
  outcome: text({ enum: OUTCOMES }),
  revokedWhy: text('revoked_why'),
  /**
   * When the author took the action back right after logging it, before the person acknowledged or appealed it. For the
   * person, such an action does not exist.
   */
  undoneAt: moment('undone_at'),
  /** Null when the action has no end, or is of a kind that does not last. */
  endsAt: moment('ends_at'),
  /** Points are never deleted. `points-rules.ts` decides which of them count. */
  points: integer().notNull().default(0),
  pointsEndAt: moment('points_end_at'),
  /** When the person confirmed that they read the action. */
  acknowledgedAt: moment('acknowledged_at'),
  /** The approval state of an action that a second person must approve. */
  approval: text({ enum: APPROVALS }),
  /**
   * The time by which the action must be approved. It is in force meanwhile. Null when it is not in force before its
   * approval.
   */
  approvalDueAt: moment('approval_due_at'),
  approvalAt: moment('approval_at'),
  approverId: text('approver_id'),
  approverName: text('approver_name'),
  approvalWhy: text('approval_why'),
  /** The codes of the offences of the action. Null when it was given for none. */
  offences: text().array(),
  /** How the action differs from what was suggested for its offences when it was logged, and why. */
  deviation: text({ enum: DEVIATIONS }),
  deviationWhy: text('deviation_why'),
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
})

/** The columns that both families have, without those that only serve the search. */
export type SharedColumn = Exclude<
  keyof ReturnType<typeof actionColumns> & keyof typeof disciplinaryActions,
  'userKey' | 'adminKey' | 'search'
>

/**
 * Actions that are in force, whether or not they have ended. These conditions have no parameters, as indexes require.
 */
export const IS_IN_FORCE = sql`revoked_at is null and (approval is null or approval = 'approved' or (approval = 'waiting' and approval_due_at is not null))`
/**
 * Actions that were in force at some time, so that the person may know of them. Actions that were undone, and actions
 * that wait for the approval that puts them in force or did not get it, are left out.
 */
export const WAS_IN_FORCE = sql`(undone_at is null and (approval is null or approval = 'approved' or approval_due_at is not null))`
/**
 * Actions that the person was told of and has not confirmed reading. They were logged here; actions of files are left
 * out.
 */
export const IS_UNREAD = sql`acknowledged_at is null and logged_at is not null and external_reason is not null and ${IS_IN_FORCE}`

/** The time until which points count by themselves. It is `infinity` for points that count for good. */
export const POINTS_UNTIL = sql`coalesce(points_end_at, 'infinity'::timestamptz)`

/** Actions that give points until these end. */
const GIVES_POINTS = sql`points > 0 and ${IS_IN_FORCE}`

/** Actions that a second person must still decide on. */
export const IS_WAITING = sql`approval = 'waiting' and revoked_at is null`

type IndexedColumn =
  | 'id'
  | 'date'
  | 'userId'
  | 'adminId'
  | 'type'
  | 'search'
  | 'offences'
  | 'deviation'
  | 'points'
  | 'pointsEndAt'

/** The indexes of both families. All are ascending; the database scans them backwards for descending orders. */
const actionIndexes = (name: string, t: Record<IndexedColumn, ExtraConfigColumn>) => [
  index(`${name}_date`).on(t.date, t.id),
  // The type is the last column, so that counting one person's actions of a type reads no row.
  index(`${name}_user`).on(t.userId, t.date, t.id, t.type),
  index(`${name}_type`).on(t.type, t.date, t.id),
  index(`${name}_admin`).on(t.adminId, t.date, t.id, t.type),
  // For the actions of one person by issuer, and the actions of one issuer by person.
  index(`${name}_user_admin_key`).on(t.userId, sql`admin_key collate "C"`, t.id),
  index(`${name}_admin_user_key`).on(t.adminId, sql`user_key collate "C"`, t.id),
  index(`${name}_user_key`).on(sql`user_key collate "C"`, t.id),
  index(`${name}_admin_key`).on(sql`admin_key collate "C"`, t.id),
  index(`${name}_search`).using('gin', t.search.op('gin_trgm_ops')),
  index(`${name}_unread`).on(t.date, t.id, t.type).where(IS_UNREAD),
  index(`${name}_unread_user`).on(t.userId, t.date, t.id, t.type).where(IS_UNREAD),
  index(`${name}_points`).on(t.userId, t.date).where(sql`points > 0`),
  // For finding whose points may count now, and how many points a person ever had. They cover these queries: no row is
  // read.
  index(`${name}_running`).on(POINTS_UNTIL, t.userId, t.points, t.pointsEndAt).where(GIVES_POINTS),
  index(`${name}_counts`).on(t.userId, t.points).where(GIVES_POINTS),
  index(`${name}_waiting`).on(t.date, t.id).where(sql`approval = 'waiting'`),
  // Few of a million actions are given for an offence. These three indexes contain only those.
  index(`${name}_offences`).using('gin', t.offences).where(sql`${t.offences} is not null`),
  // For counting by offence. No row is read.
  index(`${name}_offences_date`).on(t.offences, t.date).where(sql`${t.offences} is not null`),
  index(`${name}_deviation`).on(t.deviation, t.date, t.id, t.adminId).where(sql`${t.deviation} is not null`),
  // For finding actions that need evidence and have none.
  index(`${name}_given`).on(t.date, t.id).where(sql`${t.deviation} is not null and ${IS_IN_FORCE}`),
  check(`${name}_approval`, sql`coalesce(approval <> 'waiting', false) = (approver_id is not null)`),
]

/** Gives the tables of both families one type. */
const named = (name: string) => name

/**
 * Every action of the staff family. The search uses one generated column with a trigram index. Names are sorted in
 * lower case, without accents and under COLLATE "C", which is the same on every server.
 */
export const disciplinaryActions = pgTable(
  named('disciplinary_actions'),
  {
    ...actionColumns(),
    /**
     * Identifies the row of the spreadsheet that brought the action. The same row is not imported twice, whatever was
     * revised since.
     */
    importKey: text('import_key'),
    /** The id that the game gave to the action. Each id comes once per token. */
    gameEvent: text('game_event'),
  },
  (t) => [
    ...actionIndexes('disciplinary_actions', t),
    uniqueIndex('disciplinary_actions_import').on(t.importKey),
    check('disciplinary_actions_approver', sql`approver_id <> admin_id and approver_id <> user_id`),
    uniqueIndex('disciplinary_actions_game').on(t.gameEvent, t.gameToken).where(sql`${t.gameEvent} is not null`),
    // For actions in force that have an end.
    index('disciplinary_actions_ending')
      .on(t.endsAt, t.type, t.userId)
      .where(sql`ends_at is not null and revoked_at is null`),
  ],
)

/**
 * Every action of the player family: done in game (live or in a file of another program) or logged here by staff. No
 * check forbids an approver who is the person: a later join of two people may show that they are one.
 */
export const playerActions = pgTable(
  named('player_actions'),
  {
    ...actionColumns(),
    /** The source of the action, and its id there. Together they are unique. */
    source: text({ enum: ACTION_SOURCES }).notNull().default(BY_HAND),
    nativeId: text('native_id').notNull().default(sql`gen_random_uuid()::text`),
    /** The import that brought it. */
    importId: integer('import_id'),
  },
  (t) => [
    ...actionIndexes('player_actions', t),
    check('player_actions_approver', sql`approver_id <> admin_id`),
    uniqueIndex('player_actions_native').on(t.nativeId, t.source),
    index('player_actions_import').on(t.importId),
  ],
)

/** The tables of actions, reduced to the columns that both have. */
export type ActionTable = PgTable &
  Pick<typeof disciplinaryActions, keyof ReturnType<typeof actionColumns> & keyof typeof disciplinaryActions>

/**
 * People as the community knows them: a Discord account, only identifiers of the game, or only a name. An identifier
 * belongs to one person. Each write locks this table. Hardware ids and IP addresses are never kept.
 */
export const subjects = pgTable(
  'subjects',
  {
    /** The Discord ID of a person who has one, otherwise `subject:` and the number. */
    id: text().primaryKey(),
    number: integer().notNull().generatedByDefaultAsIdentity(),
    version: integer().notNull().default(1),
    name: text().notNull(),
    identifiers: text().array().notNull(),
    /** Discord accounts that came with these identifiers but belong to other people, as a person decided. */
    otherAccounts: text('other_accounts').array().notNull().default([]),
    playMinutes: integer('play_minutes'),
    firstSeen: moment('first_seen'),
    lastSeen: moment('last_seen'),
    note: text(),
    noteBy: text('note_by'),
    noteAt: moment('note_at'),
    source: text({ enum: ACTION_SOURCES }),
    importId: integer('import_id'),
  },
  (t) => [index('subjects_identifiers').using('gin', t.identifiers), index('subjects_import').on(t.importId)],
)

/** The version of an action before each revision, with who revised it and why. */
const revisionsTable = (name: string, actions: ActionTable) =>
  pgTable(
    name,
    {
      actionId: integer('action_id')
        .notNull()
        .references(() => actions.id),
      /** The version that was replaced. */
      version: integer().notNull(),
      at: moment('at').notNull(),
      byId: text('by_id').notNull(),
      byName: text('by_name').notNull(),
      why: text().notNull(),
      /** The person who had approved the replaced version. */
      approverId: text('approver_id'),
      date: moment('date').notNull(),
      userId: text('user_id').notNull(),
      userName: text('user_name').notNull(),
      type: text().notNull(),
      internalReason: text('internal_reason').notNull(),
      externalReason: text('external_reason'),
      endsAt: moment('ends_at'),
      points: integer().notNull().default(0),
      pointsEndAt: moment('points_end_at'),
      /** When the person had confirmed that they read this version. */
      acknowledgedAt: moment('acknowledged_at'),
    },
    (t) => [
      primaryKey({ columns: [t.actionId, t.version] }),
      // For finding the people whom an action was about before.
      index(`${name}_user`).on(t.userId),
    ],
  )

export const disciplinaryRevisions = revisionsTable('disciplinary_revisions', disciplinaryActions)
export const playerRevisions = revisionsTable('player_revisions', playerActions)

/**
 * Decisions on people who had reached a point threshold. Reached thresholds are not stored: each request computes them.
 */
const thresholdTable = (name: string, actions: ActionTable) =>
  pgTable(
    name,
    {
      id: integer().primaryKey().generatedAlwaysAsIdentity(),
      userId: text('user_id').notNull(),
      userName: text('user_name').notNull(),
      /** The points of the threshold. */
      points: integer().notNull(),
      at: moment('at').notNull(),
      byId: text('by_id').notNull(),
      byName: text('by_name').notNull(),
      /** The reason. Null when an action was logged instead. */
      why: text(),
      actionId: integer('action_id').references(() => actions.id),
    },
    (t) => [
      index(`${name}_user`).on(t.userId, t.at),
      check(`${name}_other`, sql`by_id <> user_id`),
      check(`${name}_reason`, sql`(why is null) <> (action_id is null)`),
    ],
  )

export const thresholdDecisions = thresholdTable('threshold_decisions', disciplinaryActions)
export const playerThresholdDecisions = thresholdTable('player_threshold_decisions', playerActions)

/** The text of a rule of this site. */
export interface RulePassage {
  title: string
  text: string
  /** True when only the beginning of the text is kept. */
  isCut?: true
}

/** The offences of an action, and what was suggested for each. A change of the catalogue changes nothing here. */
const offencesTable = (name: string, actions: ActionTable) =>
  pgTable(
    name,
    {
      actionId: integer('action_id')
        .notNull()
        .references(() => actions.id),
      /** In the order in which they were chosen. */
      place: integer().notNull(),
      code: text().notNull(),
      category: text().notNull(),
      /** The text of the catalogue under which the action was given. */
      versionHash: text('version_hash').notNull(),
      /**
       * The text of the rule at that time. Null for a rule outside this site, and for actions from before this was
       * kept.
       */
      passage: jsonb().$type<RulePassage>(),
      rung: integer().notNull(),
      type: text().notNull(),
      days: integer(),
      points: integer().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.actionId, t.place] }),
      // For finding the actions under one text of the catalogue. No row is read.
      index(`${name}_version`).on(t.versionHash, t.actionId),
    ],
  )

export const actionOffences = offencesTable('action_offences', disciplinaryActions)
export const playerOffences = offencesTable('player_offences', playerActions)

/**
 * What is kept of actions that were removed for their age, because the audit log still has their texts and files still
 * have the actions. There is one row for each person whom an action was ever about. For an action that went with an
 * undone import, there is a row only when its person may not know of it, without the ids by which files and the game
 * know it.
 */
export const removedActions = pgTable(
  'removed_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    family: text({ enum: FAMILIES }).notNull(),
    actionId: integer('action_id').notNull(),
    userId: text('user_id').notNull(),
    /** True when the action was about this person to the end and they might know of it. */
    isKnown: boolean('is_known').notNull(),
    /**
     * True when the action was about this person to the end and its author had taken it back right after logging it.
     */
    isUndone: boolean('is_undone').notNull(),
    /** The ids by which events of the game and files know the action. */
    source: text(),
    nativeId: text('native_id'),
    importKey: text('import_key'),
    /** The import that brought an action against a player. */
    importId: integer('import_id'),
  },
  (t) => [
    index('removed_actions_action').on(t.actionId, t.family),
    index('removed_actions_user').on(t.userId),
    index('removed_actions_native').on(t.nativeId).where(sql`${t.nativeId} is not null`),
    index('removed_actions_import').on(t.importKey).where(sql`${t.importKey} is not null`),
  ],
)

/**
 * The number of actions of each type per day (in UTC). A trigger updates it, so that no query counts a million rows.
 */
const daysTable = (name: string) =>
  pgTable(name, { day: date({ mode: 'string' }).notNull(), type: text().notNull(), n: integer().notNull() }, (t) => [
    primaryKey({ columns: [t.day, t.type] }),
  ])

/** The people who have or gave actions, and how many. The same trigger updates it. */
const peopleTable = (name: string) =>
  pgTable(
    name,
    {
      id: text().primaryKey(),
      /** The name in the last action. */
      name: text().notNull(),
      received: integer().notNull(),
      given: integer().notNull(),
      search: text()
        .notNull()
        .generatedAlwaysAs((): SQL => folded(`name || E'\\n' || id`)),
    },
    (t) => [
      index(`${name}_received`).on(t.received, t.id),
      index(`${name}_given`).on(t.given, t.id),
      index(`${name}_search`).using('gin', t.search.op('gin_trgm_ops')),
    ],
  )

export const disciplinaryDays = daysTable('disciplinary_days')
export const playerDays = daysTable('player_days')
export const disciplinaryPeople = peopleTable('disciplinary_people')
export const playerPeople = peopleTable('player_people')

/** The table of imported actions, for the undo of an import. */
export const IMPORTED_ACTIONS = {
  table: disciplinaryActions,
  key: disciplinaryActions.id,
  name: disciplinaryActions.userName,
  about: disciplinaryActions.userId,
} as const

/**
 * The player record has two tables, people first. Imports and the game lock them in this order. Undoing an import in
 * another order could cause a deadlock with them. A person who still has an action, or an identifier that now belongs
 * to another person, stays.
 */
export const IMPORTED_PLAYERS = [
  {
    prefix: 'subjects',
    table: subjects,
    key: subjects.id,
    name: subjects.name,
    about: subjects.id,
    topics: ['subjects'],
    needs: [
      sql`array(select 'player-actions/' || a.id from ${playerActions} a where r.before is null and a.user_id = ${subjects.id})`,
      sql`array(
        select 'subjects/' || h.id from ${subjects} h
        where r.before is not null and 'subjects/' || h.id <> r.record
          and h.identifiers && array(select jsonb_array_elements_text(r.before -> 'identifiers')))`,
    ],
  },
  {
    prefix: 'player-actions',
    table: playerActions,
    key: playerActions.id,
    name: playerActions.userName,
    about: playerActions.userId,
    isOneAct: true,
    // An action stays with its person when the person before is not restored, because that id would lead to nobody.
    needs: [
      sql`array(
        select 'subjects/' || was from (select r.before ->> 'user_id' as was) as moved
        where was <> ${playerActions.userId} and not exists (select from ${subjects} where ${subjects.id} = was))`,
    ],
  },
] as const
