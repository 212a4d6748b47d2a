import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, notInArray, or } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { allows, type Member } from '#lib/access.ts'
import { earliest } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Db, Transaction } from '#server/database/database.ts'
import { isRefusedBy } from '#server/database/unique.ts'
import { changedMeanwhile, HttpError, invalid, notAllowed, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { Appeal, AppealRow, DecisionDraft, InternalComment } from '../decision-contract.ts'
import { BARRED_LABELS, checkDecider, hasPartInAction, mustDenyIssuing, OWNER_RANK } from '../independence-rules.ts'
import { escalationOf, isOpen, neededBy, OPEN_STATES, STATEMENT_WITHIN, stateAt } from '../rules.ts'
import { consequencesOf } from './outcome-store.ts'
import {
  type AppealRecord,
  type AppealStoreDeps,
  appealNotFound,
  changeWithDeciders,
  checkRoom,
  checkVersion,
  closeAppealOf,
  commonOf,
  type Deciders,
  deciderRoleForAppeal,
  ended,
  entryOf,
  findOpenAppeal,
  isAccount,
  type KnownAction,
  knownActions,
  liftTaskOf,
  listDecidedBy,
  listDeciders,
  listLifted,
  lockWithAction,
  moveLiftOf,
  partiesOf,
  readAction,
  readMessages,
  replaceAppeal,
  statementOf,
  TOPICS,
} from './record-store.ts'
import { appealComments, appealMessages, appeals, INDEPENDENCE } from './tables.ts'

type Author = By & { actor: Member }

export interface DecisionStore {
  listAppeals(actor: Member): Promise<AppealRow[]>
  /**
   * How many items wait for this person: open appeals that they may decide now, and bans that somebody must lift in
   * txAdmin now. Late appeals are not included, see `countLate`.
   */
  countWaiting(actor: Member): Promise<number>
  /**
   * How many late appeals this person must look after. An appeal becomes late for management first and for owners
   * later.
   */
  countLate(actor: Member): Promise<number>
  /** The earliest time by which an appeal that waits for this person should be decided. Null when none waits. */
  findDue(actor: Member): Promise<Date | null>
  /** Like `findDue`, for late appeals. */
  findLateDue(actor: Member): Promise<Date | null>
  findAppeal(actor: Member, id: number): Promise<Appeal>
  askIssuer(by: Author, id: number, version: number): Promise<Appeal>
  review(by: Author, id: number, version: number): Promise<Appeal>
  message(by: Author, id: number, text: string): Promise<Appeal>
  comment(by: Author, id: number, text: string): Promise<Appeal>
  decide(by: Author, id: number, draft: DecisionDraft): Promise<Appeal>
  /** Records that the ban was lifted in txAdmin, for every appeal of the action. */
  closeLiftTask(by: Author, id: number): Promise<Appeal>
}

const MAX_ENDED = 500
const CANNOT_ANSWER = msg(
  '{name} cannot answer here now: their roles no longer let them. Take the appeal into review without asking.',
)
const NOTHING_TO_LIFT = msg('There is nothing to lift in txAdmin any more.')
/** The access needed for the reminders of late appeals. */
export const LATE_APPEALS_ACCESS = 'management'

/** Reads appeals for the people who decide. */
function createReader(deps: AppealStoreDeps) {
  const { clock, appealTerms: terms, appealedActions: actions } = deps
  const { db } = deps.database

  const checkActor = ({ row, action }: AppealWithAction, actor: Member, deciders: Deciders) => {
    const rank = actor.isOwner ? OWNER_RANK : deciders.rankOf(actor.id)
    const parties = partiesOf(row, action, deciders)
    return { rank, ...checkDecider(parties, { id: actor.id, rank }, deciders.people, row.ranksAbove) }
  }

  async function withAction(on: Db, row: AppealRecord): Promise<AppealWithAction> {
    return { row, action: await actions.find(on, row.family, row.actionId) }
  }

  /** Adds the actions to those of these appeals that are open or have a ban to lift. Keeps the order. */
  async function withActions(rows: readonly AppealRecord[]): Promise<AppealWithAction[]> {
    const asked = rows.filter(({ state, liftId, liftedAt }) => isOpen(state) || (liftId !== null && liftedAt === null))
    const actionOf = new Map((await knownActions(db, actions, asked)).map(({ row, action }) => [row.id, action]))
    return rows.map((row) => ({ row, action: actionOf.get(row.id) ?? null }))
  }

  const isLateFor = (actor: Member) => (row: AppealRecord) => {
    if (!isOpen(row.state) || !allows(LATE_APPEALS_ACCESS, actor)) return false
    const escalation = escalationOf(row.filedAt, clock(), terms)
    return actor.isOwner ? escalation === 'owners' : escalation !== null
  }

  /** The open appeals that this person may decide now, without the late ones. */
  async function listDecidable(waiting: readonly AppealRecord[], actor: Member): Promise<AppealWithAction[]> {
    const now = clock()
    const isLate = isLateFor(actor)
    const open = waiting.filter((row) => isOpen(row.state) && stateAt(row, now) !== 'with_issuer' && !isLate(row))
    const [known, deciders] = [await withActions(open), await deps.deciders()]
    return known.filter((appeal) => checkActor(appeal, actor, deciders).barred === null)
  }

  /** The late appeals that this person can look after. */
  async function listLate(actor: Member): Promise<AppealWithAction[]> {
    const [waiting, deciders] = [await listWaiting(actor), await deps.deciders()]
    const known = await withActions(waiting.filter(isLateFor(actor)))
    return known.filter((appeal) => !hasPartInAction(checkActor(appeal, actor, deciders).barred))
  }

  const taskOf = ({ row, action }: AppealWithAction) => liftTaskOf(row, action, clock())

  const isDueNow = ({ liftFrom }: AppealRecord) => liftFrom !== null && liftFrom <= clock()

  /**
   * The appeals with a ban that somebody must lift in txAdmin. For ended appeals this includes bans to lift on a later
   * day.
   */
  async function listToLift(waiting: readonly AppealRecord[]): Promise<AppealWithAction[]> {
    const known = await withActions(waiting.filter((row) => !isOpen(row.state) || isDueNow(row)))
    return known.filter(({ row, action }) => row.liftedAt === null && taskOf({ row, action }) !== null)
  }

  const neededAt = ({ row, action }: AppealWithAction) => neededBy(row.filedAt, action?.endsAt ?? null, terms, clock())

  function rowOf(appeal: AppealWithAction, actor: Member, deciders: Deciders): AppealRow {
    const { row, action } = appeal
    const now = clock()
    const { reviewerId } = row
    const endsAt = action?.endsAt ?? null
    const common = commonOf(row, terms, now)
    return {
      ...common,
      type: row.snapshot.type,
      appellant: { id: row.appellantId, name: row.appellantName },
      issuer: issuerOf(appeal),
      reviewer:
        common.state === 'in_review' && reviewerId !== null
          ? { id: reviewerId, name: row.reviewerName ?? reviewerId }
          : null,
      escalation: isOpen(row.state) ? escalationOf(row.filedAt, now, terms) : null,
      actionEndsAt: isOpen(row.state) && endsAt !== null && endsAt > now ? endsAt.toISOString() : null,
      barred: checkActor(appeal, actor, deciders).barred,
      deciding: deciderRoleForAppeal(row, action, deciders),
      liftTask: taskOf(appeal),
    }
  }

  /** The appeals that are open or have a ban to lift in txAdmin, the oldest first, without this person's own. */
  function listWaiting(actor: Member): Promise<AppealRecord[]> {
    const isTask = and(isNotNull(appeals.liftId), isNull(appeals.liftedAt))
    const isWaiting = or(inArray(appeals.state, [...OPEN_STATES]), isTask)
    return db
      .select()
      .from(appeals)
      .where(and(ne(appeals.appellantId, actor.id), isWaiting))
      .orderBy(asc(appeals.filedAt), asc(appeals.id))
  }

  async function itemOf(on: Db, appeal: AppealWithAction, actor: Member, deciders: Deciders): Promise<Appeal> {
    const { row, action } = appeal
    const { snapshot, today } = await readAction(on, actions, row, action)
    const shown = rowOf(appeal, actor, deciders)
    const isHidden = row.deciderId !== actor.id && hasPartInAction(shown.barred)
    return {
      ...shown,
      text: row.text,
      decision: row.decision,
      decider: row.deciderId === null ? null : { id: row.deciderId, name: row.deciderName ?? row.deciderId },
      ...{ snapshot, today },
      actionVersion: action?.version ?? null,
      lighterTypes: action === null ? [] : actions.lighterTypes(actor, action.family, action.type),
      statement: statementOf(row),
      messages: isHidden ? null : await readMessages(on, row.id),
      comments: isHidden ? null : await readComments(on, row.id),
    }
  }

  return {
    ...{ checkActor, withAction, itemOf, taskOf },

    listAppeals: async (actor: Member) => {
      const foreign = ne(appeals.appellantId, actor.id)
      const waiting = await listWaiting(actor)
      const over = await db
        .select()
        .from(appeals)
        .where(and(foreign, notInArray(appeals.state, [...OPEN_STATES])))
        .orderBy(desc(appeals.endedAt), desc(appeals.id))
        .limit(MAX_ENDED)
      const deciders = await deps.deciders()
      const open = (await withActions(waiting.filter(({ state }) => isOpen(state)))).toSorted(
        (a, b) => neededAt(a).getTime() - neededAt(b).getTime(),
      )
      const known = [...open, ...(await listToLift(waiting)), ...(await withActions(over))]
      const shown = new Map(known.map((appeal) => [appeal.row.id, appeal]))
      return [...shown.values()].map((appeal) => rowOf(appeal, actor, deciders))
    },

    countWaiting: async (actor: Member) => {
      const waiting = await listWaiting(actor)
      const tasks = (await listToLift(waiting)).filter(({ row }) => isDueNow(row))
      return tasks.length + (await listDecidable(waiting, actor)).length
    },

    countLate: async (actor: Member) => (await listLate(actor)).length,

    findDue: async (actor: Member) => earliest((await listDecidable(await listWaiting(actor), actor)).map(neededAt)),
    findLateDue: async (actor: Member) => earliest((await listLate(actor)).map(neededAt)),

    findAppeal: async (actor: Member, id: number) => {
      const [row] = await db.select().from(appeals).where(eq(appeals.id, id))
      if (row === undefined || row.appellantId === actor.id) throw appealNotFound()
      return itemOf(db, await withAction(db, row), actor, await deps.deciders())
    },
  }
}

/** The appeals for the people who decide. Throws an `HttpError` for whatever is refused. */
export function createDecisionStore(deps: AppealStoreDeps): DecisionStore {
  const { clock, appealedActions: actions } = deps
  const change = changeWithDeciders(deps)
  const { checkActor, withAction, itemOf, taskOf, ...reads } = createReader(deps)

  /** Locks the appeal of another person, and says whether the writer may decide on it. */
  async function lockAppealOfOther(
    tx: Transaction,
    deciders: Deciders,
    { actor }: Author,
    id: number,
    version?: number,
  ) {
    const appeal = await lockWithAction(tx, actions, id)
    if (appeal.row.appellantId === actor.id) throw appealNotFound()
    if (version !== undefined) await checkVersion(appeal.row, version, () => itemOf(tx, appeal, actor, deciders))
    return { ...appeal, check: checkActor(appeal, actor, deciders) }
  }

  /** Locks an open appeal that the writer may decide on. */
  async function lockToDecide(tx: Transaction, deciders: Deciders, by: Author, id: number, version?: number) {
    const { row, action, check } = await lockAppealOfOther(tx, deciders, by, id, version)
    if (check.barred !== null) throw notAllowed(BARRED_LABELS[check.barred])
    if (!isOpen(row.state)) throw ended()
    return { row, action, rank: check.rank, as: check.as }
  }

  const changeOf = async (
    tx: Transaction,
    deciders: Deciders,
    by: Author,
    action: string,
    before: AppealRecord,
    after: AppealRecord,
  ) => ({
    result: await itemOf(tx, await withAction(tx, after), by.actor, deciders),
    entries: [entryOf(action, before, after)],
    topics: TOPICS,
  })

  const step = (
    by: Author,
    id: number,
    version: number,
    action: string,
    set: (tx: Transaction, appeal: AppealWithAction) => Promise<Partial<AppealRecord>>,
  ) =>
    change(by, async (tx, deciders) => {
      const { row, action: appealed } = await lockToDecide(tx, deciders, by, id, version)
      if (row.state !== 'submitted')
        throw new HttpError(409, 'not_submitted', msg('Somebody took this appeal already.'))
      const after = await replaceAppeal(tx, row, await set(tx, { row, action: appealed }))
      return changeOf(tx, deciders, by, action, row, after)
    })

  return {
    ...reads,

    askIssuer: (by, id, version) =>
      step(by, id, version, 'askIssuer', async (tx, appeal) => {
        const { id: issuerId, name: issuerName, isPerson } = issuerOf(appeal)
        if (!isPerson)
          throw invalid({ issuer: msg('There is nobody to ask: no person on this site gave this action.') })
        if (appeal.row.statement !== null)
          throw new HttpError(409, 'statement_given', msg('They gave their statement already.'))
        if (!(await deps.canAnswer(tx, issuerId)))
          throw new HttpError(409, 'cannot_answer', withValues(CANNOT_ANSWER, { name: issuerName }))
        const issuerUntil = new Date(clock().getTime() + STATEMENT_WITHIN)
        return { state: 'with_issuer', issuerUntil, issuerId, issuerName, ...reviewedBy(by, issuerUntil) }
      }),

    review: (by, id, version) =>
      step(by, id, version, 'reviewAppeal', async () => ({ state: 'in_review', ...reviewedBy(by, clock()) })),

    message: (by, id, text) =>
      change(by, async (tx, deciders) => {
        const { row } = await lockToDecide(tx, deciders, by, id)
        checkRoom((await readMessages(tx, id)).length)
        await tx.insert(appealMessages).values({ ...writtenBy(by, id, clock(), text), isFromAppellant: false })
        return changeOf(tx, deciders, by, 'messageAppellant', row, await replaceAppeal(tx, row, {}))
      }),

    comment: (by, id, text) =>
      change(by, async (tx, deciders) => {
        const { row, check } = await lockAppealOfOther(tx, deciders, by, id)
        if (check.barred !== null && check.barred !== 'rank') throw notAllowed(BARRED_LABELS[check.barred])
        checkRoom((await readComments(tx, id)).length)
        await tx.insert(appealComments).values(writtenBy(by, id, clock(), text))
        return changeOf(tx, deciders, by, 'commentOnAppeal', row, await replaceAppeal(tx, row, {}))
      }),

    decide: (by, id, draft) =>
      change(by, async (tx, deciders) => {
        const { row, action, rank, as } = await lockToDecide(tx, deciders, by, id, draft.version)
        if (stateAt(row, clock()) !== 'in_review') {
          throw new HttpError(409, 'not_in_review', msg('This appeal is not in review yet.'))
        }
        if (draft.actionVersion !== (action?.version ?? null)) {
          throw changedMeanwhile(await itemOf(tx, { row, action }, by.actor, deciders))
        }
        const issuer = issuerOf({ row, action })
        if (mustDenyIssuing(issuer) && draft.notIssuer !== true) {
          throw invalid({ notIssuer: msg('Say that it was not you who gave this action.') })
        }
        const { lift, carryOut } = await consequencesOf(deps, tx, by, action, draft)
        if (draft.comment !== null) {
          await tx.insert(appealComments).values(writtenBy(by, id, clock(), draft.comment))
        }
        const after = await replaceDecided(tx, row, {
          ...{
            state: 'decided',
            outcome: draft.outcome,
            decision: draft.message,
            endedAt: clock(),
            endedBy: 'decider',
          },
          ...{ deciderId: by.actor.id, deciderName: by.actor.name.toWellFormed(), deciderRank: rank, decidedAs: as },
          ...{ issuerId: issuer.id, issuerName: issuer.name, saidNotIssuer: mustDenyIssuing(issuer) },
          ...lift,
        })
        const done = await carryOut()
        return {
          result: await itemOf(tx, await withAction(tx, after), by.actor, deciders),
          entries: [entryOf('decideAppeal', row, after), ...done.entries],
          topics: [...TOPICS, 'appeal-figures', ...done.topics],
        }
      }),

    closeLiftTask: (by, id) =>
      change(by, async (tx, deciders) => {
        const { row, action } = await lockAppealOfOther(tx, deciders, by, id)
        if (row.liftedAt !== null || taskOf({ row, action }) === null) throw notFound(NOTHING_TO_LIFT)
        const lifted = await closeLiftTaskOf(tx, row.actionId, clock())
        const [after = row] = await tx.select().from(appeals).where(eq(appeals.id, id))
        return {
          result: await itemOf(tx, { row: after, action }, by.actor, deciders),
          entries: lifted?.entries ?? [],
          topics: TOPICS,
        }
      }),
  }
}

/**
 * Writes a decision. The database's refusal for lack of independence becomes a 409. Any other refusal is a bug of the
 * site.
 */
async function replaceDecided(tx: Transaction, row: AppealRecord, set: Partial<AppealRecord>) {
  try {
    return await replaceAppeal(tx, row, set)
  } catch (error) {
    if (!isRefusedBy(error, INDEPENDENCE)) throw error
    throw new HttpError(409, 'not_independent', msg('Somebody else must decide on this appeal.'))
  }
}

/** An appeal with its action as it is now. The action is null when it no longer exists. */
interface AppealWithAction {
  row: AppealRecord
  action: KnownAction | null
}

/**
 * The issuer of the action. If only a name from the game was known when the action was appealed, the account may be
 * known by now.
 */
function issuerOf({ row, action }: AppealWithAction) {
  const issuer = { id: row.issuerId, name: row.issuerName, isPerson: isAccount(row.issuerId) }
  return issuer.isPerson ? issuer : (action?.issuer ?? issuer)
}

const reviewedBy = ({ actor }: Author, reviewFrom: Date) => {
  return { reviewerId: actor.id, reviewerName: actor.name.toWellFormed(), reviewFrom }
}

const writtenBy = ({ actor }: Author, appealId: number, at: Date, text: string) => ({
  ...{ appealId, at, text },
  ...{ byId: actor.id, byName: actor.name.toWellFormed() },
})

async function readComments(db: Db, appealId: number): Promise<InternalComment[]> {
  const rows = await db
    .select()
    .from(appealComments)
    .where(eq(appealComments.appealId, appealId))
    .orderBy(appealComments.id)
  return rows.map(({ at, byId, byName, text }) => {
    return { audience: 'staff', at: at.toISOString(), by: { id: byId, name: byName }, text }
  })
}

/**
 * Ends the tasks of lifting an action's ban when txAdmin reports that it was lifted there. `from` is the time at which
 * it was to be lifted. Null when there was no task: the caller then revokes the action itself.
 */
export async function closeLiftTaskOf(tx: Transaction, actionId: number, now: Date) {
  const isTask = and(eq(appeals.family, 'players'), eq(appeals.actionId, actionId), isNotNull(appeals.liftId))
  const tasks = await tx.select().from(appeals).where(isTask).orderBy(desc(appeals.id)).for('update')
  const from = tasks[0]?.liftFrom ?? null
  if (from === null) return null
  const entries: AuditEntry[] = []
  for (const before of tasks.filter(({ liftedAt }) => liftedAt === null)) {
    entries.push(entryOf('closeLiftTask', before, await replaceAppeal(tx, before, { liftedAt: now })))
  }
  return { from, entries, topics: TOPICS }
}

/** The functions through which the records of actions read appeals and update them. */
export const ACTION_APPEALS = {
  ...{ findOpen: findOpenAppeal, listDeciders, listDecidedBy },
  closeOf: closeAppealOf,
  moveLiftOf,
  onLifted: closeLiftTaskOf,
  listLifted,
}
