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
 * What of an action is searched, without case and accents: `folded` with the names of the columns, as a generated
 * column needs it.
 */
const folded = (text: string) => sql.raw(`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`)

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** What both families of actions keep of each. */
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
  /** When it was logged here; null where a file brought it. */
  loggedAt: moment('logged_at'),
  /** Who brought it in a file; null where it was given here, or the site's own command brought it. */
  importerId: text('importer_id'),
  /** What was done in game: the token that brought it. */
  gameToken: integer('game_token'),
  revokedAt: moment('revoked_at'),
  revokedById: text('revoked_by_id'),
  revokedByName: text('revoked_by_name'),
  outcome: text({ enum: OUTCOMES }),
  revokedWhy: text('revoked_why'),
  /** When its author took it back at once, before the person acknowledged or appealed it: for them there is none. */
  undoneAt: moment('undone_at'),
  /** When it ends; null: for good, or nothing that lasts. */
  endsAt: moment('ends_at'),
  /** They are never deleted: `points-rules.ts` says which of them count. */
  points: integer().notNull().default(0),
  pointsEndAt: moment('points_end_at'),
  /** When the person said that they have read it. */
  acknowledgedAt: moment('acknowledged_at'),
  /** Of a type that a second person must approve. */
  approval: text({ enum: APPROVALS }),
  /** Until then it must be approved and is in force meanwhile; null where it is not in force before. */
  approvalDueAt: moment('approval_due_at'),
  approvalAt: moment('approval_at'),
  approverId: text('approver_id'),
  approverName: text('approver_name'),
  approvalWhy: text('approval_why'),
  /** The codes of the offences that it was given for; null where it was given without any. */
  offences: text().array(),
  /** How it differs from what was suggested for them then, and why. */
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

/** What both families keep, but for what their actions are found by. */
export type SharedColumn = Exclude<
  keyof ReturnType<typeof actionColumns> & keyof typeof disciplinaryActions,
  'userKey' | 'adminKey' | 'search'
>

/** What was given and is in force, whether or not it has ended; conditions without parameters, as indexes need them. */
export const STANDS = sql`revoked_at is null and (approval is null or approval = 'approved' or (approval = 'waiting' and approval_due_at is not null))`
/** What the person may know of: not what was never in force, because it waits for approval, was rejected or undone. */
export const WAS_IN_FORCE = sql`(undone_at is null and (approval is null or approval = 'approved' or approval_due_at is not null))`
/** What the person was told of and has not said that they have read: of what was logged here, not of files. */
export const UNREAD = sql`acknowledged_at is null and logged_at is not null and external_reason is not null and ${STANDS}`

/** Until when points count by themselves, also where that is for good. */
export const RUNNING_UNTIL = sql`coalesce(points_end_at, 'infinity'::timestamptz)`

/** What gives points, for as long as they run. */
const COUNTS = sql`points > 0 and ${STANDS}`

/** What a second person must still decide on. */
export const WAITS = sql`approval = 'waiting' and revoked_at is null`

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

/** What both families are found by. All indexes ascend: they are walked backwards for the rest. */
const actionIndexes = (name: string, t: Record<IndexedColumn, ExtraConfigColumn>) => [
  index(`${name}_date`).on(t.date, t.id),
  // With the type at their end, so that counting one person's actions of a type reads no row.
  index(`${name}_user`).on(t.userId, t.date, t.id, t.type),
  index(`${name}_type`).on(t.type, t.date, t.id),
  index(`${name}_admin`).on(t.adminId, t.date, t.id, t.type),
  // One person's actions by who gave them, and the other way about.
  index(`${name}_user_admin_key`).on(t.userId, sql`admin_key collate "C"`, t.id),
  index(`${name}_admin_user_key`).on(t.adminId, sql`user_key collate "C"`, t.id),
  index(`${name}_user_key`).on(sql`user_key collate "C"`, t.id),
  index(`${name}_admin_key`).on(sql`admin_key collate "C"`, t.id),
  index(`${name}_search`).using('gin', t.search.op('gin_trgm_ops')),
  index(`${name}_unread`).on(t.date, t.id, t.type).where(UNREAD),
  index(`${name}_unread_user`).on(t.userId, t.date, t.id, t.type).where(UNREAD),
  index(`${name}_points`).on(t.userId, t.date).where(sql`points > 0`),
  // Whose points may count now, and how many points somebody ever had: with all that is asked, so that no row is read.
  index(`${name}_running`).on(RUNNING_UNTIL, t.userId, t.points, t.pointsEndAt).where(COUNTS),
  index(`${name}_counts`).on(t.userId, t.points).where(COUNTS),
  index(`${name}_waiting`).on(t.date, t.id).where(sql`approval = 'waiting'`),
  // Few of a million actions are given for an offence: only these are in the three.
  index(`${name}_offences`).using('gin', t.offences).where(sql`${t.offences} is not null`),
  // The same to count by: no row is read.
  index(`${name}_offences_date`).on(t.offences, t.date).where(sql`${t.offences} is not null`),
  index(`${name}_deviation`).on(t.deviation, t.date, t.id, t.adminId).where(sql`${t.deviation} is not null`),
  // What needs evidence and has none is looked for among these.
  index(`${name}_given`).on(t.date, t.id).where(sql`${t.deviation} is not null and ${STANDS}`),
  check(`${name}_approval`, sql`coalesce(approval <> 'waiting', false) = (approver_id is not null)`),
]

/** One type for the tables of both families. */
const named = (name: string) => name

/**
 * Every action of the staff family. It is searched through one generated column with a trigram index; the names are
 * sorted by in lower case without accents and under COLLATE "C", the same on every server.
 */
export const disciplinaryActions = pgTable(
  named('disciplinary_actions'),
  {
    ...actionColumns(),
    /** What the row of the spreadsheet said: the same row brings nothing twice, whatever was revised since. */
    importKey: text('import_key'),
    /** The game's own id of what was done there, which comes once per token. */
    gameEvent: text('game_event'),
  },
  (t) => [
    ...actionIndexes('disciplinary_actions', t),
    uniqueIndex('disciplinary_actions_import').on(t.importKey),
    check('disciplinary_actions_approver', sql`approver_id <> admin_id and approver_id <> user_id`),
    uniqueIndex('disciplinary_actions_game').on(t.gameEvent, t.gameToken).where(sql`${t.gameEvent} is not null`),
    // What has not ended.
    index('disciplinary_actions_ending')
      .on(t.endsAt, t.type, t.userId)
      .where(sql`ends_at is not null and revoked_at is null`),
  ],
)

/**
 * Every action of the player family: what was done in game, live or in a file of another program, and what staff gave
 * here. Who approved one may turn out to be the same person later, when two people are joined: no check forbids that.
 */
export const playerActions = pgTable(
  named('player_actions'),
  {
    ...actionColumns(),
    /** Where it comes from, and its id there: together they come once. */
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

/** The tables of actions, as far as they are alike. */
export type ActionTable = PgTable &
  Pick<typeof disciplinaryActions, keyof ReturnType<typeof actionColumns> & keyof typeof disciplinaryActions>

/**
 * People as the community knows them: a Discord account, or only identifiers of the game, or only a name. An identifier
 * belongs to one of them; each write locks this table. Hardware ids and IP addresses are never kept.
 */
export const subjects = pgTable(
  'subjects',
  {
    /** Their Discord ID where they have one, else `subject:` and the number. */
    id: text().primaryKey(),
    number: integer().notNull().generatedByDefaultAsIdentity(),
    version: integer().notNull().default(1),
    name: text().notNull(),
    identifiers: text().array().notNull(),
    /** Discord accounts that came with these identifiers and are other people: somebody answered so. */
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

/** What an action said before it was revised, and who revised it why. */
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
      /** Who had approved what was replaced. */
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
      /** When the person had said that they have read it so. */
      acknowledgedAt: moment('acknowledged_at'),
    },
    (t) => [
      primaryKey({ columns: [t.actionId, t.version] }),
      // Whom an action was about before.
      index(`${name}_user`).on(t.userId),
    ],
  )

export const disciplinaryRevisions = revisionsTable('disciplinary_revisions', disciplinaryActions)
export const playerRevisions = revisionsTable('player_revisions', playerActions)

/** What was decided when somebody had reached a point threshold; what is reached is computed when it is read. */
const thresholdTable = (name: string, actions: ActionTable) =>
  pgTable(
    name,
    {
      id: integer().primaryKey().generatedAlwaysAsIdentity(),
      userId: text('user_id').notNull(),
      userName: text('user_name').notNull(),
      /** Those of the threshold. */
      points: integer().notNull(),
      at: moment('at').notNull(),
      byId: text('by_id').notNull(),
      byName: text('by_name').notNull(),
      /** Null where an action was logged instead. */
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

/** What a rule of this site says. */
export interface RulePassage {
  title: string
  text: string
  /** Only the beginning of it is kept. */
  isCut?: true
}

/** What an action was given for, and what was suggested for each offence. A changed catalogue changes nothing here. */
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
      /** Which text of the catalogue it was given under. */
      versionHash: text('version_hash').notNull(),
      /** What its rule said then; null where that is no rule of this site, and for actions from before this was kept. */
      passage: jsonb().$type<RulePassage>(),
      rung: integer().notNull(),
      type: text().notNull(),
      days: integer(),
      points: integer().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.actionId, t.place] }),
      // What was given under one text of the catalogue: no row is read.
      index(`${name}_version`).on(t.versionHash, t.actionId),
    ],
  )

export const actionOffences = offencesTable('action_offences', disciplinaryActions)
export const playerOffences = offencesTable('player_offences', playerActions)

/**
 * What is kept of actions that were removed for their age: the audit log still says what they said, and files still have
 * them. One row for each person whom an action was ever about. Of those that went with an undone import it is kept only
 * where their person may not know of them, and without what files and the game know them by.
 */
export const removedActions = pgTable(
  'removed_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    family: text({ enum: FAMILIES }).notNull(),
    actionId: integer('action_id').notNull(),
    userId: text('user_id').notNull(),
    /** It was about them to the end, and they might know of it. */
    isKnown: boolean('is_known').notNull(),
    /** It was about them to the end, and its author had taken it back at once. */
    isUndone: boolean('is_undone').notNull(),
    /** By what an event of the game and files know it. */
    source: text(),
    nativeId: text('native_id'),
    importKey: text('import_key'),
    /** What import brought an action against a player. */
    importId: integer('import_id'),
  },
  (t) => [
    index('removed_actions_action').on(t.actionId, t.family),
    index('removed_actions_user').on(t.userId),
    index('removed_actions_native').on(t.nativeId).where(sql`${t.nativeId} is not null`),
    index('removed_actions_import').on(t.importKey).where(sql`${t.importKey} is not null`),
  ],
)

/** How many actions of each type a day (in UTC) has. A trigger counts, so that nobody counts a million rows. */
const daysTable = (name: string) =>
  pgTable(name, { day: date({ mode: 'string' }).notNull(), type: text().notNull(), n: integer().notNull() }, (t) => [
    primaryKey({ columns: [t.day, t.type] }),
  ])

/** Who has actions and who gave them, and how many; counted by the same trigger. */
const peopleTable = (name: string) =>
  pgTable(
    name,
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
      index(`${name}_received`).on(t.received, t.id),
      index(`${name}_given`).on(t.given, t.id),
      index(`${name}_search`).using('gin', t.search.op('gin_trgm_ops')),
    ],
  )

export const disciplinaryDays = daysTable('disciplinary_days')
export const playerDays = daysTable('player_days')
export const disciplinaryPeople = peopleTable('disciplinary_people')
export const playerPeople = peopleTable('player_people')

/** For imports to be undone. */
export const IMPORTED_ACTIONS = {
  table: disciplinaryActions,
  key: disciplinaryActions.id,
  name: disciplinaryActions.userName,
  about: disciplinaryActions.userId,
} as const

/**
 * The player record lies in two tables, the people first: imports and the game lock them in this order, and undoing an
 * import in another one would wait for these while they wait for it. Anyone who still has an action, or an identifier
 * of somebody else now, stays.
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
    // It stays with its person where they do: whom it was about before would be nobody.
    needs: [
      sql`array(
        select 'subjects/' || was from (select r.before ->> 'user_id' as was) as moved
        where was <> ${playerActions.userId} and not exists (select from ${subjects} where ${subjects.id} = was))`,
    ],
  },
] as const
