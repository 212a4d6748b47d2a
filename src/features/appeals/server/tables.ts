import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { DECIDER_ROLES } from '../independence-rules.ts'
import { ENDED_BY, FAMILIES, type Family, OPEN_STATES, OUTCOMES, STATES } from '../rules.ts'
import type { AppealedAction, AppealedOffence } from '../snapshot-contract.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/**
 * The constraint that refuses a decision by a person who had a part in the action. The trigger reports its refusals
 * under the same name.
 */
export const INDEPENDENCE = 'appeals_decider_is_independent'

/** An offence of an action, as the catalogue and the rules described it when the action was given. */
export interface KeptOffence {
  name: string
  text: string
  /** Missing in appeals from before rules were kept. */
  rule?: AppealedOffence['rule']
  /**
   * The offence as it was described when the action was appealed. Null when nothing had changed. Missing in appeals
   * from before both descriptions were kept: `rule` is then the rule at the time of the appeal.
   */
  appealed?: AppealedOffence | null
}

/**
 * Every appeal, with copies of the people involved. The constraints of this table refuse a decision by the issuer, the
 * approver or the appellant, and by a person in a lower position than the issuer. The trigger `appeals_decided` also
 * checks the action itself and the people who revised it. The trigger `actions_approved` refuses an approval of the
 * action by a person who decided on its appeal. `decided_as` names the exceptions: a person in a lower position, or an
 * owner.
 */
export const appeals = pgTable(
  'appeals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    version: integer().notNull().default(1),
    family: text({ enum: FAMILIES }).notNull(),
    actionId: integer('action_id').notNull(),
    appellantId: text('appellant_id').notNull(),
    appellantName: text('appellant_name').notNull(),
    issuerId: text('issuer_id').notNull(),
    issuerName: text('issuer_name').notNull(),
    /** The issuer's position on the staff roster. 0 is the highest, -1 is an owner, null is no position. */
    issuerRank: integer('issuer_rank'),
    approverId: text('approver_id'),
    /** How many titles above the issuer the decider must be. */
    ranksAbove: integer('ranks_above').notNull(),
    state: text({ enum: STATES }).notNull(),
    filedAt: moment('filed_at').notNull(),
    text: text().notNull(),
    snapshot: jsonb().$type<Omit<AppealedAction, 'offences'> & { offences: KeptOffence[] }>().notNull(),
    /** The person who took the appeal into review or asked for a statement. Null until somebody does. */
    reviewerId: text('reviewer_id'),
    reviewerName: text('reviewer_name'),
    /** When the review begins. If a statement was asked for, that is when it arrives or when the time for it ends. */
    reviewFrom: moment('review_from'),
    issuerUntil: moment('issuer_until'),
    statement: text(),
    statementAt: moment('statement_at'),
    outcome: text({ enum: OUTCOMES }),
    /** When the issuer reduced the action during the appeal, and their message to the appellant. */
    issuerReducedAt: moment('issuer_reduced_at'),
    issuerMessage: text('issuer_message'),
    /** When the appeal was decided, withdrawn or closed. */
    endedAt: moment('ended_at'),
    endedBy: text('ended_by', { enum: ENDED_BY }),
    deciderId: text('decider_id'),
    deciderName: text('decider_name'),
    deciderRank: integer('decider_rank'),
    /** In which role the decider decided: independent, or one of the exceptions because nobody was independent. */
    decidedAs: text('decided_as', { enum: DECIDER_ROLES }),
    /** Whether the decider stated that they did not give the action, whose issuer is not known as a person. */
    saidNotIssuer: boolean('said_not_issuer').notNull().default(false),
    decision: text(),
    /** The action's id in txAdmin, if somebody must lift the ban by hand. */
    liftId: text('lift_id'),
    /** When to lift the ban. Also null when a later revision left nothing to lift. */
    liftFrom: moment('lift_from'),
    liftedAt: moment('lifted_at'),
  },
  (t) => [
    uniqueIndex('appeals_one_open')
      .on(t.family, t.actionId)
      .where(sql`state in ('submitted', 'with_issuer', 'in_review')`),
    index('appeals_appellant').on(t.appellantId, t.filedAt),
    index('appeals_issuer').on(t.issuerId, t.filedAt),
    index('appeals_state').on(t.state, t.filedAt),
    index('appeals_lift').on(t.actionId).where(sql`lift_id is not null and lifted_at is null`),
    check('appeals_decider_is_not_appellant', sql`decider_id <> appellant_id`),
    check('appeals_decided_as', sql`(decider_id is null) = (decided_as is null)`),
    check(
      INDEPENDENCE,
      sql`case decided_as when 'issuer' then decider_id = issuer_id and coalesce(decider_rank = -1, false)
        when 'owner' then decider_id <> issuer_id and coalesce(decider_rank = -1, false)
        else decider_id is null or (decider_id <> issuer_id and coalesce(decider_id <> approver_id, true)) end`,
    ),
    check(
      'appeals_decider_has_rank',
      sql`decider_id is null or issuer_rank is null or coalesce(decider_rank = -1 or decider_rank <= issuer_rank - ranks_above, false) or decided_as = 'lower'`,
    ),
    check(
      'appeals_decided_by_somebody',
      sql`case when state <> 'decided' then decider_id is null and outcome is null and ended_by is null
        when ended_by = 'decider' then decider_id is not null and outcome is not null and decision is not null
        when ended_by = 'issuer' then decider_id is null and coalesce(outcome = 'revoked', false) and issuer_id <> appellant_id
        else false end`,
    ),
    check('appeals_issuer_reduced', sql`(issuer_reduced_at is null) = (issuer_message is null)`),
    check('appeals_ended', sql`(state in ('decided', 'withdrawn', 'closed')) = (ended_at is not null)`),
  ],
)

/** Messages between the appellant and the people who decide. */
export const appealMessages = pgTable(
  'appeal_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    appealId: integer('appeal_id')
      .notNull()
      .references(() => appeals.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    isFromAppellant: boolean('is_from_appellant').notNull(),
    text: text().notNull(),
  },
  (t) => [index('appeal_messages_appeal').on(t.appealId, t.id)],
)

/**
 * Comments that the people who decide write to each other. They have their own table, so that they cannot be mixed up
 * with messages.
 */
export const appealComments = pgTable(
  'appeal_comments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    appealId: integer('appeal_id')
      .notNull()
      .references(() => appeals.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    text: text().notNull(),
  },
  (t) => [index('appeal_comments_appeal').on(t.appealId, t.id)],
)

/** The number of decided appeals that were removed with their actions. The public figures still count them. */
export const removedAppeals = pgTable(
  'removed_appeals',
  {
    family: text({ enum: FAMILIES }).notNull(),
    outcome: text({ enum: OUTCOMES }).notNull(),
    /** Days from the appeal to the decision, rounded up to whole days. */
    days: integer().notNull(),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.family, t.outcome, t.days] })],
)

/**
 * SQL for the open appeals of an action, as an array of names. The undo of an import leaves an action in place while it
 * has an open appeal.
 */
export const openAppealsOf = (family: Family, action: PgColumn): SQL =>
  sql`array(
    select 'appeals/' || appealed.id from ${appeals} appealed
    where appealed.family = ${family} and appealed.action_id = ${action} and appealed.state in ${[...OPEN_STATES]})`
