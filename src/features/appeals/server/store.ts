import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Member } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import { type Sentence, withValues } from '#lib/sentence.ts'
import type { Db, Transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/unique.ts'
import { HttpError, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { Appealable, AppealDraft, AppealPromise, OwnAppeal, OwnAppealRow } from '../contract.ts'
import {
  type AppealLimit,
  escalationDates,
  type Family,
  figuresOf,
  isOpen,
  MAX_OPEN,
  type OffenceTerms,
  termsOf,
  type WhyNot,
  whyNotAppeal,
} from '../rules.ts'
import type { AppealedAction } from '../snapshot-contract.ts'
import { listDecided } from './figure-store.ts'
import {
  type AppealRecord,
  type AppealStoreDeps,
  appealNotFound,
  changeWithDeciders,
  checkRoom,
  checkVersion,
  commonOf,
  countOpenBy,
  type Deciders,
  deciderRoleForAction,
  deciderRoleForAppeal,
  ended,
  entryOf,
  factsOf,
  isAccount,
  type KnownAction,
  knownActions,
  liftTaskOf,
  lockAppeal,
  readAction,
  readMessages,
  replaceAppeal,
  snapshotFactsOf,
  snapshotForAppeal,
  snapshotOf,
  TOPICS,
  todayOf,
} from './record-store.ts'
import { appealMessages, appeals } from './tables.ts'

/** Whether an action is against this person and may be shown to them. */
const isOwn = (action: KnownAction | null, userId: string): action is KnownAction =>
  action?.isShown === true && action.user.id === userId

const noAction = () => notFound(msg('There is no such action against you.'))

type Author = By & { actor: Member }

export interface AppealStore {
  findPromise(): Promise<AppealPromise>
  listOwnAppeals(actor: Member): Promise<{ data: OwnAppealRow[]; actions: Appealable[] }>
  findOwnAppeal(actor: Member, id: number): Promise<OwnAppeal>
  /** An action against the caller, as an appeal filed now would keep it, and as it is now. */
  findAppealable(
    actor: Member,
    at: Pick<KnownAction, 'family' | 'id'>,
  ): Promise<Pick<OwnAppeal, 'snapshot'> & { today: AppealedAction }>
  addAppeal(by: Author, draft: AppealDraft): Promise<OwnAppeal>
  reply(by: Author, id: number, text: string): Promise<OwnAppeal>
  withdraw(by: Author, id: number, version: number): Promise<OwnAppeal>
}

/** The appeals for their appellants. Throws an `HttpError` for whatever is refused, and then writes nothing. */
export function createAppealStore(deps: AppealStoreDeps): AppealStore {
  const { clock, appealTerms: terms, appealedActions: actions } = deps
  const { db } = deps.database
  const change = changeWithDeciders(deps)

  /** Whether the issuer of an action can take it back. */
  const canTakeBack = async (on: Db, issuerId: string) => isAccount(issuerId) && (await deps.canAnswer(on, issuerId))

  async function rowOf(
    on: Db,
    row: AppealRecord,
    action: KnownAction | null,
    deciders: Deciders,
  ): Promise<OwnAppealRow> {
    const { management, owners } = escalationDates(row.filedAt, terms)
    const task = liftTaskOf(row, action, clock())
    return {
      ...commonOf(row, terms, clock()),
      text: row.text,
      decision: row.decision,
      snapshot: snapshotFactsOf(row),
      today: isOwn(action, row.appellantId) ? factsOf(action) : null,
      messages: await readMessages(on, row.id),
      deciding: deciderRoleForAppeal(row, action, deciders),
      canTakeBack: await canTakeBack(on, row.issuerId),
      escalation: row.endedAt === null ? { management: management.toISOString(), owners: owners.toISOString() } : null,
      lift: task && { from: task.from, doneAt: task.doneAt },
    }
  }

  async function itemOf(on: Db, row: AppealRecord, deciders: Deciders): Promise<OwnAppeal> {
    const action = await actions.find(on, row.family, row.actionId)
    const { snapshot, today } = await readAction(on, actions, row, action)
    return {
      ...(await rowOf(on, row, action, deciders)),
      snapshot,
      today: isOwn(action, row.appellantId) ? today : null,
    }
  }

  /**
   * The earlier appeals of an action by the person it is about now. It may have been about another person before, who
   * appealed it too.
   */
  const earlierOf = (on: Db, { family, id, user }: Pick<KnownAction, 'family' | 'id' | 'user'>) =>
    on
      .select()
      .from(appeals)
      .where(and(eq(appeals.family, family), eq(appeals.actionId, id), eq(appeals.appellantId, user.id)))
      .orderBy(asc(appeals.id))

  const limitOf = (
    action: KnownAction,
    ofOffences: readonly OffenceTerms[],
    earlier: readonly AppealRecord[],
    openOfPerson: number,
  ) => {
    const ofType = terms.types.find(({ type }) => type === action.type)
    return whyNotAppeal({ ...action, terms: termsOf(ofType, ofOffences), openOfPerson }, earlier, terms, clock())
  }

  /** Locks an open appeal of the writer. */
  async function lockOwn(tx: Transaction, { actor }: Author, id: number): Promise<AppealRecord> {
    const row = await lockAppeal(tx, id)
    if (row.appellantId !== actor.id) throw appealNotFound()
    if (!isOpen(row.state)) throw ended()
    return row
  }

  return {
    findPromise: async () => {
      const decided = await listDecided(db)
      const { promiseDays, escalation, spacingDays, most } = terms
      const figuresIn = (of: Family) => figuresOf(decided.filter(({ family }) => family === of))
      const figures = { staff: figuresIn('staff'), players: figuresIn('players') }
      return { promiseDays, escalation, spacingDays, most, figures }
    },

    listOwnAppeals: async (actor) => {
      const own = await db
        .select()
        .from(appeals)
        .where(eq(appeals.appellantId, actor.id))
        .orderBy(desc(appeals.filedAt), desc(appeals.id))
      const known = await actions.listOf(actor.id)
      const openOfPerson = own.filter(({ state }) => isOpen(state)).length
      const deciders = await deps.deciders()
      return {
        data: await Promise.all(
          (await knownActions(db, actions, own)).map(({ row, action }) => rowOf(db, row, action, deciders)),
        ),
        actions: await Promise.all(
          known.map(async (action) => {
            const earlier = own.filter(({ family, actionId }) => family === action.family && actionId === action.id)
            const limit = limitOf(action, action.terms, earlier, openOfPerson)
            return {
              family: action.family,
              action: action.id,
              appeal: earlier[0]?.id ?? null,
              limit: limit && { ...limit, from: limit.from?.toISOString() ?? null },
              today: factsOf(action),
              deciding: deciderRoleForAction(action, deciders, terms.ranksAbove),
              canTakeBack: await canTakeBack(db, action.issuer.id),
            }
          }),
        ),
      }
    },

    findOwnAppeal: async (actor, id) => {
      const [row] = await db.select().from(appeals).where(eq(appeals.id, id))
      if (row?.appellantId !== actor.id) throw appealNotFound()
      return itemOf(db, row, await deps.deciders())
    },

    findAppealable: async (actor, { family, id }) => {
      const action = await actions.find(db, family, id)
      if (!isOwn(action, actor.id)) throw noAction()
      const offences = await actions.listOffences(db, action)
      return { snapshot: snapshotOf(snapshotForAppeal(action, offences), offences), today: todayOf(action, offences) }
    },

    addAppeal: (by, { family, action: id, text }) =>
      withOneOpen(() =>
        change(by, async (tx, deciders) => {
          const openOfPerson = await countOpen(tx, by.actor.id)
          const action = await actions.lock(tx, family, id)
          if (!isOwn(action, by.actor.id)) throw noAction()
          const offences = await actions.listOffences(tx, action)
          const ofOffences = offences.map(({ appeal }) => appeal)
          const limit = limitOf(action, ofOffences, await earlierOf(tx, action), openOfPerson)
          if (limit !== null) throw notNow(limit)
          const [row] = await tx
            .insert(appeals)
            .values({
              family,
              actionId: id,
              appellantId: by.actor.id,
              appellantName: by.actor.name.toWellFormed(),
              issuerId: action.issuer.id,
              issuerName: action.issuer.name,
              issuerRank: deciders.rankOf(action.issuer.id),
              approverId: action.approver,
              ranksAbove: terms.ranksAbove,
              state: 'submitted',
              filedAt: clock(),
              text,
              snapshot: snapshotForAppeal(action, offences),
            })
            .returning()
          if (row === undefined) throw new Error('The database returned no row for the appeal it added')
          return { result: await itemOf(tx, row, deciders), entries: [entryOf('addAppeal', null, row)], topics: TOPICS }
        }),
      ),

    reply: (by, id, text) =>
      change(by, async (tx, deciders) => {
        const before = await lockOwn(tx, by, id)
        checkRoom((await readMessages(tx, id)).length)
        await tx.insert(appealMessages).values({
          ...{ appealId: id, at: clock(), isFromAppellant: true, text },
          ...{ byId: by.actor.id, byName: by.actor.name.toWellFormed() },
        })
        const after = await replaceAppeal(tx, before, {})
        return {
          result: await itemOf(tx, after, deciders),
          entries: [entryOf('replyToAppeal', before, after)],
          topics: TOPICS,
        }
      }),

    withdraw: (by, id, version) =>
      change(by, async (tx, deciders) => {
        const before = await lockOwn(tx, by, id)
        await checkVersion(before, version, () => itemOf(tx, before, deciders))
        const after = await replaceAppeal(tx, before, { state: 'withdrawn', endedAt: clock() })
        return {
          result: await itemOf(tx, after, deciders),
          entries: [entryOf('withdrawAppeal', before, after)],
          topics: TOPICS,
        }
      }),
  }
}

/** The first key of the advisory lock below. The number is arbitrary. */
const OPEN_LOCK = 7_204_512

/**
 * The number of a person's open appeals. Takes a lock for the person, so that two appeals filed at once cannot both
 * pass the limit.
 */
async function countOpen(tx: Transaction, appellantId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${OPEN_LOCK}::int, hashtext(${appellantId}))`)
  return countOpenBy(tx, appellantId)
}

/** When two appeals of an action are filed at once, the database accepts one. The other gets the usual refusal. */
async function withOneOpen<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? notNow({ why: 'open', words: null }) : error
  }
}

const NOT_NOW: Record<Exclude<WhyNot, 'never'>, Sentence> = {
  open: msg('You already have an open appeal of this action.'),
  revoked: msg('This action no longer counts, so there is nothing to appeal.'),
  too_early: msg('This action cannot be appealed yet.'),
  spacing: msg('It is too soon to appeal this action again.'),
  most: msg('You have reached the limit of appeals of this action in one year.'),
  open_appeals: withValues('You have {most} open appeals. You can appeal again when one of them is closed.', {
    most: MAX_OPEN,
  }),
}

function notNow({ why, words }: Pick<AppealLimit, 'why' | 'words'>): HttpError {
  return new HttpError(409, 'cannot_appeal', why === 'never' ? (words ?? '') : NOT_NOW[why])
}
