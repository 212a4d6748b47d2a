import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { and, asc, eq, exists, gte, inArray, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import type { output } from 'zod/v4/core'
import { type Audit, asJson, findLast, type HiddenFromSubject } from '#features/audit/server/store.ts'
import { auditLog, kindOf } from '#features/audit/server/tables.ts'
import { allows, can, type Member, type Staff } from '#lib/access.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { HttpError, invalid, notAllowed, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { isPublicAddress } from '#server/public-address.ts'
import type { Evidence, listAppealEvidence, listEvidence, listEvidenceToApprove, OwnEvidence } from '../contract.ts'
import { keptLink, videoLinkProblem } from '../link-rules.ts'
import { FAMILIES, type Family, MAX_ITEMS, RESTORABLE_FOR, whyNotRemove } from '../rules.ts'
import { readWebp } from '../webp-rules.ts'
import { readParts, sizeOfAll, writeParts } from './part-store.ts'
import { evidence } from './tables.ts'

/** The actions to which evidence belongs, which another feature stores. */
export interface EvidenceActions {
  /** The people whom these actions are about, by the id of the action. Actions that no longer exist are left out. */
  findAbout(db: Db, family: Family, ids: readonly number[]): Promise<ReadonlyMap<number, About>>
  /** Locks an action, so that nobody appeals it until the transaction ends. */
  lock(tx: Transaction, family: Family, id: number): Promise<void>
  /** Those of these actions whose evidence must stay because an appeal is open. */
  listWithOpenAppeal(db: Db, family: Family, ids: readonly number[]): Promise<readonly number[]>
  /** Whether an action was ever appealed. The people who decide on appeals then see all of its evidence. */
  isAppealed(db: Db, family: Family, id: number): Promise<boolean>
  /**
   * Whether an action waits for approval and this person is not excluded from approving it. The right to approve at all
   * is checked separately.
   */
  mayApprove(db: Db, actor: Member, family: Family, id: number): Promise<boolean>
  /** The actions against this person that they may see. */
  listOwn(actor: Member): Promise<readonly { family: Family; id: number }[]>
}

interface Known {
  /** Whether the person the action is about may know of it. */
  isKnown: boolean
}

export interface About extends Known {
  user: string
  user_name: string
}

type Author = By & { actor: Staff }
type Row = typeof evidence.$inferSelect

type NewItem =
  | { kind: 'image'; sha256: string; size: number; width: number; height: number }
  | { kind: 'link'; link: string }

interface OfAction {
  family: Family
  action: number
}

const MESSAGES: Record<'about-you' | 'not-yours', PlainMessage> = {
  'about-you': msg('This action is about you. Somebody else must do this.'),
  'not-yours': msg('Only the person who added this, within a day, or management can change or remove it.'),
}

const noAction = () => notFound(msg('There is no such action.'))
const gone = () => notFound(msg('This evidence no longer exists.'))
const appealIsOpen = () =>
  new HttpError(409, 'appealed', msg('An appeal of this action is open. Its evidence stays until that has ended.'))

/** SQL: whether the action in this column has evidence that was not removed. */
export const hasEvidence = (on: Db, family: Family, actionId: AnyPgColumn): SQL =>
  exists(
    on
      .select({ one: sql`1` })
      .from(evidence)
      .where(and(eq(evidence.family, family), eq(evidence.actionId, actionId), isNull(evidence.removedAt))),
  )

/** Who added the evidence of these actions, and when. */
export const listWitnesses = (on: Db, family: Family, ids: readonly number[]) =>
  on
    .select({ action: evidence.actionId, by: evidence.byId, at: evidence.at })
    .from(evidence)
    .where(and(eq(evidence.family, family), inArray(evidence.actionId, [...ids]), isThere))

interface EvidenceStoreDeps {
  database: Database
  audit: Audit
  clock: () => Date
  evidenceActions: EvidenceActions
  /** The limit in bytes for all pictures together. */
  evidenceQuota: number
}

/** What people may do with the evidence of an action. */
function actionAccess(db: Db, actions: EvidenceActions) {
  /** The person whom an action is about. Throws when the action is about the caller and they may not know of it. */
  const aboutOf = async (
    on: Db,
    { family, action }: OfAction,
    actor: Member,
    missing: () => HttpError = noAction,
  ): Promise<About> => {
    const about = (await actions.findAbout(on, family, [action])).get(action)
    if (about === undefined || (about.user === actor.id && !about.isKnown)) throw missing()
    return about
  }

  /** Whether the actor may decide on appeals and this action of another person was appealed. */
  const decidesOn = async (actor: Member, { user }: About, { family, action }: OfAction) =>
    user !== actor.id && allows(can('appeals.decide'), actor) && (await actions.isAppealed(db, family, action))

  /** Whether the action waits for approval and the actor may approve it. */
  const approves = async (actor: Member, { family, action }: OfAction) =>
    allows(can('discipline.approve'), actor) && (await actions.mayApprove(db, actor, family, action))

  /** Whether the actor may know of an action against them. */
  const isListed = async (actor: Member, { family, action }: OfAction) =>
    (await actions.listOwn(actor)).some((own) => own.family === family && own.id === action)

  return { aboutOf, decidesOn, approves, isListed }
}

/** The evidence of actions. Throws an `HttpError` for whatever is refused, and then writes nothing. */
export function createEvidenceStore(deps: EvidenceStoreDeps) {
  const { audit, clock, evidenceActions: actions, evidenceQuota: quota } = deps
  const { db } = deps.database
  const { aboutOf, decidesOn, approves, isListed } = actionAccess(db, actions)

  const find = async (tx: Transaction, id: number, isLocked = false): Promise<Row> => {
    const query = tx.select().from(evidence).where(eq(evidence.id, id))
    const [row] = await (isLocked ? query.for('update') : query)
    if (row === undefined) throw gone()
    return row
  }

  /**
   * Locks the action of an item. Actions are locked before evidence here, as they are when old actions are removed with
   * their evidence.
   */
  async function lockAction(tx: Transaction, id: number): Promise<void> {
    const { family, actionId } = await find(tx, id)
    await actions.lock(tx, family, actionId)
  }

  /** Locks an item against other removals and restores, and returns it with the person it is about. */
  async function lock(tx: Transaction, by: Author, id: number) {
    const row = await find(tx, id, true)
    // Answer as if the evidence did not exist, so that its number reveals nothing about an action that is hidden from
    // the caller.
    const about = await aboutOf(tx, { family: row.family, action: row.actionId }, by.actor, gone)
    const why = whyNotRemove({ ...about, by: row.byId, at: row.at }, by.actor, clock())
    if (why !== null) throw notAllowed(MESSAGES[why])
    return { row, about }
  }

  /** Checks the limits. Nobody else adds evidence until the transaction ends. */
  async function checkRoom(tx: Transaction, { family, action }: OfAction, added: number): Promise<readonly Row[]> {
    await lockTable(tx, evidence)
    const there = await listOf(tx, family, action)
    if (there.length >= MAX_ITEMS) throw tooMany()
    if (added > 0 && (await sizeOfAll(tx)) + added > quota)
      throw full(msg('This site has no space left for pictures. Tell an owner.'))
    return there
  }

  /** Adds an item unless the same item is there already. `also` writes further data of the item. */
  function add(
    by: Author,
    { shown, ...of }: OfAction & { shown: boolean },
    item: NewItem,
    isThereAlready: PlainMessage,
    also?: (tx: Transaction, id: number) => Promise<void>,
  ): Promise<Evidence> {
    return audit.change(by, async (tx) => {
      const about = await aboutOf(tx, of, by.actor)
      if (about.user === by.actor.id) throw notAllowed(MESSAGES['about-you'])
      const there = await checkRoom(tx, of, 'size' in item ? item.size : 0)
      const isSame = (row: Row) => ('link' in item ? row.link === item.link : row.sha256 === item.sha256)
      if (there.some(isSame)) throw full(isThereAlready)
      const now = clock()
      const [row] = await tx
        .insert(evidence)
        .values({
          ...{ family: of.family, actionId: of.action, isShown: shown, ...item },
          ...{ at: now, byId: by.actor.id, byName: by.actor.name.toWellFormed() },
        })
        .returning()
      if (row === undefined) throw new Error('The database returned no row for the evidence it added')
      await also?.(tx, row.id)
      return {
        result: shownAs(row, about, by.actor, now),
        entries: [{ action: 'addEvidence', target: targetOf(row), after: auditRecordOf(row, about) }],
        topics: ['evidence'],
      }
    })
  }

  async function readImage(id: number): Promise<Uint8Array> {
    const bytes = await readParts(db, id)
    if (bytes.length === 0) throw gone()
    return bytes
  }

  const listAll = async (actor: Member, about: About, of: OfAction) =>
    (await listOf(db, of.family, of.action)).map((row) => shownAs(row, about, actor, clock()))

  return {
    listEvidence: async (actor: Staff, of: OfAction): Promise<output<(typeof listEvidence)['reply']>> => {
      const about = await aboutOf(db, of, actor)
      const rows = await listOf(db, of.family, of.action)
      const isOthers = about.user !== actor.id
      return {
        data: rows
          .filter(({ isShown }) => isShown || (isOthers && readsInternal(actor)))
          .map((row) => shownAs(row, about, actor, clock())),
        may_add: isOthers && rows.length < MAX_ITEMS,
        is_about_you: !isOthers,
      }
    },

    listAppealEvidence: async (actor: Member, of: OfAction): Promise<output<(typeof listAppealEvidence)['reply']>> => {
      const about = await aboutOf(db, of, actor)
      if (!(await decidesOn(actor, about, of))) throw noAction()
      return { data: await listAll(actor, about, of) }
    },

    listEvidenceToApprove: async (
      actor: Member,
      of: OfAction,
    ): Promise<output<(typeof listEvidenceToApprove)['reply']>> => {
      const about = await aboutOf(db, of, actor)
      if (!(await approves(actor, of))) throw noAction()
      return { data: await listAll(actor, about, of) }
    },

    listOwnEvidence: async (actor: Member): Promise<OwnEvidence[]> => {
      const own = await actions.listOwn(actor)
      const rows: Row[] = []
      for (const family of ['staff', 'players'] as const) {
        const ids = own.filter((action) => action.family === family).map(({ id }) => id)
        const isShown = and(eq(evidence.family, family), inArray(evidence.actionId, ids), eq(evidence.isShown, true))
        if (ids.length > 0)
          rows.push(...(await db.select().from(evidence).where(and(isShown, isThere)).orderBy(evidence.id)))
      }
      return rows.map(itemOf)
    },

    /** Throws when this person cannot add evidence to an action now. */
    checkMayAdd: async (actor: Staff, of: OfAction): Promise<void> => {
      const about = await aboutOf(db, of, actor)
      if (about.user === actor.id) throw notAllowed(MESSAGES['about-you'])
      if ((await listOf(db, of.family, of.action)).length >= MAX_ITEMS) throw tooMany()
    },

    /** Finds an image that this person may see now. */
    findImage: async (actor: Member, id: number) => {
      const [row] = await db
        .select()
        .from(evidence)
        .where(and(eq(evidence.id, id), isThere))
      if (row?.sha256 == null) throw gone()
      const about = (await actions.findAbout(db, row.family, [row.actionId])).get(row.actionId)
      if (about === undefined) throw gone()
      const isOwn = about.user === actor.id
      const of = { family: row.family, action: row.actionId }
      const mayRead = isOwn
        ? row.isShown && (await isListed(actor, of))
        : (actor.isStaff && (row.isShown || readsInternal(actor))) ||
          (await decidesOn(actor, about, of)) ||
          (await approves(actor, of))
      if (!mayRead) throw gone()
      return { sha256: row.sha256, read: () => readImage(id) }
    },

    addImage: (by: Author, of: OfAction & { shown: boolean }, bytes: Uint8Array): Promise<Evidence> => {
      const read = readWebp(bytes)
      if ('problem' in read) throw new HttpError(400, 'wrong_picture', read.problem)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const item = { kind: 'image', sha256, size: bytes.length, ...read } as const
      return add(by, of, item, msg('This picture is already added.'), (tx, id) => writeParts(tx, id, bytes))
    },

    addLink: (by: Author, { link, ...of }: OfAction & { shown: boolean; link: string }): Promise<Evidence> => {
      const problem = videoLinkProblem(link) ?? addressProblem(link)
      if (problem !== null) throw invalid({ link: problem })
      return add(by, of, { kind: 'link', link: keptLink(link) }, msg('This link is already added.'))
    },

    /** Changes whether the person the action is about may see an item. */
    changeEvidence: (by: Author, id: number, isShown: boolean): Promise<Evidence> =>
      audit.change(by, async (tx) => {
        await lockAction(tx, id)
        const { row, about } = await lock(tx, by, id)
        if (row.removedAt !== null) throw gone()
        if (row.isShown === isShown) return { result: shownAs(row, about, by.actor, clock()), entries: [], topics: [] }
        if (!isShown && (await actions.listWithOpenAppeal(tx, row.family, [row.actionId])).length > 0)
          throw appealIsOpen()
        await tx.update(evidence).set({ isShown }).where(eq(evidence.id, id))
        const after = { ...row, isShown }
        const entry = {
          action: 'changeEvidence',
          target: targetOf(row),
          before: auditRecordOf(row, about),
          after: auditRecordOf(after, about),
        }
        return { result: shownAs(after, about, by.actor, clock()), entries: [entry], topics: ['evidence'] }
      }),

    removeEvidence: (by: Author, id: number): Promise<void> =>
      audit.change(by, async (tx) => {
        await lockAction(tx, id)
        const { row, about } = await lock(tx, by, id)
        if (row.removedAt !== null) throw gone()
        if ((await actions.listWithOpenAppeal(tx, row.family, [row.actionId])).length > 0) throw appealIsOpen()
        await tx.update(evidence).set({ removedAt: clock() }).where(eq(evidence.id, id))
        const entry = { action: 'removeEvidence', target: targetOf(row), before: auditRecordOf(row, about) }
        return { result: undefined, entries: [entry], topics: ['evidence'] }
      }),

    restoreEvidence: (by: Author, id: number): Promise<Evidence> =>
      audit.change(by, async (tx) => {
        // Lock the table before the item. Otherwise two restores could deadlock.
        await lockTable(tx, evidence)
        const { row, about } = await lock(tx, by, id)
        const now = clock()
        if (row.removedAt === null || isOver(row.removedAt, now)) throw gone()
        await checkRoom(tx, { family: row.family, action: row.actionId }, 0)
        await tx.update(evidence).set({ removedAt: null }).where(eq(evidence.id, id))
        return {
          result: shownAs(row, about, by.actor, now),
          entries: [{ action: 'restoreEvidence', target: targetOf(row), after: auditRecordOf(row, about) }],
          topics: ['evidence'],
        }
      }),

    /**
     * Deletes items that were removed a day ago, and items of actions that no longer exist. Keeps everything of an
     * action with an open appeal.
     */
    deleteOld: async (): Promise<void> => {
      const before = new Date(clock().getTime() - RESTORABLE_FOR)
      const isOld = and(isNotNull(evidence.removedAt), lt(evidence.removedAt, before))
      const all = await db.selectDistinct({ family: evidence.family, action: evidence.actionId }).from(evidence)
      for (const family of ['staff', 'players'] as const) {
        const ids = all.filter((of) => of.family === family).map(({ action }) => action)
        const held = await actions.listWithOpenAppeal(db, family, ids)
        const known = await actions.findAbout(db, family, ids)
        const lost = ids.filter((id) => !known.has(id))
        await db
          .delete(evidence)
          .where(
            and(
              eq(evidence.family, family),
              notInArray(evidence.actionId, [...held]),
              or(isOld, inArray(evidence.actionId, lost)),
            ),
          )
      }
    },
  }
}
/** Those of these actions to which evidence was added since this moment. */
export async function listAddedToSince(db: Db, family: Family, ids: readonly number[], since: Date): Promise<number[]> {
  const rows = await db
    .select({ action: evidence.actionId })
    .from(evidence)
    .where(and(eq(evidence.family, family), inArray(evidence.actionId, [...ids]), gte(evidence.at, since), isThere))
  return rows.map(({ action }) => action)
}
export type EvidenceStore = ReturnType<typeof createEvidenceStore>

const readsInternal = (actor: Member) => allows(can('evidence.internal'), actor)
const isThere = isNull(evidence.removedAt)
const isOver = (removedAt: Date, now: Date) => now.getTime() - removedAt.getTime() > RESTORABLE_FOR
const targetOf = ({ id }: { id: number }) => `evidence/${id}`
const tooMany = () => full(msg('An action has at most ten items of evidence. Remove one first.'))
const full = (message: PlainMessage) => new HttpError(409, 'no_room', message)

/**
 * The problem with a link to an IP address that is not public. The address behind a host name is checked at each
 * request instead.
 */
function addressProblem(link: string): PlainMessage | null {
  const host = new URL(link.trim()).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host) ? msg('Only addresses on the internet are accepted.') : null
}

const listOf = (db: Db, family: Family, action: number): Promise<Row[]> =>
  db
    .select()
    .from(evidence)
    .where(and(eq(evidence.family, family), eq(evidence.actionId, action), isThere))
    .orderBy(asc(evidence.id))

function itemOf(row: Row): OwnEvidence {
  const { id, family, actionId, kind, at, width, height, link, goneSince } = row
  return {
    ...{ id, family, action: actionId, kind, at: at.toISOString(), width, height, link },
    gone_since: goneSince?.toISOString() ?? null,
  }
}

function shownAs(row: Row, about: About, actor: Member, now: Date): Evidence {
  return {
    ...itemOf(row),
    ...{ is_shown: row.isShown, by: row.byId, by_name: row.byName, sha256: row.sha256, size: row.size },
    may_remove: whyNotRemove({ ...about, by: row.byId, at: row.at }, actor, now) === null,
  }
}

/** An item as the audit log records it. */
function auditRecordOf({ family, actionId, kind, isShown, sha256, link }: Row, { user, user_name, isKnown }: About) {
  const of = {
    family,
    action: actionId,
    user,
    user_name,
    kind,
    is_shown: isShown,
    ...(!isKnown && { hidden_from_person: true }),
  }
  return asJson(link === null ? { ...of, sha256 } : { ...of, link })
}

/** The action of an item, as every row of the audit log records it. */
const OfAction = z.object({ family: z.enum(FAMILIES), action: z.number() })

/** The audit targets of all evidence ever added to these actions, including deleted items. */
async function listAdded(db: Db, family: Family, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { target, before, after } = auditLog
  const loggedField = (field: string) => sql`coalesce(${after} ->> ${field}, ${before} ->> ${field})`
  const isOfOne = sql`${loggedField('action')} = any(${sql.param(ids.map(String))}::text[])`
  const rows = await db
    .selectDistinct({ target })
    .from(auditLog)
    .where(and(eq(kindOf(target), 'evidence'), eq(loggedField('family'), family), isOfOne))
  return rows.map((row) => row.target)
}

/** The evidence that the audit log hides from the person an action is about. */
export const auditVisibilityOfEvidence = (
  { db }: Pick<Database, 'db'>,
  actions: Pick<EvidenceActions, 'findAbout'> & {
    /** Those of these actions that were removed and were ever about this person. */
    listRemoved(db: Db, family: Family, reader: string, ids: readonly number[]): Promise<readonly Known[]>
    /** All actions that are or ever were about this person. */
    listEverAbout(db: Db, family: Family, reader: string): Promise<readonly number[]>
  },
): HiddenFromSubject => {
  async function findOwn(reader: string, id: string): Promise<Known | undefined> {
    // The item may be deleted, so read its action from the log, which records it with every change.
    const row = await findLast(db, `evidence/${id}`)
    const of = z.safeParse(OfAction, row?.after ?? row?.before).data
    if (of === undefined) return undefined
    const about = (await actions.findAbout(db, of.family, [of.action])).get(of.action)
    if (about !== undefined) return about.user === reader ? about : undefined
    return (await actions.listRemoved(db, of.family, reader, [of.action]))[0]
  }

  const selectOwn = async (reader: string, ids: readonly string[], isKept: (action: Known) => boolean) => {
    const own: string[] = []
    for (const id of ids) {
      const about = await findOwn(reader, id)
      if (about !== undefined && isKept(about)) own.push(id)
    }
    return own
  }
  return {
    isKind: (kind) => kind === 'evidence',
    ...{ subject: 'user', fields: ['link', 'sha256'], hidesOthers: true },
    listAbout: (reader, ids) => selectOwn(reader, ids, () => true),
    existence: {
      // Older rows of the log mark an action that was not in force by `in_force: false`.
      isHidden: (record) => record.hidden_from_person === true || record.in_force === false,
      listKnown: (reader, ids) => selectOwn(reader, ids, ({ isKnown }) => isKnown),
      listNoLongerKnown: (reader, ids) => selectOwn(reader, ids, ({ isKnown }) => !isKnown),
      listOwn: async (reader) => {
        const added = FAMILIES.map(async (family) =>
          listAdded(db, family, await actions.listEverAbout(db, family, reader)),
        )
        return (await Promise.all(added)).flat()
      },
    },
  }
}
