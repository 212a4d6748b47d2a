import { and, eq, inArray, like, type SQL } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import type { Audit, HiddenFromSubject } from '#features/audit/server/store.ts'
import type { Staff } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { changedMeanwhile, invalid, notAllowed, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { mergeDetails } from '../history-rules.ts'
import type { Join, Subject } from '../player-contract.ts'
import { accountOf } from '../player-rules.ts'
import { MESSAGES } from './record-store.ts'
import { detailsOf, type SubjectRow, subjectOf, writeSubjects } from './subject-store.ts'
import { playerActions, subjects } from './tables.ts'

export interface SubjectJoins {
  /** What joining two people would do now. */
  findJoin(actor: Staff, who: string, other: string): Promise<Join>
  /** Joins two people. The join is stored as an import of the list `subjects`, so that it can be undone. */
  joinSubjects(
    by: By & { actor: Staff },
    who: string,
    joined: { other: string; stays_version: number; goes_version: number },
  ): Promise<{ item: Subject; import: number }>
}

/** Joins people of the player record by hand. */
export function createSubjectJoins({
  database: { db },
  audit,
}: {
  database: Pick<Database, 'db'>
  audit: Audit
}): SubjectJoins {
  return {
    findJoin: async (actor, who, other) => {
      const { stays, goes } = await pairOf(db, actor, who, other)
      return { stays: subjectOf(stays, actor), goes: subjectOf(goes, actor), actions: await countActions(db, goes) }
    },

    joinSubjects: (by, who, { other, stays_version, goes_version }) =>
      audit.import(by, { list: 'subjects', file: undefined }, async (tx, importId) => {
        await lockTable(tx, subjects)
        const { stays, goes } = await pairOf(tx, by.actor, who, other)
        if (stays.version !== stays_version) throw changedMeanwhile(subjectOf(stays, by.actor))
        if (goes.version !== goes_version) throw changedMeanwhile(subjectOf(goes, by.actor))
        const entry = await writeJoin(tx, stays.id, { stays, goes }, importId)
        const [after] = await tx.select().from(subjects).where(eq(subjects.id, stays.id))
        if (after === undefined) throw new Error('The database lost who stays')
        const result = { item: subjectOf(after, by.actor), import: importId }
        return { result, entries: [entry], topics: ['subjects', 'player-actions'] }
      }),
  }
}

/** The joined person does not see how many actions the join or its undo moved: some may be notes between staff. */
export const AUDIT_VISIBILITY_OF_JOINS: HiddenFromSubject = {
  isKind: (kind) => kind === 'subjects',
  ...{ subject: 'who', fields: ['actions', 'removed', 'restored', 'stayed'] },
  listAbout: (reader, ids) => ids.filter((id) => id === reader),
}

/**
 * Decides which of two people stays: the one with an account, otherwise the older record. Throws when they cannot be
 * joined.
 */
async function pairOf(
  from: Db,
  actor: Staff,
  who: string,
  other: string,
): Promise<{ stays: SubjectRow; goes: SubjectRow }> {
  const rows = await from
    .select()
    .from(subjects)
    .where(inArray(subjects.id, [who, other]))
  const [one, two] = rows.toSorted(
    (a, b) => Number(accountOf(b.id) !== null) - Number(accountOf(a.id) !== null) || a.number - b.number,
  )
  if (who === other) throw invalid({ other: msg('These are the same person already.') })
  if (one === undefined || two === undefined) throw notFound(msg('There is no such person in the player record.'))
  if (accountOf(two.id) !== null) throw invalid({ other: msg('Both have a Discord account. These are never joined.') })
  if (one.id === actor.id) throw notAllowed(MESSAGES['about-you'])
  return { stays: one, goes: two }
}

const countActions = (from: Db, { id }: SubjectRow): Promise<number> =>
  from.$count(playerActions, eq(playerActions.userId, id))

/**
 * Writes that two people are one, under the id of who stays. This transaction has locked their table. When nobody has
 * that id yet, `stays` is undefined.
 */
async function writeJoin(
  tx: Transaction,
  id: string,
  { stays, goes }: { stays: SubjectRow | undefined; goes: SubjectRow },
  importId: number,
): Promise<AuditEntry> {
  const actions = await countActions(tx, goes)
  const both = stays === undefined ? [goes] : [stays, goes]
  const { name, source, importId: broughtBy } = stays ?? goes
  const target = {
    id,
    was: both.map((row) => row.id),
    identifiers: [...new Set(both.flatMap(({ identifiers }) => identifiers))],
    otherAccounts: [...new Set(both.flatMap(({ otherAccounts }) => otherAccounts))].filter((other) => other !== id),
    by: 'id' as const,
  }
  const details = stays === undefined ? detailsOf(goes) : mergeDetails(detailsOf(stays), detailsOf(goes))
  await writeSubjects(tx, [{ target, row: { ...details, name, source, importId: broughtBy } }])
  return {
    action: 'joinSubjects',
    target: `subjects/${id}`,
    before: { who: goes.id, name: goes.name },
    after: { who: id, name, actions, import: importId },
  }
}

/** A ban from txAdmin of a person without a Discord account. */
export interface UnlinkedBan {
  id: number
  type: string
  date: Date
  /** The name of the player in the game. */
  name: string
  reason: string
}

/** Bans of people whom the game knows only by its own identifiers, and whose account somebody names later. */
export function createUnlinkedBans() {
  const { id, type, date, userId, userName, internalReason, source, nativeId } = playerActions
  const listed = (db: Db, where: SQL): Promise<UnlinkedBan[]> => {
    const isUnlinked = and(eq(source, 'txadmin'), like(userId, 'subject:%'), where)
    const named = { id, type, date, name: userName, reason: internalReason }
    return db.select(named).from(playerActions).where(isUnlinked)
  }
  const found = async (db: Db, where: SQL) => (await listed(db, where))[0] ?? null
  return {
    findByNativeId: (db: Db, native: string) => found(db, eq(nativeId, native)),
    find: (db: Db, action: number) => found(db, eq(id, action)),
    findAll: (db: Db, actions: readonly number[]) => listed(db, inArray(id, [...actions])),
    listLinked: async (db: Db, personId: string, actions: readonly number[]): Promise<number[]> => {
      const isTheirs = and(eq(userId, personId), inArray(id, [...actions]))
      return (await db.select({ id }).from(playerActions).where(isTheirs)).map((row) => row.id)
    },
    subjectsOf: async (db: Db, actions: readonly number[]): Promise<ReadonlyMap<number, string>> => {
      const rows = await db
        .select({ id, userId })
        .from(playerActions)
        .where(inArray(id, [...actions]))
      return new Map(rows.map((row) => [row.id, row.userId]))
    },
    listByNativeIds: async (db: Db, natives: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      const isOne = and(eq(source, 'txadmin'), inArray(nativeId, [...natives]))
      const rows = await db.select({ id, nativeId }).from(playerActions).where(isOne)
      return new Map(rows.map((row) => [row.nativeId, row.id]))
    },

    /** Locks the subjects, so that nobody else links a ban until the transaction ends. */
    lock: (tx: Transaction) => lockTable(tx, subjects),

    link: async (tx: Transaction, ban: UnlinkedBan, person: { id: string }, importId: number): Promise<AuditEntry> => {
      const [action] = await tx.select({ userId }).from(playerActions).where(eq(id, ban.id)).for('update')
      const rows = await tx
        .select()
        .from(subjects)
        .where(inArray(subjects.id, [action?.userId ?? '', person.id]))
      const goes = rows.find((row) => row.id === action?.userId && accountOf(row.id) === null)
      const stays = rows.find((row) => row.id === person.id)
      if (goes === undefined) throw notFound(msg('There is no such person in the player record.'))
      return writeJoin(tx, person.id, { stays, goes }, importId)
    },
  }
}
