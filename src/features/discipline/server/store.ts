import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson } from '#features/audit/server/store.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import type { Member, Staff } from '#lib/access.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { changedMeanwhile, invalid, notAllowed, notFound, Refusal } from '#server/http/refusal.ts'
import type { By } from '#server/http/serve.ts'
import type {
  CountedPerson,
  DaDraft,
  DaEntry,
  DaImport,
  DaQuery,
  DaRevision,
  FoundAction,
  OwnAction,
} from '../contract.ts'
import {
  type ActionFacts,
  type ActionType,
  changedFacts,
  dateProblem,
  GAME_TYPES,
  type GameAction,
  type GameKind,
  type GameRevocation,
  gameAdminId,
  gameKindOf,
  gameReason,
  MOST_FILTERED,
  MOST_FOUND,
  momentsOf,
  type Outcome,
  type Refused,
  searchOf,
  shownTo,
  whyNotRevise,
  whyNotRevoke,
} from '../rules.ts'
import { planImport, readActions, type SheetAction } from './import.ts'
import { disciplinaryActions, disciplinaryDays, disciplinaryPeople, disciplinaryRevisions } from './tables.ts'

const { search: _search, userKey: _userKey, adminKey: _adminKey, ...columns } = getTableColumns(disciplinaryActions)
type Row = Pick<typeof disciplinaryActions.$inferSelect, keyof typeof columns>

/** Rows of one statement: PostgreSQL takes 65,535 parameters, a row has eleven. */
const BATCH = 1_000
const MOST_PEOPLE = 50
const MOST_OWN = 100

/** Who writes: what their session says of them. */
type Author = By & { actor: Staff }

/** Who looks: the internal reason of what is about them is kept from them. */
type Reader = { id: string }

/** What a revision changes; what is left out stays. */
type Changes = { [F in keyof ActionFacts]?: ActionFacts[F] | undefined }

/** An action of a community's past: what it says now, what it said before, and how it ended. */
export interface FirstAction extends ActionFacts {
  admin: string
  admin_name: string
  revisions: (Omit<DaRevision, 'version' | 'was'> & { was: ActionFacts })[]
  revoked: DaEntry['revoked']
}

/** The action that an event from the game became, and what was done. */
export interface TakenFromGame {
  id: number
  result: 'added' | 'revoked' | 'known'
}

export interface ActionStore {
  list(reader: Reader, query: DaQuery): Promise<{ rows: DaEntry[]; total: number; is_capped: boolean }>
  listPeople(query: string | undefined): Promise<{ users: CountedPerson[]; admins: CountedPerson[] }>
  /** How many actions of each type the weeks since a Monday have; weeks without any are left out. */
  listWeeks(since: string): Promise<{ week: string; type: ActionType; n: number }[]>
  listOwn(actor: Member): Promise<OwnAction[]>
  find(actor: Staff, id: number): Promise<FoundAction>
  add(by: Author, draft: DaDraft): Promise<DaEntry>
  revise(by: Author, id: number, version: number, changes: Changes, why: string): Promise<DaEntry>
  revoke(
    by: Author,
    id: number,
    revocation: { outcome: Outcome; why: string; version?: number | undefined },
  ): Promise<DaEntry>
  /** Keeps what was done in game, or takes it back. The same event from the same token adds nothing. */
  takeFromGame(by: By, token: { id: number; label: string }, event: GameAction | GameRevocation): Promise<TakenFromGame>
  /** Takes over a spreadsheet, all of it or nothing. */
  import(by: By, csv: string): Promise<DaImport>
  /** What an import by this person would do. */
  tryImport(csv: string, importer: string | null): Promise<DaImport>
  /** Puts the first actions in, once in the life of the database and only while there are none; answers how many. */
  fill(by: By, actions: () => FirstAction[]): Promise<number>
}

/** The store of disciplinary actions. What it refuses it throws as a `Refusal`; then nothing is written. */
export function createActionStore(deps: {
  database: Database
  audit: Audit
  clock: () => Date
  /** Of which type what is done in game is here. */
  gameTypes?: Record<GameKind, ActionType>
}): ActionStore {
  const { audit, clock, gameTypes = GAME_TYPES } = deps
  const { db } = deps.database
  const own = { ...disciplinaryActions }

  /** An action that is about to be written; nobody else writes it meanwhile. */
  async function hold(tx: Transaction, id: number): Promise<Row> {
    const [row] = await tx.select(columns).from(disciplinaryActions).where(eq(own.id, id)).for('update')
    if (row === undefined) throw gone()
    return row
  }

  async function replace(tx: Transaction, before: Row, set: Partial<Row>): Promise<Row> {
    const [after] = await tx
      .update(disciplinaryActions)
      .set({ ...set, version: before.version + 1 })
      .where(eq(own.id, before.id))
      .returning(columns)
    if (after === undefined) throw gone()
    return after
  }

  async function keysOf(from: Db, actions: readonly SheetAction[]): Promise<Set<string>> {
    const known = new Set<string>()
    for (const batch of batches(actions)) {
      const keys = batch.map(({ importKey }) => importKey)
      const rows = await from
        .select({ key: own.importKey })
        .from(disciplinaryActions)
        .where(and(isNotNull(own.importKey), inArray(own.importKey, keys)))
      for (const { key } of rows) if (key !== null) known.add(key)
    }
    return known
  }

  return {
    list: async (reader, query) => {
      const where = filterOf(query, reader)
      const isSearch = query.query !== undefined
      const offset = (query.page - 1) * query.pageSize
      const most = where === undefined ? null : isSearch ? MOST_FOUND : MOST_FILTERED
      if (most !== null && offset >= most) return { rows: [], ...(await count(where, most)) }
      // A page that is not full says how many there are; only a full one has to count.
      if (most !== null) {
        const rows = await page(reader, query, where, offset, query.pageSize)
        const isLast = rows.length < query.pageSize && (rows.length > 0 || offset === 0)
        const counted = isLast ? { total: offset + rows.length, is_capped: false } : await count(where, most)
        return { rows, ...counted }
      }
      const counted = await count(where, null)
      const left = counted.total - offset
      if (left <= 0) return { rows: [], ...counted }
      const size = Math.min(query.pageSize, left)
      // What lies in the second half is nearer from the other end.
      const rows =
        offset > counted.total / 2
          ? (await page(reader, { ...query, sort: reversed(query.sort) }, where, left - size, size)).reverse()
          : await page(reader, query, where, offset, size)
      return { rows, ...counted }
    },

    listPeople: async (query) => {
      const search = query?.toLowerCase() ?? ''
      const { received, given } = disciplinaryPeople
      const of = (n: typeof received | typeof given) =>
        db
          .select({ id: disciplinaryPeople.id, name: disciplinaryPeople.name, count: n })
          .from(disciplinaryPeople)
          .where(and(gt(n, 0), search === '' ? undefined : contains(disciplinaryPeople.search, search)))
          .orderBy(desc(n), desc(disciplinaryPeople.id))
          .limit(MOST_PEOPLE)
      return { users: await of(received), admins: await of(given) }
    },

    listWeeks: (since) => {
      const week = sql<string>`to_char(date_trunc('week', ${disciplinaryDays.day}::timestamp), 'YYYY-MM-DD')`
      return db
        .select({ week, type: disciplinaryDays.type, n: sql<number>`sum(${disciplinaryDays.n})::int` })
        .from(disciplinaryDays)
        .where(gte(disciplinaryDays.day, since))
        .groupBy(week, disciplinaryDays.type)
    },

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
        .limit(MOST_OWN)
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
        item: shownTo(actor, entryOf(row)),
        // What an action about somebody said before is as little for them, whomever it named then.
        revisions: revisions.map(revisionOf).map((revision) => ({
          ...revision,
          was: row.userId === actor.id ? { ...revision.was, internal_reason: null } : shownTo(actor, revision.was),
        })),
        may_revise: whyNotRevise(standingOf(row), actor, clock()) === null,
        may_revoke: whyNotRevoke(standingOf(row), actor) === null,
      }
    },

    add: (by, draft) => {
      if (draft.user === by.actor.id) throw notAllowed(WORDS['about-you'])
      const now = clock()
      const date = draft.date === undefined ? now : new Date(draft.date)
      checkDate(date, now)
      return audit.change(by, ['staff-da'], async (tx) => {
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
        return { result: added, entries: [{ action: 'addAction', target: targetOf(row), after: asJson(added) }] }
      })
    },

    revise: (by, id, version, changes, why) =>
      audit.change(by, ['staff-da'], async (tx) => {
        const before = await hold(tx, id)
        const now = clock()
        refuse(whyNotRevise(standingOf(before), by.actor, now), before)
        if (before.version !== version) throw changedMeanwhile(entryOf(before))
        const was = factsOf(before)
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
        const facts: ActionFacts = { ...was, ...given }
        if (facts.user === by.actor.id) throw notAllowed(WORDS['about-you'])
        if (facts.user === before.adminId) throw invalid({ user: 'This person gave the action.' })
        const date = new Date(facts.date)
        facts.date = date.toISOString()
        if (facts.date !== was.date) checkDate(date, now)
        if (changedFacts(was, facts).length === 0) return { result: entryOf(before), entries: [] }
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
        return { result: after, entries: [{ ...entry, after: asJson({ ...after, why }) }] }
      }),

    revoke: (by, id, { outcome, why, version }) =>
      audit.change(by, ['staff-da'], async (tx) => {
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
        return { result: after, entries: [{ ...entry, before: asJson(entryOf(before)), after: asJson(after) }] }
      }),

    takeFromGame: ({ requestId }, token, event) => {
      const server = { id: gameAdminId(token.id), name: token.label }
      const by = { actor: server, requestId }
      const author = event.author.discordId == null ? server : { id: event.author.discordId, name: event.author.name }
      if (author.id === event.target.discordId) throw notAllowed(WORDS['about-you'])
      return event.kind === 'revoke' ? takeBack(by, token, event, author) : keep(by, token, event, author)
    },

    import: (by, csv) => {
      const sheet = readActions(csv, clock(), by.actor?.id ?? null)
      return audit.change(by, ['staff-da'], async (tx) => {
        // Two imports of one file at the same moment: the second finds what the first brought.
        await tx.execute(sql`lock table ${disciplinaryActions} in share row exclusive mode`)
        const { report, added } = planImport(sheet, await keysOf(tx, sheet.actions))
        if (!report.ok || added.length === 0) return { result: report, entries: [] }
        const entries: AuditEntry[] = []
        for (const batch of batches(added)) {
          const rows = await tx
            .insert(disciplinaryActions)
            .values(
              batch.map((action) => ({
                ...valuesOf(action),
                adminId: action.admin,
                adminName: action.admin_name,
                importKey: action.importKey,
              })),
            )
            .returning(columns)
          entries.push(
            ...rows.map((row) => ({ action: 'addAction', target: targetOf(row), after: asJson(entryOf(row)) })),
          )
        }
        const { added: count, unchanged } = report
        entries.push({ action: 'importActions', target: 'staff-da', after: { added: count, unchanged } })
        return { result: report, entries }
      })
    },

    tryImport: async (csv, importer) => {
      const sheet = readActions(csv, clock(), importer)
      return planImport(sheet, await keysOf(db, sheet.actions)).report
    },

    fill: (by, actions) =>
      audit.change(by, ['staff-da'], async (tx) => {
        const touched = await tx
          .select({ seq: auditLog.seq })
          .from(auditLog)
          .where(inArray(auditLog.action, ['fillActions', 'addAction']))
          .limit(1)
        if (touched.length > 0) return { result: 0, entries: [] }
        const first = actions()
        for (const batch of batches(first)) {
          const rows = await tx.insert(disciplinaryActions).values(batch.map(firstValuesOf)).returning({ id: own.id })
          const revisions = batch.flatMap((action, index) =>
            action.revisions.map((revision, version) => ({
              actionId: rows[index]?.id ?? 0,
              version: version + 1,
              at: new Date(revision.at),
              byId: revision.by,
              byName: revision.by_name,
              why: revision.why,
              ...valuesOf(revision.was),
            })),
          )
          if (revisions.length > 0) await tx.insert(disciplinaryRevisions).values(revisions)
        }
        return {
          result: first.length,
          entries: [{ action: 'fillActions', target: 'staff-da', after: { count: first.length } }],
        }
      }),
  }

  async function keep(by: By, token: { id: number }, event: GameAction, author: Pick<Member, 'id' | 'name'>) {
    const now = clock()
    // The clock of a game server that is ahead is no reason to lose what happened.
    const date = new Date(Math.min(Date.parse(event.at), now.getTime()))
    checkDate(date, now)
    return audit.change<TakenFromGame>(by, ['staff-da'], async (tx) => {
      const [row] = await tx
        .insert(disciplinaryActions)
        .values({
          date,
          userId: event.target.discordId,
          userName: event.target.name,
          adminId: author.id,
          adminName: author.name,
          type: gameTypes[gameKindOf(event)],
          internalReason: gameReason(event),
          externalReason: event.reason,
          loggedAt: now,
          gameToken: token.id,
          gameEvent: event.id,
        })
        .onConflictDoNothing()
        .returning(columns)
      if (row !== undefined) {
        const entry = { action: 'addAction', target: targetOf(row), after: asJson(entryOf(row)) }
        return { result: { id: row.id, result: 'added' }, entries: [entry] }
      }
      const [known] = await tx
        .select({ id: own.id })
        .from(disciplinaryActions)
        .where(and(eq(own.gameEvent, event.id), eq(own.gameToken, token.id)))
      if (known === undefined) throw new Error('The database kept an action from the game and does not find it')
      return { result: { id: known.id, result: 'known' }, entries: [] }
    })
  }

  async function takeBack(by: By, token: { id: number }, event: GameRevocation, author: Pick<Member, 'id' | 'name'>) {
    return audit.change<TakenFromGame>(by, ['staff-da'], async (tx) => {
      // It may have come through an earlier token of the same server; then the person must be the same too.
      const [row] = await tx
        .select(columns)
        .from(disciplinaryActions)
        .where(and(eq(own.gameEvent, event.action), eq(own.userId, event.target.discordId)))
        .orderBy(desc(eq(own.gameToken, token.id)), desc(own.id))
        .limit(1)
        .for('update')
      if (row === undefined) throw notFound('No action of this person came from the game under this id.')
      if (row.revokedAt !== null) return { result: { id: row.id, result: 'known' }, entries: [] }
      const after = await replace(tx, row, {
        revokedAt: clock(),
        revokedById: author.id,
        revokedByName: author.name,
        outcome: 'expunged',
        revokedWhy: `Taken back in game by ${event.author.name}`,
      })
      const entry = { action: 'revokeAction', target: targetOf(row), before: asJson(entryOf(row)) }
      return {
        result: { id: row.id, result: 'revoked' },
        entries: [{ ...entry, after: asJson(entryOf(after)) }],
      }
    })
  }

  /** How many there are: all of them from the tally, else counted up to a limit. */
  async function count(where: SQL | undefined, most: number | null): Promise<{ total: number; is_capped: boolean }> {
    if (most === null) {
      const [all] = await db
        .select({ total: sql<number>`coalesce(sum(${disciplinaryDays.n}), 0)::int` })
        .from(disciplinaryDays)
      return { total: all?.total ?? 0, is_capped: false }
    }
    const some = db
      .select({ one: sql`1`.as('one') })
      .from(disciplinaryActions)
      .where(where)
      .limit(most + 1)
      .as('some')
    const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some)
    const total = counted?.total ?? 0
    return { total: Math.min(total, most), is_capped: total > most }
  }

  /** The ids first, from an index alone; then only the rows of the page. */
  async function page(
    reader: Reader,
    query: DaQuery,
    where: SQL | undefined,
    offset: number,
    limit: number,
  ): Promise<DaEntry[]> {
    const order = orderOf(query)
    const ids = db
      .select({ id: own.id })
      .from(disciplinaryActions)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
    const rows = await db
      .select(columns)
      .from(disciplinaryActions)
      .where(sql`${own.id} = any(array(${ids}))`)
      .orderBy(...order)
    return rows.map((row) => shownTo(reader, entryOf(row)))
  }
}

/** The words of section 6 and of the behaviour page, for whoever is refused. */
const WORDS: Record<Exclude<Refused, 'revoked'>, string> = {
  'about-you': 'This action is about you. Somebody else must do this.',
  'not-author': 'Only its author, within 24 hours, or management may change this action.',
  'too-late': 'More than 24 hours have passed. Only management may revise this action now.',
}

function refuse(why: Refused | null, row: Row): void {
  if (why === null) return
  if (why !== 'revoked') throw notAllowed(WORDS[why])
  throw new Refusal(409, 'already_revoked', 'This action was revoked already.', { item: entryOf(row) })
}

function checkDate(date: Date, now: Date): void {
  const problem = dateProblem(date, now)
  if (problem !== null) throw invalid({ date: problem })
}

const gone = () => notFound('There is no such action.')
const targetOf = ({ id }: { id: number }) => `staff-da/${id}`

/** A text as LIKE finds it anywhere: %, _ and \ are plain characters. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const contains = (column: SQL | typeof disciplinaryActions.search | typeof disciplinaryPeople.search, text: string) =>
  sql`${column} like ${`%${literal(text)}%`}`

function filterOf(query: DaQuery, reader: Reader): SQL | undefined {
  const { date, userId, userName, adminId, adminName, externalReason, search, userKey } = disciplinaryActions
  const { from, before } = momentsOf(query)
  const searched = searchOf(query.query ?? '')
  // One's own actions are not found by the reason that is kept from one: what they match must stand in the rest.
  const shown = sql`lower(concat_ws(E'\\n', ${userName}, ${userId}, ${adminName}, ${adminId}, ${externalReason}))`
  return and(
    query.user === undefined ? undefined : eq(userId, query.user),
    query.admin === undefined ? undefined : eq(adminId, query.admin),
    from === null ? undefined : gte(date, from),
    before === null ? undefined : lt(date, before),
    ...(searched === null
      ? []
      : 'words' in searched
        ? searched.words.map((word) => and(contains(search, word), or(ne(userId, reader.id), contains(shown, word))))
        : [sql`${userKey} collate "C" like ${`${literal(searched.beginning)}%`}`]),
  )
}

function orderOf({ sort, user, admin }: DaQuery): SQL[] {
  const { date, id, userKey, adminKey } = disciplinaryActions
  const [by, way] = sort.split(':')
  const direct = way === 'asc' ? asc : desc
  if (by === 'date') return [direct(date), direct(id)]
  // All of one person's entries have one name.
  if ((by === 'user_name' && user !== undefined) || (by === 'admin_name' && admin !== undefined)) {
    return [desc(date), desc(id)]
  }
  return [direct(sql`${by === 'user_name' ? userKey : adminKey} collate "C"`), direct(id)]
}

function reversed(sort: DaQuery['sort']): DaQuery['sort'] {
  const turned = {
    'date:desc': 'date:asc',
    'date:asc': 'date:desc',
    'user_name:asc': 'user_name:desc',
    'user_name:desc': 'user_name:asc',
    'admin_name:asc': 'admin_name:desc',
    'admin_name:desc': 'admin_name:asc',
  } as const
  return turned[sort]
}

function entryOf(row: Row): DaEntry {
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

function valuesOf(facts: ActionFacts) {
  return {
    date: new Date(facts.date),
    userId: facts.user,
    userName: facts.user_name,
    type: facts.type,
    internalReason: facts.internal_reason,
    externalReason: facts.external_reason,
  }
}

function firstValuesOf({ revisions, revoked, ...action }: FirstAction) {
  return {
    ...valuesOf(action),
    adminId: action.admin,
    adminName: action.admin_name,
    version: 1 + revisions.length + (revoked === null ? 0 : 1),
    loggedAt: new Date(action.date),
    revokedAt: revoked && new Date(revoked.at),
    revokedById: revoked?.by,
    revokedByName: revoked?.by_name,
    outcome: revoked?.outcome,
    revokedWhy: revoked?.why,
  }
}

function standingOf({ userId, adminId, loggedAt, revokedAt }: Row) {
  return { user: userId, admin: adminId, loggedAt, isRevoked: revokedAt !== null }
}

function revisionOf(row: typeof disciplinaryRevisions.$inferSelect): DaRevision {
  const { version, at, byId, byName, why } = row
  return { version, at: at.toISOString(), by: byId, by_name: byName, why, was: factsOf(row) }
}

function batches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, index) =>
    all.slice(index * BATCH, (index + 1) * BATCH),
  )
}
