import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Directory } from '#features/auth/server/directory-store.ts'
import { momentsOf } from '#lib/dates.ts'
import type { Database, Db } from '#server/database/database.ts'
import { containsText, escapeLike, folded } from '#server/database/folded.ts'
import type { ActionPerson, CountedPerson, DaEntry, DaFilter, DaQuery, DaSorted } from '../contract.ts'
import { DECAYS, type PointsRule } from '../points-rules.ts'
import { actionIdIn, MAX_FILTERED, MAX_FOUND, momentsOfWeeks, searchOf } from '../rules.ts'
import { type ActionType, inTypeOrder } from '../type-rules.ts'
import { knownToPerson } from './about-store.ts'
import { listFirstMatches, type Sorting } from './match-store.ts'
import type { OffenceBook } from './offence-store.ts'
import { PLAYER_RECORD } from './player-store.ts'
import { pointsOf, shownTotal } from './points-store.ts'
import { type ActionRecord, type ActionRow, entryShownTo, STAFF_RECORD } from './record-store.ts'
import {
  type ActionTable,
  disciplinaryDays,
  disciplinaryPeople,
  IS_IN_FORCE,
  IS_UNREAD,
  IS_WAITING,
  playerDays,
  playerPeople,
} from './tables.ts'
import { countAllWeeks, countFoundWeeks, type Week } from './week-store.ts'

const MAX_PEOPLE = 50

/** A family of actions with its further tables for the search. */
export interface Family<R extends ActionRow, E extends DaEntry> extends ActionRecord<R, E> {
  days: typeof disciplinaryDays
  people: typeof disciplinaryPeople
}

export const STAFF_FAMILY = { ...STAFF_RECORD, days: disciplinaryDays, people: disciplinaryPeople }
export const PLAYER_FAMILY = { ...PLAYER_RECORD, days: playerDays, people: playerPeople }

/** The number of actions that are read at a time for an export. */
const AT_ONCE = 500

/**
 * The reader. Actions against them are hidden from them before they are in force and while they are between staff. The
 * internal reason is always hidden.
 */
type Reader = { id: string }

/** The SQL of whether an action has evidence. Another feature keeps the evidence. */
export type HasEvidence = (on: Db, family: 'staff' | 'players', actionId: ActionTable['id']) => SQL

/** What a search needs from the directory of people. */
export type ActionDirectory = Pick<Directory, 'find' | 'list' | 'show'>

export interface ActionSearch<E extends DaEntry> {
  listActions(reader: Reader, query: DaQuery): Promise<{ rows: E[]; total: number; is_capped: boolean }>
  /**
   * Every action that a filter lets through, in its order and in small parts, so that no reader waits for all of them.
   */
  eachAction(reader: Reader, query: DaSorted): AsyncGenerator<E[]>
  findActions(reader: Reader, ids: readonly number[]): Promise<E[]>
  listActionPeople(
    reader: Reader,
    query: string | undefined,
  ): Promise<{ users: CountedPerson[]; admins: CountedPerson[] }>
  findActionPerson(reader: Reader, id: string): Promise<Omit<ActionPerson, 'has_approver'>>
  /**
   * Counts the actions of each type in these weeks, which are given by their first days, the oldest first. Where
   * counting stops, the weeks that were not counted completely are left out.
   */
  listActionWeeks(
    reader: Reader,
    filter: DaFilter,
    weeks: readonly string[],
    zone: string,
  ): Promise<{ weeks: Week[]; isCapped: boolean }>
}

interface ActionSearchDeps {
  database: Pick<Database, 'db'>
  directory: ActionDirectory
  clock: () => Date
  pointsRule?: Pick<PointsRule, 'decay'> | undefined
  timeZone?: string | undefined
  /** Both are only needed when the list is filtered by missing evidence. */
  offenceBook?: Pick<OffenceBook, 'listHashesNeedingEvidence'>
  hasEvidence?: HasEvidence
}

/** Reads a family of up to a million actions. The limits are in `rules.ts`. */
export function createActionSearch<R extends ActionRow, E extends DaEntry>(
  deps: ActionSearchDeps,
  family: Family<R, E>,
  types: readonly ActionType[],
): ActionSearch<E> {
  const { directory, clock, pointsRule: { decay } = { decay: DECAYS[0] }, timeZone: zone } = deps
  const { offenceBook, hasEvidence } = deps
  const { db } = deps.database
  const { actions, people } = family
  const isKnown = knownToPerson(actions, types)

  return {
    listActions: async (reader, query) => {
      const filter = await filterOf(query, reader)
      if (filter.searched !== undefined) return listFound(reader, query, { ...filter, searched: filter.searched })
      const { where } = filter
      const offset = (query.page - 1) * query.pageSize
      const most = where === undefined ? null : MAX_FILTERED
      if (most !== null && offset >= most) return { rows: [], ...(await countActions(db, family, where, most)) }
      // A page that is not full shows the total, so that only full pages need a count.
      if (most !== null) {
        const rows = await page(reader, query, where, offset, query.pageSize)
        const isLast = rows.length < query.pageSize && (rows.length > 0 || offset === 0)
        const counted = isLast
          ? { total: offset + rows.length, is_capped: false }
          : await countActions(db, family, where, most)
        return { rows, ...counted }
      }
      const counted = await countActions(db, family, where, null)
      const left = counted.total - offset
      if (left <= 0) return { rows: [], ...counted }
      const size = Math.min(query.pageSize, left)
      // Rows in the second half of the list are closer to its other end.
      const rows =
        offset > counted.total / 2
          ? (await page(reader, { ...query, sort: reversed(query.sort) }, where, left - size, size)).reverse()
          : await page(reader, query, where, offset, size)
      return { rows, ...counted }
    },

    eachAction: async function* (reader, query) {
      const { where, searched } = await filterOf(query, reader)
      const { by, isDescending } = sortingOf(actions, query)
      const order = orderOf(actions, query)
      for (let after: SQL | undefined; ; ) {
        const next = await db
          .select({ id: actions.id, sortedBy: sql<string>`${by}::text` })
          .from(actions)
          .where(and(where, searched, after))
          .orderBy(...order)
          .limit(AT_ONCE)
        const last = next.at(-1)
        if (last === undefined) return
        const ids = next.map(({ id }) => id)
        yield await read(reader, inArray(actions.id, ids), order)
        if (next.length < AT_ONCE) return
        const key = by === actions.date ? sql`${last.sortedBy}::timestamptz` : sql`${last.sortedBy}`
        after = sql`(${by}, ${actions.id}) ${isDescending ? sql`<` : sql`>`} (${key}, ${last.id})`
      }
    },

    findActions: async (reader, ids) => {
      const shown = and(inArray(actions.id, [...ids]), await shownTo(reader))
      return shown === undefined ? [] : read(reader, shown, [asc(actions.id)])
    },

    listActionPeople: async (reader, query) => {
      const text = query ?? ''
      const { id, received, given, search } = people
      const namedIds = text === '' ? [] : await directory.find(text)
      // The reader's name in the record may come from an action that is hidden from them.
      const inRecord = and(ne(id, reader.id), containsText(search, text))
      const found = or(inRecord, sql`${id} = any(${sql.param(namedIds)})`)
      const of = (n: typeof received | typeof given) =>
        db
          .select({ id, name: people.name, count: n })
          .from(people)
          .where(and(gt(n, 0), text === '' ? undefined : found))
          .orderBy(desc(n), desc(id))
          .limit(MAX_PEOPLE)
      const hidden = await listHidden(reader)
      const ofAll = hidden.reduce((sum, { n }) => sum + n, 0)
      const hiddenBy = new Map(hidden.map(({ adminId, n }) => [adminId, n]))
      const without = (all: Awaited<ReturnType<typeof of>>, hiddenOf: (id: string) => number) =>
        all
          .map((person) => ({ ...person, count: person.count - hiddenOf(person.id) }))
          .filter(({ count }) => count > 0)
          .toSorted((a, b) => b.count - a.count)
      const users = without(await of(received), (id) => (id === reader.id ? ofAll : 0))
      const admins = without(await of(given), (id) => hiddenBy.get(id) ?? 0)
      const known = await directory.list([...new Set([...users, ...admins].map((person) => person.id))])
      const named = ({ name, ...counted }: (typeof users)[number]): CountedPerson => {
        const person = known.get(counted.id)
        if (person === undefined) return { ...counted, name, other_names: [] }
        const others = [...person.otherNames, person.callsign ?? '', counted.id === reader.id ? '' : name].filter(
          (other) => other !== '' && other !== person.name,
        )
        return { ...counted, name: person.name, other_names: others }
      }
      return { users: users.map(named), admins: admins.map(named) }
    },

    findActionPerson: async (reader, id) => {
      const newest = db
        .select({
          type: actions.type,
          date: actions.date,
          isRevoked: sql<boolean>`${actions.revokedAt} is not null`.as('revoked'),
        })
        .from(actions)
        .where(and(eq(actions.userId, id), await shownTo(reader)))
        .orderBy(desc(actions.date), desc(actions.id))
        .limit(MAX_FOUND)
        .as('newest')
      const [counted, [tally], person, points] = await Promise.all([
        db
          .select({
            type: newest.type,
            isRevoked: newest.isRevoked,
            count: sql<number>`count(*)::int`,
            last: sql<Date>`max(${newest.date})`.mapWith(actions.date),
          })
          .from(newest)
          .groupBy(newest.type, newest.isRevoked),
        db.select().from(people).where(eq(people.id, id)),
        directory.show(id),
        pointsOf(db, actions, id, decay, clock(), id === reader.id ? isKnown : undefined),
      ])
      const countOf = (rows: typeof counted) => rows.reduce((sum, { count }) => sum + count, 0)
      const total = countOf(counted)
      const times = counted.map(({ last }) => last.getTime())
      return {
        id,
        name: person?.name ?? tally?.name ?? null,
        callsign: person?.callsign ?? null,
        position: person?.position ?? null,
        avatar: person?.avatarUrl ?? null,
        record: {
          total,
          is_capped: total === MAX_FOUND && (tally?.received ?? 0) > total,
          types: inTypeOrder(
            counted.filter(({ isRevoked }) => !isRevoked).map(({ type, count }) => ({ type, count })),
            ({ type }) => type,
            types,
          ),
          revoked: countOf(counted.filter(({ isRevoked }) => isRevoked)),
          last: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
          points: shownTotal(points),
        },
      }
    },

    listActionWeeks: async (reader, filter, weeks, ofWeeks) => {
      const { query, user, admin, type, offence, deviation, acknowledged, approval, evidence } = filter
      const counting = { weeks, moments: momentsOfWeeks(weeks, ofWeeks), type, bounds: boundsOf(filter) }
      const isUnfiltered = [query, user, admin, offence, deviation, acknowledged, approval, evidence].every(
        (each) => each === undefined,
      )
      if (isUnfiltered && (await countHidden(reader)) === 0) {
        return { weeks: await countAllWeeks(db, family, counting), isCapped: false }
      }
      return countFoundWeeks(db, family, { ...counting, ...(await filterOf(filter, reader)) })
    },
  }

  /** The condition for the action whose id a word of a search is, if it is one. */
  function isAction(word: string): SQL | undefined {
    const id = actionIdIn(word)
    return id === null ? undefined : eq(actions.id, id)
  }

  /** The moments between which the days of a filter lie. */
  function boundsOf({ start: first, end: last, tz, endTz }: DaFilter) {
    return momentsOf({ first, last, tz, endTz, zone })
  }

  /** The condition of a filter, and the condition of its text, when it has one. */
  async function filterOf(
    query: DaFilter,
    reader: Reader,
  ): Promise<{ where: SQL | undefined; searched: SQL | undefined }> {
    const { date, userId, adminId, type, userKey, offences, deviation } = actions
    const way = query.deviation
    const { since, before } = boundsOf(query)
    const searched = searchOf(query.query ?? '')
    const words = searched !== null && 'words' in searched ? searched.words : []
    const where = and(
      query.user === undefined ? undefined : eq(userId, query.user),
      query.admin === undefined ? undefined : eq(adminId, query.admin),
      query.type === undefined ? undefined : eq(type, query.type),
      query.acknowledged === undefined ? undefined : IS_UNREAD,
      since === undefined ? undefined : gte(date, since),
      before === undefined ? undefined : lt(date, before),
      query.offence === undefined ? undefined : arrayContains(offences, [query.offence]),
      way === undefined ? undefined : way === 'any' ? isNotNull(deviation) : eq(deviation, way),
      query.approval === undefined ? undefined : IS_WAITING,
      query.evidence === undefined ? undefined : await lacksEvidence(),
      await shownTo(reader),
    )
    const begins =
      searched !== null && 'beginning' in searched
        ? or(sql`${userKey} collate "C" like ${`${escapeLike(searched.beginning)}%`}`, isAction(searched.beginning))
        : undefined
    return { where, searched: and(begins, ...(await Promise.all(words.map((word) => hasWord(word, reader))))) }
  }

  /** Actions in force that were given for an offence which needed evidence at the time, and that have none. */
  async function lacksEvidence(): Promise<SQL> {
    const hashes = (await offenceBook?.listHashesNeedingEvidence(db)) ?? []
    const { actionId, versionHash } = family.offences
    const needing = db
      .select({ one: sql`1` })
      .from(family.offences)
      .where(and(eq(actionId, actions.id), inArray(versionHash, hashes)))
    const given = sql`deviation is not null and ${IS_IN_FORCE}`
    return sql`(${given} and exists ${needing} and not ${hasEvidence?.(db, family.family, actions.id) ?? sql`false`})`
  }

  /** The number of actions against the reader that are hidden from them. */
  async function countHidden(reader: Reader): Promise<number> {
    return (await listHidden(reader)).reduce((sum, { n }) => sum + n, 0)
  }

  /** The number of hidden actions by issuer. */
  async function listHidden(reader: Reader) {
    return db
      .select({ adminId: actions.adminId, n: sql<number>`count(*)::int` })
      .from(actions)
      .where(and(eq(actions.userId, reader.id), not(isKnown)))
      .groupBy(actions.adminId)
  }

  /** The actions that a reader may see: all of others, and of those against themselves the ones they may know of. */
  async function shownTo(reader: Reader): Promise<SQL | undefined> {
    // Almost nobody has hidden actions. Their queries get no extra condition, so that none is slower.
    return (await countHidden(reader)) === 0 ? undefined : or(ne(actions.userId, reader.id), isKnown)
  }

  /**
   * Actions that contain a word, whose id it is, or whose people have it in their current name, whatever the record
   * calls them.
   */
  async function hasWord(word: string, reader: Reader): Promise<SQL | undefined> {
    const { userId, userName, adminId, adminName, type, externalReason, search } = actions
    // The internal reason must not find a reader's own actions: the word must occur in the other texts.
    const shown = folded(
      sql`concat_ws(E'\\n', ${userName}, ${userId}, ${adminName}, ${adminId}, ${type}, ${externalReason})`,
    )
    const namedIds = await directory.find(word)
    return or(
      and(containsText(search, word), or(ne(userId, reader.id), containsText(shown, word))),
      isAction(word),
      ...(namedIds.length === 0 ? [] : [inArray(userId, namedIds), inArray(adminId, namedIds)]),
    )
  }

  /** A page of what a text finds, and the total. */
  async function listFound(reader: Reader, query: DaQuery, filter: { where: SQL | undefined; searched: SQL }) {
    const newestFirst = { by: actions.date, isDescending: true }
    const newest = await listFirstMatches(db, actions, { ...filter, sorting: newestFirst, most: MAX_FOUND + 1 })
    const counted = { total: Math.min(newest.length, MAX_FOUND), is_capped: newest.length > MAX_FOUND }
    const offset = (query.page - 1) * query.pageSize
    const end = Math.min(offset + query.pageSize, counted.total)
    if (offset >= end) return { rows: [], ...counted }
    const sorting = sortingOf(actions, query)
    const isNewestFirst = sorting.by === actions.date && sorting.isDescending
    // A complete result can be sorted here. When more was found, the first actions in another order are different ones.
    const ids =
      isNewestFirst || !counted.is_capped
        ? newest.slice(0, MAX_FOUND)
        : await listFirstMatches(db, actions, { ...filter, sorting, most: end })
    return {
      rows: await page(reader, query, sql`${actions.id} = any(${sql.param(ids)})`, offset, end - offset),
      ...counted,
    }
  }

  /** Reads the ids first, from an index alone, and then only the rows of the page. */
  async function page(
    reader: Reader,
    query: DaQuery,
    where: SQL | undefined,
    offset: number,
    limit: number,
  ): Promise<E[]> {
    const order = orderOf(actions, query)
    const ids = db
      .select({ id: actions.id })
      .from(actions)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
    return read(reader, sql`${actions.id} = any(array(${ids}))`, order)
  }

  async function read(reader: Reader, where: SQL, order: readonly SQL[]): Promise<E[]> {
    const rows = await family.listRows(db, where, order)
    return rows.map((row) => entryShownTo(reader, family.entryOf(row)))
  }
}

/** The total: for all actions from the table of days, otherwise counted up to a limit. */
async function countActions(
  db: Db,
  { actions, days }: { actions: ActionTable; days: Family<ActionRow, DaEntry>['days'] },
  where: SQL | undefined,
  most: number | null,
): Promise<{ total: number; is_capped: boolean }> {
  if (most === null) {
    const [all] = await db.select({ total: sql<number>`coalesce(sum(${days.n}), 0)::int` }).from(days)
    return { total: all?.total ?? 0, is_capped: false }
  }
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(actions)
    .where(where)
    .limit(most + 1)
    .as('some')
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some)
  const total = counted?.total ?? 0
  return { total: Math.min(total, most), is_capped: total > most }
}

function orderOf(actions: ActionTable, query: DaSorted): SQL[] {
  const { by, isDescending } = sortingOf(actions, query)
  const direct = isDescending ? desc : asc
  return [direct(by), direct(actions.id)]
}

/** The sort key that comes before the id of an action. */
function sortingOf({ date, userKey, adminKey }: ActionTable, { sort, user, admin }: DaSorted): Sorting {
  const [by, way] = sort.split(':')
  if (by === 'date') return { by: date, isDescending: way !== 'asc' }
  // All actions of one person have the same name.
  if ((by === 'user_name' && user !== undefined) || (by === 'admin_name' && admin !== undefined)) {
    return { by: date, isDescending: true }
  }
  return { by: sql`${by === 'user_name' ? userKey : adminKey} collate "C"`, isDescending: way !== 'asc' }
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
