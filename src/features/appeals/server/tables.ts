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
import { DECIDED_AS } from '../independence-rules.ts'
import { FAMILIES, type Family, OPEN_STATES, OUTCOMES, STATES, WAYS } from '../rules.ts'
import type { AppealedAction, AppealedOffence } from '../snapshot-contract.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The constraint that refuses a decision of somebody who had a part in the action; the trigger refuses in its name. */
export const INDEPENDENCE = 'appeals_decider_is_independent'

/** An offence of an action as the catalogue and the rules said it when the action was given. */
export interface KeptOffence {
  name: string
  text: string
  /** Left out by appeals from before rules were kept. */
  rule?: AppealedOffence['rule']
  /**
   * The same as they said it when the action was appealed; null where nothing had changed. Left out by appeals from before
   * both were kept: `rule` is as it was when the action was appealed.
   */
  appealed?: AppealedOffence | null
}

/**
 * Every appeal, with copies of whom it concerns. That nobody decides who gave or approved the action, who appeals, or
 * who stands below the issuer is held here; the trigger `appeals_decided` also looks at the action itself and who
 * revised it; `actions_approved` refuses that who decided approves the action afterwards. `decided_as` names the exceptions:
 * somebody of a lower position, or an owner.
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
    /** Their place on the staff roster, 0 the highest and -1 an owner; null: none. */
    issuerRank: integer('issuer_rank'),
    approverId: text('approver_id'),
    /** How many titles above the issuer the decider must stand. */
    ranksAbove: integer('ranks_above').notNull(),
    state: text({ enum: STATES }).notNull(),
    filedAt: moment('filed_at').notNull(),
    text: text().notNull(),
    snapshot: jsonb().$type<Omit<AppealedAction, 'offences'> & { offences: KeptOffence[] }>().notNull(),
    /** Who took it into review, or asked for a statement before; null until somebody does. */
    reviewerId: text('reviewer_id'),
    reviewerName: text('reviewer_name'),
    /**
     * From when on it is in review: after a question to the issuer, from the statement or the end of the time for it.
     */
    reviewFrom: moment('review_from'),
    issuerUntil: moment('issuer_until'),
    statement: text(),
    statementAt: moment('statement_at'),
    outcome: text({ enum: OUTCOMES }),
    /** When the issuer reduced it meanwhile, and what they wrote to the appellant. */
    issuerReducedAt: moment('issuer_reduced_at'),
    issuerMessage: text('issuer_message'),
    /** When it was decided, withdrawn or closed. */
    endedAt: moment('ended_at'),
    endedBy: text('ended_by', { enum: WAYS }),
    deciderId: text('decider_id'),
    deciderName: text('decider_name'),
    deciderRank: integer('decider_rank'),
    /** As what they decided: independent, or as one of the exceptions where nobody is. */
    decidedAs: text('decided_as', { enum: DECIDED_AS }),
    /** They said that it was not them who gave the action, of which no person is known here. */
    saidNotIssuer: boolean('said_not_issuer').notNull().default(false),
    decision: text(),
    /** The id of the action in txAdmin, where somebody must lift it by hand. */
    liftId: text('lift_id'),
    /** Null also where a revision since leaves nothing to lift. */
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

/** What the appellant and those who decide write to each other. */
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

/** What those who decide write to each other; a table of its own, so that it cannot get among the messages. */
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

/** How many decided appeals were removed with their actions: the public figures go on to count them. */
export const removedAppeals = pgTable(
  'removed_appeals',
  {
    family: text({ enum: FAMILIES }).notNull(),
    outcome: text({ enum: OUTCOMES }).notNull(),
    /** Whole days from the appeal to the decision. */
    days: integer().notNull(),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.family, t.outcome, t.days] })],
)

/** The open appeals of an action, as an array of their names: what is appealed stays while an import is undone. */
export const openAppealsOf = (family: Family, action: PgColumn): SQL =>
  sql`array(
    select 'appeals/' || appealed.id from ${appeals} appealed
    where appealed.family = ${family} and appealed.action_id = ${action} and appealed.state in ${[...OPEN_STATES]})`
