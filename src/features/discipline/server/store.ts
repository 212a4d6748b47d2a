import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { type Audit, asJson, type KeptInAudit } from '#features/audit/server/store.ts'
import type { Member, Staff } from '#lib/access.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { changedMeanwhile, HttpError, invalid, notAllowed, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { DaDraft, DaEntry, DaRevision, FoundAction, OwnAction } from '../contract.ts'
import {
  type ActionFacts,
  changedFacts,
  dateProblem,
  type Outcome,
  type Refused,
  shownTo,
  whyNotRevise,
  whyNotRevoke,
} from '../rules.ts'
import { disciplinaryActions, disciplinaryRevisions } from './tables.ts'

const { search: _search, userKey: _userKey, adminKey: _adminKey, ...shown } = getTableColumns(disciplinaryActions)
/** What is read of an action; the rest is for finding it. */
export const columns = shown
type Row = Pick<typeof disciplinaryActions.$inferSelect, keyof typeof columns>

const own = { ...disciplinaryActions }

const MAX_OWN = 100

/** Who writes: what their session says of them. */
type Author = By & { actor: Staff }

/** What a revision changes; what is left out stays. */
type Changes = { [F in keyof ActionFacts]?: ActionFacts[F] | undefined }

export interface ActionStore {
  listOwn(actor: Member): Promise<OwnAction[]>
  find(actor: Staff, id: number): Promise<FoundAction>
  add(by: Author, draft: DaDraft): Promise<DaEntry>
  revise(by: Author, id: number, version: number, changes: Changes, why: string): Promise<DaEntry>
  revoke(
    by: Author,
    id: number,
    revocation: { outcome: Outcome; why: string; version?: number | undefined },
  ): Promise<DaEntry>
}

/** The store of disciplinary actions. What it refuses it throws as a `HttpError`; then nothing is written. */
export function createActionStore(deps: { database: Database; audit: Audit; clock: () => Date }): ActionStore {
  const { audit, clock } = deps
  const { db } = deps.database

  /** An action that is about to be written; nobody else writes it meanwhile. */
  async function hold(tx: Transaction, id: number): Promise<Row> {
    const [row] = await tx.select(columns).from(disciplinaryActions).where(eq(own.id, id)).for('update')
    if (row === undefined) throw gone()
    return row
  }

  return {
    listOwn: async (actor) => {
      const rows = await db
        .select({
          id: own.id,
          date: own.date,
          type: own.type,
          external_reason: own.externalReason,
          revokedAt: own.revokedAt,
          outcome: own.outcome,
        })
        .from(disciplinaryActions)
        // A note without a word for the person is between staff.
        .where(and(eq(own.userId, actor.id), sql`not (${own.type} = 'Note' and ${own.externalReason} is null)`))
        .orderBy(desc(own.date), desc(own.id))
        .limit(MAX_OWN)
      return rows.map(({ revokedAt, outcome, date, ...row }) => ({
        ...row,
        date: date.toISOString(),
        revoked: revokedAt && outcome && { at: revokedAt.toISOString(), outcome },
      }))
    },

    find: async (actor, id) => {
      const [row] = await db.select(columns).from(disciplinaryActions).where(eq(own.id, id))
      if (row === undefined) throw gone()
      const revisions = await db
        .select()
        .from(disciplinaryRevisions)
        .where(eq(disciplinaryRevisions.actionId, id))
        .orderBy(asc(disciplinaryRevisions.version))
      return {
        item: entryShownTo(actor, entryOf(row)),
        // Hide internal reasons in old revisions too, of an action that is about them now or was then.
        revisions: revisions.map(revisionOf).map((revision) => {
          if (row.userId !== actor.id && revision.was.user !== actor.id) return revision
          return { ...revision, why: null, was: { ...revision.was, internal_reason: null } }
        }),
        may_revise: whyNotRevise(standingOf(row), actor, clock()) === null,
        may_revoke: whyNotRevoke(standingOf(row), actor) === null,
      }
    },

    add: (by, draft) => {
      if (draft.user === by.actor.id) throw notAllowed(WORDS['about-you'])
      const now = clock()
      const date = draft.date === undefined ? now : new Date(draft.date)
      checkDate(date, now)
      return audit.change(by, async (tx) => {
        const [row] = await tx
          .insert(disciplinaryActions)
          .values({
            date,
            userId: draft.user,
            userName: draft.user_name,
            adminId: by.actor.id,
            adminName: by.actor.name.toWellFormed(),
            type: draft.type,
            internalReason: draft.internal_reason,
            externalReason: draft.external_reason,
            loggedAt: now,
          })
          .returning(columns)
        if (row === undefined) throw new Error('The database returned no row for the action it added')
        const added = entryOf(row)
        return {
          result: added,
          entries: [{ action: 'addAction', target: targetOf(row), after: asJson(added) }],
          topics: ['staff-da'],
        }
      })
    },

    revise: (by, id, version, changes, why) =>
      audit.change(by, async (tx) => {
        const before = await hold(tx, id)
        const now = clock()
        refuse(whyNotRevise(standingOf(before), by.actor, now), before)
        if (before.version !== version) throw changedMeanwhile(entryOf(before))
        const was = factsOf(before)
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
        const facts: ActionFacts = { ...was, ...given }
        if (facts.user === by.actor.id) throw notAllowed(WORDS['about-you'])
        if (facts.user === before.adminId)
          throw invalid({ user: 'This person logged the action, so it cannot be about them.' })
        const date = new Date(facts.date)
        facts.date = date.toISOString()
        if (facts.date !== was.date) checkDate(date, now)
        if (changedFacts(was, facts).length === 0) return { result: entryOf(before), entries: [], topics: [] }
        await tx.insert(disciplinaryRevisions).values({
          actionId: id,
          version,
          at: now,
          byId: by.actor.id,
          byName: by.actor.name.toWellFormed(),
          why,
          ...valuesOf(was),
        })
        const after = entryOf(await replace(tx, before, valuesOf(facts)))
        const entry = { action: 'reviseAction', target: targetOf(before), before: asJson(entryOf(before)) }
        return { result: after, entries: [{ ...entry, after: asJson({ ...after, why }) }], topics: ['staff-da'] }
      }),

    revoke: (by, id, { outcome, why, version }) =>
      audit.change(by, async (tx) => {
        const before = await hold(tx, id)
        refuse(whyNotRevoke(standingOf(before), by.actor), before)
        if (version !== undefined && before.version !== version) throw changedMeanwhile(entryOf(before))
        const after = entryOf(
          await replace(tx, before, {
            revokedAt: clock(),
            revokedById: by.actor.id,
            revokedByName: by.actor.name.toWellFormed(),
            outcome,
            revokedWhy: why,
          }),
        )
        const entry = { action: 'revokeAction', target: targetOf(before) }
        return {
          result: after,
          entries: [{ ...entry, before: asJson(entryOf(before)), after: asJson(after) }],
          topics: ['staff-da'],
        }
      }),
  }
}

/** Writes a held action anew. */
export async function replace(tx: Transaction, before: Row, set: Partial<Row>): Promise<Row> {
  const [after] = await tx
    .update(disciplinaryActions)
    .set({ ...set, version: before.version + 1 })
    .where(eq(own.id, before.id))
    .returning(columns)
  if (after === undefined) throw gone()
  return after
}

/** What the audit log keeps from whom an action is about. */
export function keptOfActions({ db }: Pick<Database, 'db'>): KeptInAudit {
  return {
    ...{ kind: 'staff-da', subject: 'user', fields: ['internal_reason', 'why'] },
    about: async (reader, ids) => {
      const known = ids.map(Number).filter(Number.isInteger)
      const about = and(eq(own.userId, reader), inArray(own.id, known))
      return (await db.select({ id: own.id }).from(disciplinaryActions).where(about)).map(({ id }) => String(id))
    },
  }
}

/** What whoever is refused reads. */
export const WORDS: Record<Exclude<Refused, 'revoked'>, string> = {
  'about-you': 'This action is about you. Somebody else must do this.',
  'not-author': 'Only its author, within 24 hours, or management may change this action.',
  'too-late': 'More than 24 hours have passed. Only management may revise this action now.',
}

function refuse(why: Refused | null, row: Row): void {
  if (why === null) return
  if (why !== 'revoked') throw notAllowed(WORDS[why])
  throw new HttpError(409, 'already_revoked', 'This action is already revoked.', { item: entryOf(row) })
}

export function checkDate(date: Date, now: Date): void {
  const problem = dateProblem(date, now)
  if (problem !== null) throw invalid({ date: problem })
}

const gone = () => notFound('There is no such action.')
export const targetOf = ({ id }: { id: number }) => `staff-da/${id}`

/** An action as somebody reads it: why it was revoked is between staff too. */
export function entryShownTo(actor: { id: string }, entry: DaEntry): DaEntry {
  const shown = shownTo(actor, entry)
  if (entry.user !== actor.id) return shown
  return { ...shown, revoked: entry.revoked && { ...entry.revoked, why: null } }
}

export function entryOf(row: Row): DaEntry {
  const { revokedAt, revokedById, revokedByName, outcome, revokedWhy } = row
  const isRevoked = revokedAt !== null
  return {
    id: row.id,
    version: row.version,
    ...factsOf(row),
    admin: row.adminId,
    admin_name: row.adminName,
    is_revised: row.version > (isRevoked ? 2 : 1),
    is_from_game: row.gameEvent !== null,
    revoked:
      isRevoked && revokedById !== null && revokedByName !== null && outcome !== null && revokedWhy !== null
        ? { at: revokedAt.toISOString(), by: revokedById, by_name: revokedByName, outcome, why: revokedWhy }
        : null,
  }
}

function factsOf(
  row: Pick<Row, 'date' | 'userId' | 'userName' | 'type' | 'internalReason' | 'externalReason'>,
): ActionFacts {
  return {
    date: row.date.toISOString(),
    user: row.userId,
    user_name: row.userName,
    type: row.type,
    internal_reason: row.internalReason,
    external_reason: row.externalReason,
  }
}

export function valuesOf(facts: ActionFacts) {
  return {
    date: new Date(facts.date),
    userId: facts.user,
    userName: facts.user_name,
    type: facts.type,
    internalReason: facts.internal_reason,
    externalReason: facts.external_reason,
  }
}

function standingOf({ userId, adminId, loggedAt, revokedAt }: Row) {
  return { user: userId, admin: adminId, loggedAt, isRevoked: revokedAt !== null }
}

function revisionOf(row: typeof disciplinaryRevisions.$inferSelect): DaRevision {
  const { version, at, byId, byName, why } = row
  return { version, at: at.toISOString(), by: byId, by_name: byName, why, was: factsOf(row) }
}
