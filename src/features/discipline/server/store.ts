import { and, asc, eq, inArray, isNotNull, or, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { output } from 'zod/v4/core'
import { type Audit, asJson, type HiddenFromSubject } from '#features/audit/server/store.ts'
import { allows, type Capable, can, type Member, type Staff } from '#lib/access.ts'
import type { Delivery } from '#lib/inbox.ts'
import { msg, t } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { changedMeanwhile, HttpError, invalid, notAllowed } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { approvalAfterRevision, initialApproval, isEscalation, isInForce, touchesApproval } from '../approval-rules.ts'
import type { DaDraft, DaEntry, DaRevisionDraft, FoundAction } from '../contract.ts'
import { type BanTypes, isBan } from '../game-rules.ts'
import { accountOf } from '../player-rules.ts'
import { type PointsRule, pointsEnd } from '../points-rules.ts'
import { harsherFields, touchesReading } from '../revision-rules.ts'
import {
  type ActionFields,
  changedFields,
  type Denied,
  isConfirmedInGame,
  type Outcome,
  whyNotRevise,
  whyNotRevoke,
} from '../rules.ts'
import {
  type ActionType,
  approvalOf,
  isBetweenStaff,
  lighterTypes,
  mayGive,
  namesOf,
  typeProblem,
} from '../type-rules.ts'
import { knownToPerson } from './about-store.ts'
import { findWhyNotApprove, isStuck, listIdsToApprove } from './approval-store.ts'
import type { OffenceStore } from './offence-store.ts'
import { pointsOfAction } from './points-store.ts'
import {
  type ActionAppeals,
  type ActionRecord,
  type ActionRow,
  actionNotFound,
  checkDate,
  entryShownTo,
  fieldsOf,
  findTxadminBan,
  lockAction,
  MESSAGES,
  mayKnowOf,
  replaceAction,
  revisionOf,
  saveRevision,
  stateOf,
  targetOf,
  valuesOf,
} from './record-store.ts'
import { writeRevocation } from './revocation-store.ts'
import { disciplinaryActions, disciplinaryRevisions, playerActions, playerRevisions } from './tables.ts'
import type { ThresholdStore } from './threshold-store.ts'
import { countHiddenFrom, listEverAbout, listRemovedAbout, type RemovedAction } from './tombstone-store.ts'

/** The author of a change, with the rights of their session. */
type Author = By & { actor: Staff }

export interface ActionStore<E extends DaEntry = DaEntry> {
  findAction(actor: Member, id: number): Promise<FoundAction & { item: E }>
  /** The actions that this person may approve. */
  listToApprove(actor: Capable<'discipline.approve'>): Promise<(FoundAction & { item: E })[]>
  addAction(by: By & { actor: Capable<'discipline.give'> }, draft: DaDraft): Promise<E>
  /** Fields that are left out of the draft keep their values. */
  reviseAction(by: Author, id: number, draft: output<typeof DaRevisionDraft>): Promise<E>
  revokeAction(
    by: Author,
    id: number,
    revocation: { outcome: Outcome; why: string; version?: number | undefined },
  ): Promise<E>
  /** Only for an action that the caller logged a moment ago and that nobody has changed since. */
  undoAddAction(by: By & { actor: Capable<'discipline.give'> }, id: number, addition: { version: number }): Promise<E>
}

export interface ActionStoreDeps {
  database: Database
  audit: Audit
  clock: () => Date
  /** The types of the family. */
  types: readonly ActionType[]
  offences: OffenceStore
  pointsRule: PointsRule
  /** The decision that an action makes at a point threshold. */
  pointThresholds: Pick<ThresholdStore, 'decideWith' | 'undoWith'>
  actionAppeals: ActionAppeals
  gameTypes: BanTypes
  /** How a person was told of an action, by its target in the audit log. Null when it is not known. */
  findDelivery: (personId: string, target: string) => Promise<Delivery | null>
  /** The people who may approve actions and have signed in. */
  listApprovers: () => Promise<readonly { id: string }[]>
}

/** The store of one family of actions. Every failure is thrown as an `HttpError`, and then nothing is written. */
export function createActionStore<R extends ActionRow, E extends DaEntry>(
  deps: ActionStoreDeps,
  record: ActionRecord<R, E>,
): ActionStore<E> {
  const { audit, clock, types, offences, pointsRule, pointThresholds, actionAppeals, findDelivery, listApprovers } =
    deps
  const { db } = deps.database
  const { revisions, topics, entryOf } = record

  function checkType(actor: Member, type: string, before?: string): void {
    const problem = typeProblem(type, types, before)
    if (problem !== null) throw invalid({ type: problem })
    if (type !== before && !mayGive(type, types, actor))
      throw notAllowed(withValues('You may not give this type: {type}.', { type }))
  }

  /** Whether a second person ever approved the action while it was about the same person. */
  const wasApproved = async (tx: Transaction, { id, userId, approverId }: ActionRow) => {
    const ofPast = and(eq(revisions.actionId, id), eq(revisions.userId, userId), isNotNull(revisions.approverId))
    return approverId !== null || (await tx.$count(revisions, ofPast)) > 0
  }

  /** An action that its person never learns of must have no effect on them, because they cannot respond to it. */
  function checkEffectIsTold(action: {
    type: string
    externalReason: string | null
    points: number
    hasEnd: boolean
  }): void {
    if (isBetweenStaff(action, types) && (action.points > 0 || action.hasEnd))
      throw invalid({ external_reason: MUST_BE_TOLD })
  }

  /**
   * Tells the issuer and management how an action reached a person who has not confirmed reading it. Null when nothing
   * is known or there is nothing to tell.
   */
  async function deliveryOf(actor: Member, row: R): Promise<Delivery | null> {
    const account = accountOf(row.userId)
    const mayAsk = actor.isManagement || (actor.isStaff && actor.id === row.adminId)
    if (!mayAsk || account === null || account === actor.id) return null
    const isVisible = row.externalReason !== null && isInForce({ ...row, isRevoked: row.revokedAt !== null })
    if (!isVisible || row.acknowledgedAt !== null) return null
    return findDelivery(account, targetOf(record, row))
  }

  async function findAction(actor: Member, id: number): Promise<FoundAction & { item: E }> {
    const row = await record.find(db, id)
    if (row === undefined || !mayKnowOf(actor, row, types)) throw actionNotFound()
    const earlier = await db.select().from(revisions).where(eq(revisions.actionId, id)).orderBy(asc(revisions.version))
    const state = await stateOf(db, row)
    const mayApprove =
      allows(can('discipline.approve'), actor) &&
      (await findWhyNotApprove(db, { ...record, ...actionAppeals }, row, actor)) === null
    return {
      item: entryShownTo(actor, entryOf(row)),
      points: await pointsOfAction(
        db,
        record.actions,
        row,
        pointsRule.decay,
        clock(),
        row.userId === actor.id ? knownToPerson(record.actions, types) : undefined,
      ),
      // The person whom an action is about now does not learn whom it was about before, and the other way round.
      revisions: earlier
        .map(revisionOf)
        .filter(({ was }) => (row.userId === actor.id) === (was.user === actor.id))
        .map((revision) => {
          if (row.userId !== actor.id) return revision
          return { ...revision, why: null, was: { ...revision.was, internal_reason: null } }
        }),
      offences: await offences.listOffencesOf(id),
      deviation: row.deviation && {
        way: row.deviation,
        why: row.userId === actor.id ? null : row.deviationWhy,
      },
      delivery: await deliveryOf(actor, row),
      open_appeal: await actionAppeals.findOpen(db, record.family, id),
      may_revise: whyNotRevise(state, actor, clock()) === null,
      may_revoke: whyNotRevoke(state, actor) === null,
      may_approve: mayApprove,
      is_stuck: !mayApprove && (await isStuck(db, { ...record, ...actionAppeals }, row, listApprovers)),
    }
  }

  return {
    findAction,

    listToApprove: async (actor) => {
      const found: (FoundAction & { item: E })[] = []
      for (const id of await listIdsToApprove(db, { ...record, ...actionAppeals }, actor))
        found.push(await findAction(actor, id))
      return found.filter(({ may_approve }) => may_approve)
    },

    addAction: (by, draft) => {
      checkType(by.actor, draft.type)
      if (draft.user === by.actor.id) throw notAllowed(MESSAGES['about-you'])
      const { type, external_reason: externalReason, points = 0, ends_at } = draft
      checkEffectIsTold({ type, externalReason, points, hasEnd: ends_at !== undefined })
      const now = clock()
      const date = draft.date === undefined ? now : new Date(draft.date)
      checkDate(date, now)
      return audit.change(by, async (tx) => {
        await record.knowPerson(tx, draft)
        const offenceRecord = await offences.compareWithSuggestion(tx, draft, date)
        const row = await record.insert(tx, {
          date,
          userId: draft.user,
          userName: draft.user_name,
          adminId: by.actor.id,
          adminName: by.actor.name.toWellFormed(),
          type: draft.type,
          internalReason: draft.internal_reason,
          externalReason: draft.external_reason,
          endsAt: draft.ends_at === undefined ? null : new Date(draft.ends_at),
          points: draft.points ?? 0,
          pointsEndAt: pointsEndOf(date, draft, pointsRule),
          loggedAt: now,
          ...initialApproval(approvalOf(draft.type, types), now),
          ...offenceRecord?.values,
        })
        if (row === undefined) throw new Error('The database returned no row for the action it added')
        await offenceRecord?.save(row.id)
        const added = entryOf(row)
        const { offences: codes, deviation, deviationWhy: why } = row
        const given = codes === null ? {} : { offences: codes, deviation, why }
        const { threshold } = draft
        const decision =
          threshold === undefined
            ? []
            : [await pointThresholds.decideWith(tx, by, { ...row, user: row.userId }, threshold)]
        return {
          result: added,
          entries: [
            { action: 'addAction', target: targetOf(record, row), after: asJson({ ...added, ...given }) },
            ...decision,
          ],
          topics,
        }
      })
    },

    reviseAction: (by, id, { version, why, deviation_why, ...changes }) =>
      audit.change(by, async (tx) => {
        const before = await lockAction(tx, record, id, { actor: by.actor, types })
        const now = clock()
        check(whyNotRevise(await stateOf(tx, before), by.actor, now), entryOf(before))
        if (before.version !== version) throw changedMeanwhile(entryOf(before))
        const was = fieldsOf(before)
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
        const fields: ActionFields = { ...was, ...given }
        if (fields.user === by.actor.id) throw notAllowed(MESSAGES['about-you'])
        if (fields.user === before.adminId)
          throw invalid({ user: msg('This person logged the action, so it cannot be about them.') })
        checkType(by.actor, fields.type, was.type)
        const date = new Date(fields.date)
        fields.date = date.toISOString()
        if (fields.date !== was.date) checkDate(date, now)
        fields.ends_at = fields.ends_at && new Date(fields.ends_at).toISOString()
        const pointsEnd =
          changes.points_end_at === undefined ? moved(was.points_end_at, was.date, date) : changes.points_end_at
        fields.points_end_at = pointsEnd && new Date(pointsEnd).toISOString()
        const changed = changedFields(was, fields)
        const { type, external_reason: externalReason, points, ends_at } = fields
        checkEffectIsTold({ type, externalReason, points, hasEnd: ends_at !== null })
        if (changed.length === 0) return { result: entryOf(before), entries: [], topics: [] }
        const harsher = harsherFields(was, fields, namesOf(lighterTypes(was.type, types)))
        if (harsher.length > 0 && (await actionAppeals.findOpen(tx, record.family, id)) !== null) {
          throw new HttpError(409, 'appeal_open', APPEAL_OPEN, { item: entryOf(before) })
        }
        const mode = approvalOf(fields.type, types)
        const isApprovalReset = fields.type !== was.type || (before.approval !== null && touchesApproval(changed))
        const isEscalated = isEscalation(harsher, approvalOf(was.type, types))
        const mustWaitAgain = isApprovalReset && isEscalated && mode === 'before' && fields.user === was.user
        if (mustWaitAgain && (await wasApproved(tx, before))) {
          throw new HttpError(409, 'approval_first', APPROVAL_FIRST, { item: entryOf(before) })
        }
        // Later decisions by others about an action say nothing about its issuer.
        const deviation =
          by.actor.id === before.adminId
            ? await offences.compareRevision(tx, { id, issuer: before.adminId, was, is: fields, why: deviation_why })
            : null
        const author = { byId: by.actor.id, byName: by.actor.name.toWellFormed() }
        await saveRevision(tx, record, before, { at: now, ...author, why })
        const newApproval = isApprovalReset ? approvalAfterRevision(before, mode, { isEscalated }, now) : {}
        const unread = touchesReading(changed)
          ? { acknowledgedAt: null }
          : isConfirmedInGame(entryOf(before)) && { acknowledgedAt: date }
        const set = { ...valuesOf(fields), ...newApproval, ...unread, ...deviation }
        const after = entryOf(await replaceAction(tx, record, before, set))
        const free = exclusionEndOf(fields, deps.gameTypes, now)
        const isAsBefore = free === exclusionEndOf(was, deps.gameTypes, now)
        const from = free === null ? null : new Date(free)
        const ofAppeals = isAsBefore ? [] : await actionAppeals.moveLiftOf(tx, record.family, id, from)
        const entry = {
          ...{ action: 'reviseAction', target: targetOf(record, before) },
          before: asJson({ ...entryOf(before), ...(deviation && deviationFields(before)) }),
          after: asJson({ ...after, why, ...(deviation && deviationFields(deviation)) }),
        }
        return { result: after, entries: [entry], topics: [...topics, ...ofAppeals] }
      }),

    revokeAction: (by, id, { outcome, why, version }) =>
      audit.change(by, async (tx) => {
        const before = await lockAction(tx, record, id, { actor: by.actor, types })
        check(whyNotRevoke(await stateOf(tx, before), by.actor), entryOf(before))
        if (version !== undefined && before.version !== version) throw changedMeanwhile(entryOf(before))
        const now = clock()
        const ban = await findTxadminBan(tx, record, before, deps.gameTypes)
        const author = { revokedById: by.actor.id, revokedByName: by.actor.name.toWellFormed() }
        const revocation = { revokedAt: now, ...author, outcome, revokedWhy: why }
        return writeRevocation(tx, record, before, revocation, { ...actionAppeals, now, ban })
      }),

    undoAddAction: (by, id, { version }) =>
      audit.change(by, async (tx) => {
        const before = await lockAction(tx, record, id, { actor: by.actor, types })
        const now = clock()
        // The author cannot take back what a game server reports in their name: it stays in the game.
        const isOurs = before.adminId === by.actor.id && before.gameToken === null
        const isRecent = before.loggedAt !== null && now.getTime() - before.loggedAt.getTime() <= UNDO_LIMIT_MS
        if (!isOurs) {
          // People outside of the staff learn of no action that they did not log.
          if (!by.actor.isStaff) throw actionNotFound()
          throw notAllowed(msg('You did not log this action here, so you cannot take it back.'))
        }
        // Only staff read what others have changed in the action since.
        if (before.version !== version && by.actor.isStaff) throw changedMeanwhile(entryOf(before))
        // After a decision or a change by anybody, the action is more than what was just logged.
        if (!isRecent || before.version > 1 || version > 1) throw tooLate()
        await pointThresholds.undoWith(tx, id)
        const isAnswered =
          before.acknowledgedAt !== null || (await actionAppeals.findOpen(tx, record.family, id)) !== null
        const revocation = {
          revokedAt: now,
          revokedById: by.actor.id,
          revokedByName: by.actor.name.toWellFormed(),
          outcome: 'expunged' as const,
          revokedWhy: t('Taken back right after it was logged.'),
          // The text may be meant for another person. So nobody reads it, unless they have responded to it already.
          undoneAt: isAnswered ? null : now,
        }
        return writeRevocation(tx, record, before, revocation, { ...actionAppeals, now, action: 'undoAddAction' })
      }),
  }
}

const tooLate = () => new HttpError(409, 'too_late', msg('It is too late to undo this.'))

/** A revision would suspend what a second person approved. */
const APPROVAL_FIRST = msg(
  'A second person approved this action, and anything harsher needs a new approval. Leave it as it is and log another one.',
)
const APPEAL_OPEN = msg(
  'An appeal of this action is open. Until it ends the action can only be reduced: a lighter type, an earlier end or fewer points.',
)

const MUST_BE_TOLD = msg(
  'Without an external reason the person does not learn of this action, so it can have no points and no end. Write one, or leave points and end out.',
)

/** When an action stops keeping the person out of the game: now, unless it is a ban. Null when the ban has no end. */
const exclusionEndOf = ({ type, ends_at }: Pick<ActionFields, 'type' | 'ends_at'>, types: BanTypes, now: Date) =>
  isBan(type, types) ? ends_at : now.toISOString()

/** How an action differs from the suggestion, in the fields of the audit log. */
const deviationFields = ({ deviation, deviationWhy }: Pick<ActionRow, 'deviation' | 'deviationWhy'>) => ({
  deviation,
  deviation_why: deviationWhy,
})

/** The time from which the points of a new action no longer count by themselves. */
function pointsEndOf(date: Date, { points = 0, points_days }: DaDraft, { days }: PointsRule): Date | null {
  const counted = points_days ?? days
  return points === 0 || counted === null ? null : pointsEnd(date, counted)
}

/** A moment that keeps its distance from the date of its action. */
function moved(moment: string | null, from: string, to: Date): string | null {
  return moment && new Date(Date.parse(moment) + to.getTime() - Date.parse(from)).toISOString()
}

/** The audit log's row of an action that was not in force at the time. */
const NeverInForce = z.object({ approval: z.object({ state: z.enum(['waiting', 'rejected']), due_at: z.null() }) })

/** The audit log's row of an action that was between staff at the time. */
const InternalTypes = z.object({ type: z.string(), external_reason: z.null() })

/** The counts in the audit log's row of an import of players, or of its undo, that the reader may not know of. */
async function countHiddenInImport(
  db: Db,
  types: readonly ActionType[],
  reader: string,
  { action, actorId }: { action: string; actorId: string | null },
  importId: number,
): Promise<Record<string, number>> {
  const { kept, undone } = await countHiddenFrom(db, reader, importId, types)
  if (action !== 'undoImport') return { actions_new: kept + undone }
  // For a person who undid the import themselves, the count already leaves out the hidden actions that stayed.
  return { removed: undone, stayed: actorId === reader ? 0 : kept }
}

const numbers = (ids: readonly string[]) => ids.map(Number).filter(Number.isInteger)

/** What the audit log hides from the people whom an action is or was about. */
export const auditVisibilityOfActions = ({
  database: { db },
  actionTypes,
  playerTypes,
}: {
  database: Pick<Database, 'db'>
  actionTypes: readonly ActionType[]
  playerTypes: readonly ActionType[]
}): HiddenFromSubject[] =>
  (
    [
      ['staff', 'staff-da', disciplinaryActions, disciplinaryRevisions, actionTypes],
      ['players', 'player-actions', playerActions, playerRevisions, playerTypes],
    ] as const
  ).map(([family, list, table, revisions, types]) => {
    /** The ids of those of these actions that meet a condition, including removed ones. */
    async function idsOf(
      reader: string,
      some: number[],
      isSo: SQL | undefined,
      wasSo: (removed: RemovedAction) => boolean,
    ) {
      const rows = await db
        .select({ id: table.id })
        .from(table)
        .where(and(inArray(table.id, some), isSo))
      const removed = (await listRemovedAbout(db, family, reader, some)).filter(wasSo)
      return [...rows.map(({ id }) => id), ...removed.map(({ actionId }) => actionId)].map(String)
    }
    return {
      isKind: (kind) => kind === list,
      ...{ subject: 'user', fields: ['internal_reason', 'why', 'deviation_why'], hidesOthers: true },
      listAbout: async (reader, ids) => {
        const some = numbers(ids)
        const was = db
          .select({ id: revisions.actionId })
          .from(revisions)
          .where(and(eq(revisions.userId, reader), inArray(revisions.actionId, some)))
        return idsOf(reader, some, or(eq(table.userId, reader), inArray(table.id, was)), () => true)
      },
      existence: {
        isHidden: (record) => {
          const fields = z.safeParse(InternalTypes, record).data
          const isBetween = fields !== undefined && isBetweenStaff({ type: fields.type, externalReason: null }, types)
          return isBetween || z.safeParse(NeverInForce, record).success
        },
        listKnown: async (reader, ids) => {
          const isKnown = and(eq(table.userId, reader), knownToPerson(table, types))
          return idsOf(reader, numbers(ids), isKnown, (removed) => removed.isKnown)
        },
        listNoLongerKnown: async (reader, ids) => {
          const isUndone = and(eq(table.userId, reader), isNotNull(table.undoneAt))
          return idsOf(reader, numbers(ids), isUndone, (removed) => removed.isUndone)
        },
        listOwn: async (reader) => (await listEverAbout(db, family, reader)).map((id) => `${list}/${id}`),
        ...(family === 'players' && {
          countHidden: (reader, row, id) => countHiddenInImport(db, playerTypes, reader, row, id),
        }),
      },
    }
  })

function check(why: Denied | null, item: DaEntry): void {
  if (why === null) return
  if (why !== 'revoked') throw notAllowed(MESSAGES[why])
  throw new HttpError(409, 'already_revoked', msg('This action is already revoked.'), { item })
}
