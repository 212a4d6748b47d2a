import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, notInArray, or } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import type { Member } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import type { Db, Transaction } from '#server/database/database.ts'
import { HttpError, invalid, notAllowed } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { Appeal, AppealRow, DecisionDraft, GivenAppeal, InternalComment } from '../contract.ts'
import {
  BARRED_LABELS,
  decisionOf,
  escalationOf,
  isOpen,
  type Lift,
  OPEN_STATES,
  OWNER_RANK,
  type Reduction,
  reductionProblems,
  STATEMENT_WITHIN,
  stateAt,
} from '../rules.ts'
import {
  type AppealRecord,
  type AppealStoreDeps,
  appealedOf,
  changeWithDeciders,
  checkRoom,
  checkVersion,
  commonOf,
  type Deciders,
  ended,
  entryOf,
  gone,
  isNobodyIndependent,
  type KnownAction,
  lockAppeal,
  partiesOf,
  readMessages,
  replaceAppeal,
  statementOf,
  TOPICS,
} from './record-store.ts'
import { appealComments, appealMessages, appeals } from './tables.ts'

type Author = By & { actor: Member }

export interface DecisionStore {
  listAppeals(actor: Member): Promise<AppealRow[]>
  /** How many wait for this person: open ones that they may decide now, and bans that somebody must lift in txAdmin. */
  countWaiting(actor: Member): Promise<number>
  findAppeal(actor: Member, id: number): Promise<Appeal>
  askIssuer(by: Author, id: number, version: number): Promise<Appeal>
  review(by: Author, id: number, version: number): Promise<Appeal>
  message(by: Author, id: number, text: string): Promise<Appeal>
  comment(by: Author, id: number, text: string): Promise<Appeal>
  decide(by: Author, id: number, draft: DecisionDraft): Promise<Appeal>
  /** Says that somebody lifted it in txAdmin. */
  closeLiftTask(by: Author, id: number): Promise<Appeal>
  listGivenAppeals(actor: Member): Promise<GivenAppeal[]>
  /** Of how many they are asked for a statement that they can still give. */
  countAsked(actor: Member): Promise<number>
  addStatement(by: Author, id: number, text: string): Promise<GivenAppeal>
  /** The issuer lifts or reduces what they gave, which ends the appeal. */
  lift(by: Author, id: number, lift: LiftDraft): Promise<GivenAppeal>
}

interface LiftDraft {
  version: number
  outcome: Lift
  reduction?: Reduction | undefined
  message: string
}

const MAX_ENDED = 500
const MAX_GIVEN_ENDED = 50

/** Appeals as those who decide, and whoever gave the action, have them. What it refuses it throws as a `HttpError`. */
export function createDecisionStore(deps: AppealStoreDeps): DecisionStore {
  const { clock, appealTerms: terms, appealedActions: actions } = deps
  const { db } = deps.database
  const change = changeWithDeciders(deps)

  const standOf = (row: AppealRecord, actor: Member, deciders: Deciders) => {
    const rank = actor.isOwner ? OWNER_RANK : deciders.rankOf(actor.id)
    return { rank, ...decisionOf(partiesOf(row, deciders), { id: actor.id, rank }, deciders.holders, row.ranksAbove) }
  }

  /** An action can be approved while an appeal of it is open. */
  const withApprover = (row: AppealRecord, action: { approver: string | null } | null): AppealRecord => {
    return { ...row, approverId: action?.approver ?? row.approverId }
  }

  function rowOf(row: AppealRecord, actor: Member, deciders: Deciders): AppealRow {
    const now = clock()
    const { liftId, liftFrom, liftedAt } = row
    return {
      ...commonOf(row, terms, now),
      type: row.snapshot.type,
      appellant: { id: row.appellantId, name: row.appellantName },
      issuer: { id: row.issuerId, name: row.issuerName, isPerson: isPerson(row) },
      escalation: isOpen(row.state) ? escalationOf(row.filedAt, now, terms) : null,
      barred: standOf(row, actor, deciders).barred,
      nobodyIndependent: isOpen(row.state) && isNobodyIndependent(row, deciders),
      liftTask:
        liftId === null || liftFrom === null
          ? null
          : { id: liftId, from: liftFrom.toISOString(), doneAt: liftedAt?.toISOString() ?? null },
    }
  }

  /** What is open, and what must be lifted in txAdmin, but for this person's own; the oldest first. */
  function listWaiting(actor: Member): Promise<AppealRecord[]> {
    const isTask = and(isNotNull(appeals.liftId), isNull(appeals.liftedAt))
    const isWaiting = or(inArray(appeals.state, [...OPEN_STATES]), isTask)
    return db
      .select()
      .from(appeals)
      .where(and(ne(appeals.appellantId, actor.id), isWaiting))
      .orderBy(asc(appeals.filedAt), asc(appeals.id))
  }

  async function itemOf(on: Db, kept: AppealRecord, actor: Member, deciders: Deciders): Promise<Appeal> {
    const action = await actions.find(on, kept.family, kept.actionId)
    const row = withApprover(kept, action)
    const shown = rowOf(row, actor, deciders)
    const isParty = shown.barred === 'issuer' || shown.barred === 'approver'
    return {
      ...shown,
      text: row.text,
      decision: row.decision,
      decider: row.deciderId === null ? null : { id: row.deciderId, name: row.deciderName ?? row.deciderId },
      snapshot: row.snapshot,
      today: action && appealedOf(action),
      messages: await readMessages(on, row.id),
      statement: statementOf(row),
      comments: isParty ? null : await readComments(on, row.id),
    }
  }

  async function givenOf(on: Db, row: AppealRecord): Promise<GivenAppeal> {
    const action = await actions.find(on, row.family, row.actionId)
    return {
      ...commonOf(row, terms, clock()),
      type: row.snapshot.type,
      appellant: { id: row.appellantId, name: row.appellantName },
      text: row.text,
      snapshot: row.snapshot,
      today: action && appealedOf(action),
      statement: statementOf(row),
    }
  }

  /** Somebody else's appeal, with whoever writes and whether they are independent. */
  async function lockForeign(tx: Transaction, deciders: Deciders, { actor }: Author, id: number, version?: number) {
    const kept = await lockAppeal(tx, id)
    if (kept.appellantId === actor.id) throw gone()
    const row = withApprover(kept, await actions.find(tx, kept.family, kept.actionId))
    if (version !== undefined) await checkVersion(row, version, () => itemOf(tx, row, actor, deciders))
    return { row, stand: standOf(row, actor, deciders) }
  }

  /** An open appeal that whoever writes may decide on. */
  async function lockToDecide(tx: Transaction, deciders: Deciders, by: Author, id: number, version?: number) {
    const { row, stand } = await lockForeign(tx, deciders, by, id, version)
    if (stand.barred !== null) throw notAllowed(BARRED_LABELS[stand.barred])
    if (!isOpen(row.state)) throw ended()
    return { row, rank: stand.rank, isException: stand.isException }
  }

  /** An open appeal of what whoever writes gave. */
  async function lockGiven(tx: Transaction, { actor }: Author, id: number): Promise<AppealRecord> {
    const row = await lockAppeal(tx, id)
    if (row.issuerId !== actor.id || row.appellantId === actor.id) throw gone()
    if (!isOpen(row.state)) throw ended()
    return row
  }

  const written = async (
    tx: Transaction,
    deciders: Deciders,
    by: Author,
    action: string,
    before: AppealRecord,
    after: AppealRecord,
  ) => ({
    result: await itemOf(tx, after, by.actor, deciders),
    entries: [entryOf(action, before, after)],
    topics: TOPICS,
  })

  const step = (
    by: Author,
    id: number,
    version: number,
    action: string,
    set: (row: AppealRecord) => Partial<AppealRecord>,
  ) =>
    change(by, async (tx, deciders) => {
      const { row } = await lockToDecide(tx, deciders, by, id, version)
      if (row.state !== 'submitted')
        throw new HttpError(409, 'not_submitted', msg('Somebody took this appeal already.'))
      return written(tx, deciders, by, action, row, await replaceAppeal(tx, row, set(row)))
    })

  /** Does to the action what follows from an outcome, and says what somebody must do in txAdmin. */
  async function apply(
    tx: Transaction,
    by: Author,
    row: AppealRecord,
    { outcome, reduction, message }: Pick<DecisionDraft, 'outcome' | 'reduction' | 'message'>,
  ) {
    if (outcome !== 'reduced' && reduction !== undefined) {
      throw invalid({ reduction: msg('Only a reduction can change the type, the end or the points.') })
    }
    if (outcome === 'upheld' || outcome === 'inadmissible') return NOTHING
    const action = await actions.find(tx, row.family, row.actionId)
    if (action === null) throw new HttpError(409, 'action_gone', msg('The action no longer exists.'))
    const at = { family: row.family, id: row.actionId }
    if (outcome === 'revoked') return { ...(await actions.revoke(tx, by, at, message)), lift: liftOf(action, clock()) }
    const less = reduction ?? {}
    const problems = reductionProblems(action, less)
    if (Object.keys(problems).length > 0) throw invalid(problems)
    if (action.isRevoked) throw new HttpError(409, 'already_revoked', msg('This action is already revoked.'))
    const from = less.type !== undefined ? clock() : less.ends_at === undefined ? null : new Date(less.ends_at)
    return { ...(await actions.reduce(tx, by, at, less, message)), lift: from === null ? {} : liftOf(action, from) }
  }

  return {
    listAppeals: async (actor) => {
      const foreign = ne(appeals.appellantId, actor.id)
      const waiting = await listWaiting(actor)
      const over = await db
        .select()
        .from(appeals)
        .where(and(foreign, notInArray(appeals.state, [...OPEN_STATES])))
        .orderBy(desc(appeals.endedAt), desc(appeals.id))
        .limit(MAX_ENDED)
      const deciders = await deps.deciders()
      const shown = new Map([...waiting, ...over].map((row) => [row.id, row]))
      return [...shown.values()].map((row) => rowOf(row, actor, deciders))
    },

    countWaiting: async (actor) => {
      const [waiting, deciders] = [await listWaiting(actor), await deps.deciders()]
      return waiting.filter((row) => {
        const mayDecide = () => stateAt(row, clock()) !== 'with_issuer' && standOf(row, actor, deciders).barred === null
        return isOpen(row.state) ? mayDecide() : true
      }).length
    },

    findAppeal: async (actor, id) => {
      const [row] = await db.select().from(appeals).where(eq(appeals.id, id))
      if (row === undefined || row.appellantId === actor.id) throw gone()
      return itemOf(db, row, actor, await deps.deciders())
    },

    askIssuer: (by, id, version) =>
      step(by, id, version, 'askIssuer', (row) => {
        if (!isPerson(row))
          throw invalid({ issuer: msg('There is nobody to ask: no person on this site gave this action.') })
        return { state: 'with_issuer', issuerUntil: new Date(clock().getTime() + STATEMENT_WITHIN) }
      }),

    review: (by, id, version) => step(by, id, version, 'reviewAppeal', () => ({ state: 'in_review' })),

    message: (by, id, text) =>
      change(by, async (tx, deciders) => {
        const { row } = await lockToDecide(tx, deciders, by, id)
        checkRoom((await readMessages(tx, id)).length)
        await tx.insert(appealMessages).values({ ...writtenBy(by, id, clock(), text), isFromAppellant: false })
        return written(tx, deciders, by, 'messageAppellant', row, await replaceAppeal(tx, row, {}))
      }),

    comment: (by, id, text) =>
      change(by, async (tx, deciders) => {
        const { row, stand } = await lockForeign(tx, deciders, by, id)
        if (stand.barred !== null && stand.barred !== 'rank') throw notAllowed(BARRED_LABELS[stand.barred])
        checkRoom((await readComments(tx, id)).length)
        await tx.insert(appealComments).values(writtenBy(by, id, clock(), text))
        return written(tx, deciders, by, 'commentOnAppeal', row, await replaceAppeal(tx, row, {}))
      }),

    decide: (by, id, draft) =>
      change(by, async (tx, deciders) => {
        const { row, rank, isException } = await lockToDecide(tx, deciders, by, id, draft.version)
        if (stateAt(row, clock()) !== 'in_review') {
          throw new HttpError(409, 'not_in_review', msg('This appeal is not in review yet.'))
        }
        const { lift, ...done } = await apply(tx, by, row, draft)
        if (draft.comment !== null) {
          await tx.insert(appealComments).values(writtenBy(by, id, clock(), draft.comment))
        }
        const after = await replaceAppeal(tx, row, {
          ...endOf(draft, clock()),
          endedBy: 'decider',
          deciderId: by.actor.id,
          deciderName: by.actor.name.toWellFormed(),
          deciderRank: rank,
          nobodyIndependent: isException,
          ...lift,
        })
        return {
          result: await itemOf(tx, after, by.actor, deciders),
          entries: [entryOf('decideAppeal', row, after), ...done.entries],
          topics: [...TOPICS, ...done.topics],
        }
      }),

    closeLiftTask: (by, id) =>
      change(by, async (tx, deciders) => {
        const { row } = await lockForeign(tx, deciders, by, id)
        if (row.liftId === null || row.liftedAt !== null) throw gone()
        return written(tx, deciders, by, 'closeLiftTask', row, await replaceAppeal(tx, row, { liftedAt: clock() }))
      }),

    listGivenAppeals: async (actor) => {
      const own = and(eq(appeals.issuerId, actor.id), ne(appeals.appellantId, actor.id))
      const open = await db
        .select()
        .from(appeals)
        .where(and(own, inArray(appeals.state, [...OPEN_STATES])))
        .orderBy(asc(appeals.filedAt), asc(appeals.id))
      const over = await db
        .select()
        .from(appeals)
        .where(and(own, notInArray(appeals.state, [...OPEN_STATES])))
        .orderBy(desc(appeals.endedAt), desc(appeals.id))
        .limit(MAX_GIVEN_ENDED)
      return Promise.all([...open, ...over].map((row) => givenOf(db, row)))
    },

    countAsked: (actor) =>
      db.$count(
        appeals,
        and(
          eq(appeals.issuerId, actor.id),
          eq(appeals.state, 'with_issuer'),
          isNull(appeals.statement),
          gt(appeals.issuerUntil, clock()),
        ),
      ),

    addStatement: (by, id, text) =>
      deps.audit.change(by, async (tx) => {
        const row = await lockGiven(tx, by, id)
        if (row.statement !== null) {
          throw new HttpError(409, 'statement_given', msg('You already gave your statement. You can give only one.'))
        }
        const state = row.state === 'with_issuer' ? 'in_review' : row.state
        const after = await replaceAppeal(tx, row, { statement: text, statementAt: clock(), state })
        return { result: await givenOf(tx, after), entries: [entryOf('addStatement', row, after)], topics: TOPICS }
      }),

    lift: (by, id, draft) =>
      deps.audit.change(by, async (tx) => {
        const row = await lockGiven(tx, by, id)
        await checkVersion(row, draft.version, () => givenOf(tx, row))
        const { lift, ...done } = await apply(tx, by, row, draft)
        const after = await replaceAppeal(tx, row, { ...endOf(draft, clock()), endedBy: 'issuer', ...lift })
        return {
          result: await givenOf(tx, after),
          entries: [entryOf('liftAppealed', row, after), ...done.entries],
          topics: [...TOPICS, ...done.topics],
        }
      }),
  }
}

const NOTHING: { entries: AuditEntry[]; topics: readonly Topic[]; lift: Partial<AppealRecord> } = {
  entries: [],
  topics: [],
  lift: {},
}

const endOf = ({ outcome, message }: Pick<DecisionDraft, 'outcome' | 'message'>, now: Date) =>
  ({ state: 'decided', outcome, decision: message, endedAt: now }) as const

/** What txAdmin does not hear of: somebody must lift the ban there. */
const liftOf = ({ txadminBan }: KnownAction, from: Date): Partial<AppealRecord> =>
  txadminBan === null ? {} : { liftId: txadminBan, liftFrom: from }

/** Whether a person with an account gave the action: the game server and files have other ids. */
const isPerson = ({ issuerId }: AppealRecord) => /^\d{17,20}$/.test(issuerId)

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
 * What follows when txAdmin says that an action was lifted there: its task is done. Null where there was none, so that
 * the action itself is taken back.
 */
export async function closeLiftTaskOf(tx: Transaction, actionId: number, now: Date) {
  const isOpenTask = and(
    eq(appeals.family, 'players'),
    eq(appeals.actionId, actionId),
    isNotNull(appeals.liftId),
    isNull(appeals.liftedAt),
  )
  const [before] = await tx.select().from(appeals).where(isOpenTask).for('update')
  if (before === undefined) return null
  const after = await replaceAppeal(tx, before, { liftedAt: now })
  return { entries: [entryOf('closeLiftTask', before, after)], topics: TOPICS }
}
