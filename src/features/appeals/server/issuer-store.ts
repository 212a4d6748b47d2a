import { and, asc, desc, eq, gt, inArray, isNull, ne, notInArray } from 'drizzle-orm'
import type { Member } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Db, Transaction } from '#server/database/database.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { GivenAppeal, GivenAppealRow } from '../given-contract.ts'
import { isOpen, type Lift, OPEN_STATES, type Reduction, stateAt } from '../rules.ts'
import { consequencesOf } from './outcome-store.ts'
import {
  type AppealRecord,
  type AppealStoreDeps,
  appealNotFound,
  checkVersion,
  commonOf,
  ended,
  entryOf,
  factsOf,
  type KnownAction,
  knownActions,
  lockWithAction,
  readAction,
  replaceAppeal,
  snapshotFactsOf,
  statementOf,
  TOPICS,
} from './record-store.ts'
import { appeals } from './tables.ts'

type Author = By & { actor: Member }

export interface IssuerStore {
  /** Appeals that wait for the issuer's statement come first. */
  listGivenAppeals(actor: Member): Promise<GivenAppealRow[]>
  findGivenAppeal(actor: Member, id: number): Promise<GivenAppeal>
  /** The number of appeals for which the issuer can still give a statement that was asked for. */
  countAsked(actor: Member): Promise<number>
  addStatement(by: Author, id: number, text: string): Promise<GivenAppeal>
  /** Revokes or reduces the action for its issuer. Revoking ends the appeal, reducing leaves it open. */
  lift(by: Author, id: number, lift: LiftDraft): Promise<GivenAppeal>
}

interface LiftDraft {
  version: number
  outcome: Lift
  reduction?: Reduction | undefined
  message: string
}

const MAX_ENDED = 50

/** The appeals for the issuers of their actions. Throws an `HttpError` for whatever is refused. */
export function createIssuerStore(deps: AppealStoreDeps): IssuerStore {
  const { clock, appealTerms: terms, appealedActions: actions } = deps
  const { db } = deps.database

  function rowOf(row: AppealRecord, action: KnownAction | null, actor: Member): GivenAppealRow {
    return {
      ...commonOf(row, terms, clock()),
      type: row.snapshot.type,
      appellant: { id: row.appellantId, name: row.appellantName },
      text: row.text,
      snapshot: snapshotFactsOf(row),
      today: action && factsOf(action),
      statement: statementOf(row),
      lighterTypes: action === null ? [] : actions.lighterTypes(actor, action.family, action.type),
    }
  }
  const itemOf = async (
    on: Db,
    row: AppealRecord,
    action: KnownAction | null,
    actor: Member,
  ): Promise<GivenAppeal> => ({ ...rowOf(row, action, actor), ...(await readAction(on, actions, row, action)) })
  const isForIssuer = (row: AppealRecord, { id }: Member) => row.issuerId === id && row.appellantId !== id

  /** Locks an open appeal of an action that the writer gave. */
  async function lockForIssuer(tx: Transaction, { actor }: Author, id: number) {
    const { row, action } = await lockWithAction(tx, actions, id)
    if (!isForIssuer(row, actor)) throw appealNotFound()
    if (!isOpen(row.state)) throw ended()
    return { row, action }
  }

  return {
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
        .limit(MAX_ENDED)
      const now = clock()
      const waits = (row: AppealRecord) => Number(stateAt(row, now) === 'with_issuer')
      const inOrder = open.toSorted((a, b) => waits(b) - waits(a))
      const known = await knownActions(db, actions, [...inOrder, ...over])
      return known.map(({ row, action }) => rowOf(row, action, actor))
    },

    findGivenAppeal: async (actor, id) => {
      const [row] = await db.select().from(appeals).where(eq(appeals.id, id))
      if (row === undefined || !isForIssuer(row, actor)) throw appealNotFound()
      return itemOf(db, row, await actions.find(db, row.family, row.actionId), actor)
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
        const { row, action } = await lockForIssuer(tx, by, id)
        if (row.statement !== null) {
          throw new HttpError(409, 'statement_given', msg('You already gave your statement. You can give only one.'))
        }
        const now = clock()
        const state = row.state === 'with_issuer' ? 'in_review' : row.state
        const reviewFrom = stateAt(row, now) === 'with_issuer' ? now : row.reviewFrom
        const after = await replaceAppeal(tx, row, { statement: text, statementAt: now, state, reviewFrom })
        return {
          result: await itemOf(tx, after, action, by.actor),
          entries: [entryOf('addStatement', row, after)],
          topics: TOPICS,
        }
      }),

    lift: (by, id, draft) =>
      deps.audit.change(by, async (tx) => {
        const { row, action } = await lockForIssuer(tx, by, id)
        await checkVersion(row, draft.version, () => itemOf(tx, row, action, by.actor))
        const { lift, carryOut } = await consequencesOf(deps, tx, by, action, draft)
        const { outcome, message } = draft
        const after = await replaceAppeal(tx, row, {
          ...(outcome === 'revoked'
            ? { state: 'decided', outcome, endedBy: 'issuer', endedAt: clock(), decision: message }
            : { issuerReducedAt: clock(), issuerMessage: message }),
          ...lift,
        })
        const done = await carryOut()
        return {
          result: await itemOf(tx, after, await actions.find(tx, row.family, row.actionId), by.actor),
          entries: [entryOf('liftAppealed', row, after), ...done.entries],
          topics: [...TOPICS, 'appeal-figures', ...done.topics],
        }
      }),
  }
}
