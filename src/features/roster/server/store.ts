import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, inArray, ne, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson, findLast, type HiddenFromSubject, wasEverDone } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { dayOf, latestDay } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import { batches } from '#server/database/batches.ts'
import type { Database, Db } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { isUniqueViolation } from '#server/database/unique.ts'
import {
  alreadyExists,
  changedMeanwhile,
  type Fields,
  HttpError,
  invalid,
  notAllowed,
  notFound,
  someChangedMeanwhile,
} from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { checkBasis, readSheet, reportOpenColumns, type SheetFile } from '#server/sheet.ts'
import { countRows } from '#server/sheet-import.ts'
import { ladderOf } from '../content-rules.ts'
import {
  type Roster,
  type RosterContent,
  type RosterDraft,
  type RosterImport,
  RosterMember,
  type StatusChange,
  staffRoster,
} from '../contract.ts'
import {
  type Effects,
  isAboveLowest,
  isPromotion,
  PROMOTION_BLOCKED,
  promotionBlockedValues,
  withEffects,
} from '../effect-rules.ts'
import { needsManagement, normalisePosition, positionRank, TOO_HIGH } from '../position-rules.ts'
import {
  callsignKey,
  changedFields,
  fieldProblems,
  fieldsAfter,
  groupRoster,
  type RosterFields,
  withoutOwnNotes,
} from '../rules.ts'
import { normaliseStatus } from '../status-rules.ts'
import { planImport, SHEET } from './import.ts'
import { rosterMembers } from './tables.ts'

const { roster: _roster, callsignKey: _callsignKey, ...columns } = getTableColumns(rosterMembers)

/** The person who changes a roster. Null is the site itself. */
type Changer = Pick<Member, 'id' | 'name' | 'isManagement'> | null
type ByChanger = By & { actor: Changer }

export interface RosterStore {
  /** All members, in the order of the page. */
  list(): Promise<RosterMember[]>
  /** All members with the effects in force. */
  listShown(): Promise<RosterMember[]>
  /** The member with a Discord ID and the effects in force. Null if they are not on this roster. */
  find(discordId: string): Promise<RosterMember | null>
  /** Returns the member as the author may read them. `change`, `changeStatuses` and `undoRemoval` do so too. */
  add(by: ByChanger, draft: RosterDraft): Promise<RosterMember>
  change(by: ByChanger, id: string, version: number, draft: RosterDraft): Promise<RosterMember>
  /** Changes all of them or none. Returns them in the given order. */
  changeStatuses(by: By, changes: readonly StatusChange[]): Promise<RosterMember[]>
  remove(by: ByChanger, id: string): Promise<void>
  /** Restores a member that this person removed some seconds ago, under the same id. */
  undoRemoval(by: ByChanger, id: string): Promise<RosterMember>
  /** Imports a spreadsheet, all or nothing. */
  import(by: ByChanger, file: SheetFile): Promise<RosterImport>
  /** Reports what an import by this person would do. */
  tryImport(file: SheetFile, importer: Changer): Promise<RosterImport>
  /**
   * Inserts the first members. Does so once in the life of the database, and only if nobody was added before. Returns
   * how many it inserted.
   */
  fill(by: By, members: () => RosterFields[]): Promise<number>
}

/** Reads the effects in force, by Discord ID. */
export type ReadEffects = (on: Db) => Promise<Effects>
/** For callers that do not need the effects. */
export const NO_EFFECTS: ReadEffects = async () => new Map()

interface RosterStoreDeps {
  database: Database
  audit: Audit
  clock: () => Date
  rosterContent: RosterContent
  /** The time zone of "today". Default: the server's. */
  timeZone?: string | undefined
  rosterEffects: ReadEffects
}

/** Creates the store of one roster. It throws a `HttpError` for everything that it refuses, and then writes nothing. */
export function createRosterStore(
  deps: RosterStoreDeps,
  { name, key: rosterKey }: Pick<Roster, 'name' | 'key'>,
): RosterStore {
  const { audit, clock, rosterEffects } = deps
  const { db } = deps.database
  const ladder = ladderOf(deps.rosterContent, rosterKey)
  const { positions, statuses } = ladder
  const today = () => dayOf(clock().toISOString(), deps.timeZone)
  const days = () => ({ today: today(), latest: latestDay(clock()) })
  const targetOf = ({ id }: { id: string }) => `${name}/${id}`
  const member = (id: string) => and(eq(rosterMembers.roster, name), eq(rosterMembers.id, id))
  const gone = () => notFound(msg('This member is no longer on the roster.'))

  async function list(from: Db = db): Promise<RosterMember[]> {
    const rows = await from.select(columns).from(rosterMembers).where(eq(rosterMembers.roster, name))
    return groupRoster(rows.map(inFullWords), positions).flatMap((group) => group.members)
  }

  const inFullWords = (row: RosterMember): RosterMember => ({
    ...row,
    position: normalisePosition(row.position, positions),
    status: normaliseStatus(row.status, statuses),
  })

  /** The rank up to which this person may move people. Null without a limit. */
  async function limitOf(from: Db, actor: Changer): Promise<number | null> {
    if (name !== staffRoster.name || actor === null || actor.isManagement) return null
    const isSameMember = and(eq(rosterMembers.roster, name), eq(rosterMembers.discordId, actor.id))
    const [row] = await from.select({ position: rosterMembers.position }).from(rosterMembers).where(isSameMember)
    return row === undefined ? Number.POSITIVE_INFINITY : positionRank(row.position, positions)
  }

  async function checkMove(tx: Db, actor: Changer, before: RosterFields | null, after: RosterFields | null) {
    const own = await limitOf(tx, actor)
    if (own !== null && needsManagement(before, after, own, positions)) throw notAllowed(TOO_HIGH)
  }

  function checkFields(before: RosterMember | null, draft: RosterDraft): void {
    const problems = fieldProblems(before, draft, latestDay(clock()))
    if (Object.keys(problems).length > 0) throw invalid(problems)
  }

  /**
   * Refuses a promotion that an action blocks. A new record, or another person in a record, counts as a promotion at
   * any position but the lowest. Otherwise, removing people and adding them again would avoid the block.
   */
  async function checkPromotion(tx: Db, before: RosterMember | null, after: RosterFields): Promise<void> {
    const rises = before !== null && isPromotion(before.position, after.position, positions)
    const isNewPerson = before?.discordId !== after.discordId && isAboveLowest(after.position, positions)
    if (!rises && !isNewPerson) return
    const effects = await rosterEffects(tx)
    for (const { discordId } of before !== null && rises ? [before, after] : [after]) {
      const blocking = effects.get(discordId)?.promotion
      if (!blocking) continue
      throw notAllowed(
        withValues(PROMOTION_BLOCKED, promotionBlockedValues((before ?? after).name, blocking, deps.timeZone)),
      )
    }
  }

  /** Runs a write and turns a unique violation into an error that names the member with this callsign or Discord ID. */
  async function withoutDoubles<T>(draft: RosterDraft, id: string | null, write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const key = callsignKey(draft.callsign)
      const holders = await db
        .select()
        .from(rosterMembers)
        .where(
          and(
            eq(rosterMembers.roster, name),
            id === null ? undefined : ne(rosterMembers.id, id),
            or(
              eq(rosterMembers.discordId, draft.discordId),
              key === null ? undefined : eq(rosterMembers.callsignKey, key),
            ),
          ),
        )
      const fields: Fields = {}
      for (const holder of holders) {
        if (holder.callsignKey !== null && holder.callsignKey === key) {
          fields.callsign = withValues('{name} already has the callsign {callsign}.', {
            name: holder.name,
            callsign: holder.callsign ?? '',
          })
        }
        if (holder.discordId === draft.discordId) {
          fields.discordId = withValues('{name} is already on the roster with this Discord ID.', {
            name: holder.name,
          })
        }
      }
      throw alreadyExists(fields)
    }
  }

  return {
    list: () => list(),
    listShown: async () => withEffects(await list(), await rosterEffects(db)),

    find: async (discordId) => {
      const isSameMember = and(eq(rosterMembers.roster, name), eq(rosterMembers.discordId, discordId))
      const [row] = await db.select(columns).from(rosterMembers).where(isSameMember)
      if (row === undefined) return null
      const [shown] = withEffects([inFullWords(row)], await rosterEffects(db))
      return shown ?? null
    },

    add: async (by, draft) => {
      if (draft.discordId === by.actor?.id && draft.notes !== null) throw notYourNotes()
      return withoutDoubles(draft, null, () =>
        audit.change(by, async (tx) => {
          checkFields(null, draft)
          const fields = fieldsAfter(null, draft, today(), ladder)
          await checkPromotion(tx, null, fields)
          await checkMove(tx, by.actor, null, fields)
          const [added] = await tx
            .insert(rosterMembers)
            .values({ roster: name, ...valuesOf(fields) })
            .returning(columns)
          if (added === undefined) throw new Error('The database returned no row for the member it added')
          return {
            result: shownToActor(by, added),
            entries: [{ action: 'addRosterMember', target: targetOf(added), after: asJson(added) }],
            topics: [name],
          }
        }),
      )
    },

    change: (by, id, version, draft) =>
      withoutDoubles(draft, id, () =>
        audit.change(by, async (tx) => {
          const [before] = await tx.select(columns).from(rosterMembers).where(member(id)).for('update')
          if (before === undefined) throw gone()
          const isOwn = before.discordId === by.actor?.id
          if (isOwn !== (draft.discordId === by.actor?.id)) throw notYourMove()
          if (isOwn && draft.notes !== null) throw notYourNotes()
          if (before.version !== version) throw changedMeanwhile(shownToActor(by, before))
          checkFields(before, draft)
          const kept = isOwn ? { ...draft, notes: before.notes } : draft
          const after = fieldsAfter(before, kept, today(), ladder)
          await checkPromotion(tx, before, after)
          if (changedFields(before, after).length === 0)
            return { result: shownToActor(by, before), entries: [], topics: [] }
          await checkMove(tx, by.actor, before, after)
          const [changed] = await tx
            .update(rosterMembers)
            .set({ ...valuesOf(after), version: before.version + 1 })
            .where(member(id))
            .returning(columns)
          if (changed === undefined) throw gone()
          const entry = { action: 'changeRosterMember', target: targetOf(changed) }
          return {
            result: shownToActor(by, changed),
            entries: [{ ...entry, before: asJson(before), after: asJson(changed) }],
            topics: [name],
          }
        }),
      ),

    changeStatuses: (by, changes) =>
      audit.change(by, async (tx) => {
        const ids = changes.map(({ id }) => id)
        const chosen = and(eq(rosterMembers.roster, name), inArray(rosterMembers.id, ids))
        const rows = await tx.select(columns).from(rosterMembers).where(chosen).orderBy(rosterMembers.id).for('update')
        const known = new Map(rows.map((row) => [row.id, row]))
        const plan = changes.map((change) => {
          const before = known.get(change.id)
          if (before === undefined) throw someGone()
          return { before, change }
        })
        const stale = plan.filter(({ before, change }) => before.version !== change.version)
        if (stale.length > 0) {
          const items = stale.map(({ before }) => shownToActor(by, before))
          throw someChangedMeanwhile(
            items,
            items.map((item) => item.name),
          )
        }
        const planned = plan.map(({ before, change: { status, lastMove } }) => {
          const moved = fieldsAfter(before, { ...before, status }, today(), ladder)
          const after = { ...moved, ...(lastMove !== undefined && { lastMove }) }
          const isChanged = changedFields(before, after).length > 0
          return { before, after: { ...after, id: before.id, version: before.version + Number(isChanged) }, isChanged }
        })
        const written = planned.filter(({ isChanged }) => isChanged)
        for (const batch of batches(written)) {
          await tx
            .insert(rosterMembers)
            .values(batch.map(({ after }) => ({ roster: name, ...valuesOf(after) })))
            .onConflictDoUpdate({ target: rosterMembers.id, set: EXCLUDED })
        }
        return {
          result: planned.map(({ after }) => shownToActor(by, after)),
          entries: written.map(({ before, after }) => ({
            action: 'changeRosterMember',
            target: targetOf(after),
            before: asJson(before),
            after: asJson(after),
          })),
          topics: [name],
        }
      }),

    remove: (by, id) =>
      audit.change(by, async (tx) => {
        const [removed] = await tx.select(columns).from(rosterMembers).where(member(id)).for('update')
        if (removed === undefined) throw gone()
        if (removed.discordId === by.actor?.id) throw notAllowed(msg('Somebody else must remove your record.'))
        await checkMove(tx, by.actor, removed, null)
        await tx.delete(rosterMembers).where(member(id))
        const entry = { action: 'removeRosterMember', target: targetOf(removed), before: asJson(removed) }
        return { result: undefined, entries: [entry], topics: [name] }
      }),

    undoRemoval: async (by, id) => {
      const target = targetOf({ id })
      const last = await findLast(db, target)
      const was = z.safeParse(RosterMember, last?.before)
      const isOurs = last?.action === 'removeRosterMember' && last.actorId === by.actor?.id
      const isRecent = last !== undefined && clock().getTime() - last.at.getTime() <= UNDO_LIMIT_MS
      if (!isOurs || !isRecent || !was.success) throw tooLate()
      const back = { ...was.data, version: was.data.version + 1 }
      return withoutDoubles(back, id, () =>
        audit.change(by, async (tx) => {
          await checkMove(tx, by.actor, null, back)
          await tx.insert(rosterMembers).values({ roster: name, ...valuesOf(back) })
          return {
            result: shownToActor(by, back),
            entries: [{ action: 'addRosterMember', target, after: asJson(back) }],
            topics: [name],
          }
        }),
      )
    },

    import: async (by, file) => {
      const sheet = reportOpenColumns(readSheet(file, SHEET))
      return audit.import(by, { list: name, file: file.name }, async (tx) => {
        await lockTable(tx, rosterMembers)
        const { report, writes } = planImport(sheet, await list(tx), ladder, {
          importer: by.actor?.id ?? null,
          limit: await limitOf(tx, by.actor),
          ...days(),
          ...{ effects: await rosterEffects(tx), timeZone: deps.timeZone },
        })
        checkBasis(file, report)
        if (!report.ok) return { result: report, entries: [], topics: [] }
        const entries = writes.map(({ before, after }) => {
          const now = { id: before?.id ?? randomUUID(), version: (before?.version ?? 0) + 1, ...after }
          return { before, after: now }
        })
        // First release every callsign that passes from one member to another.
        const released = writes.flatMap(({ before, after }) =>
          before && before.callsign !== after.callsign ? [before.id] : [],
        )
        for (const ids of batches(released)) {
          await tx.update(rosterMembers).set({ callsignKey: null }).where(inArray(rosterMembers.id, ids))
        }
        const onWritten = countRows(file, entries.length)
        for (const batch of batches(entries)) {
          await tx
            .insert(rosterMembers)
            .values(
              batch.map(({ after: { id, version, ...fields } }) => ({
                id,
                version,
                roster: name,
                ...valuesOf(fields),
              })),
            )
            .onConflictDoUpdate({ target: rosterMembers.id, set: EXCLUDED })
          onWritten(batch.length)
        }
        const { added, changed, unchanged, missing } = report
        return {
          result: report,
          entries: [
            ...entries.map(
              ({ before, after }): AuditEntry => ({
                action: before === null ? 'addRosterMember' : 'changeRosterMember',
                target: targetOf(after),
                before: before === null ? null : asJson(before),
                after: asJson(after),
              }),
            ),
            { action: 'importRoster', target: name, after: { added, changed, unchanged, missing } },
          ],
          topics: [name],
          onWritten,
        }
      })
    },

    tryImport: async (file, importer) =>
      planImport(readSheet(file, SHEET), await list(), ladder, {
        ...{ importer: importer?.id ?? null, limit: await limitOf(db, importer), ...days() },
        ...{ effects: await rosterEffects(db), timeZone: deps.timeZone },
      }).report,

    fill: (by, members) =>
      audit.change(by, async (tx) => {
        if (await wasEverDone(tx, ['fillRoster', 'addRosterMember'], name))
          return { result: 0, entries: [], topics: [] }
        const values = members().map((fields) => ({ roster: name, ...valuesOf(fields) }))
        for (const batch of batches(values)) await tx.insert(rosterMembers).values(batch)
        return {
          result: values.length,
          entries: [{ action: 'fillRoster', target: name, after: { count: values.length } }],
          topics: [name],
        }
      }),
  }
}

/** The Discord IDs of the members of a roster. */
export async function listRosterIds(db: Db, roster: string): Promise<string[]> {
  const rows = await db
    .select({ id: rosterMembers.discordId })
    .from(rosterMembers)
    .where(eq(rosterMembers.roster, roster))
  return rows.map(({ id }) => id)
}

/** The fields of members that the audit log hides from the member, also for rosters that the community removed. */
export function auditVisibilityOfRosters({ db }: Pick<Database, 'db'>): HiddenFromSubject {
  return {
    isKind: (kind) => /^(dev-roster|roster(-.+)?)$/.test(kind),
    ...{ subject: 'discordId', fields: ['notes'] },
    listAbout: async (reader, ids) => {
      const own = eq(rosterMembers.discordId, reader)
      const rows = await db.select({ id: rosterMembers.id }).from(rosterMembers).where(own)
      return rows.map(({ id }) => id).filter((id) => ids.includes(id))
    },
  }
}

const tooLate = () => new HttpError(409, 'too_late', msg('It is too late to undo this.'))
const someGone = () => notFound(msg('Somebody you chose is no longer on the roster. Nothing was changed.'))
const shownToActor = ({ actor }: By, member: RosterMember) => (actor === null ? member : withoutOwnNotes(actor, member))
const notYourNotes = () => notAllowed(msg('Somebody else must write the notes about you.'))
/**
 * People who could move their record to another id, or another's record to their own, could read or write the notes
 * about themselves.
 */
const notYourMove = () => notAllowed(msg('This is about you. Somebody else must change whose record it is.'))

function valuesOf<F extends RosterFields>(fields: F) {
  return { ...fields, callsignKey: callsignKey(fields.callsign) }
}

/** Sets every column to the value of the row that would have been inserted. */
const EXCLUDED = Object.fromEntries(
  Object.entries(getTableColumns(rosterMembers)).map(([field, column]) => [
    field,
    sql`excluded.${sql.identifier(column.name)}`,
  ]),
)
