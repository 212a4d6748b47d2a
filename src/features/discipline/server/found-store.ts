import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { ActionTable } from './tables.ts'

/** What the rows of a list are sorted by, before their number. */
export interface Sorting {
  by: ActionTable['date'] | SQL
  isDescending: boolean
}

/** So many actions of the list are looked at first, one by one. */
export const LOOKED_AT_FIRST = 1_000
/** A word is common where it stands in one of so many. */
const ONE_IN = 100

/**
 * The ids of the first `most` actions that a search finds among those that `where` lets through, in their order. How
 * common its words are is counted in the first actions of the list: the planner of the database guesses it from about a
 * hundred texts, and where it guesses wrong, a search takes twenty times as long. What is common soon turns up when the
 * list is walked, and what is not is looked up in the index of all words.
 */
export async function listFirstFound(
  db: Db,
  actions: ActionTable,
  { where, searched, sorting, most }: { where: SQL | undefined; searched: SQL; sorting: Sorting; most: number },
): Promise<number[]> {
  const direct = sorting.isDescending ? desc : asc
  const order = [direct(sorting.by), direct(actions.id)]
  const row = { id: actions.id, sortedBy: sql`${sorting.by}`.as('sorted_by') }
  const walk = (limit: number) =>
    db
      .select({ ...row, isFound: sql<boolean>`coalesce(${searched}, false)`.as('is_found') })
      .from(actions)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .as('walked')

  const first = walk(LOOKED_AT_FIRST)
  const [looked] = await db
    .select({
      all: sql<number>`count(*)::int`,
      ids: sql<
        number[]
      >`coalesce(array_agg(${first.id} order by ${direct(first.sortedBy)}, ${direct(first.id)}) filter (where ${first.isFound}), '{}')`,
    })
    .from(first)
  const { all, ids } = looked ?? { all: 0, ids: [] }
  if (all < LOOKED_AT_FIRST || ids.length >= most) return ids.slice(0, most)

  if (ids.length >= LOOKED_AT_FIRST / ONE_IN) {
    const further = walk(most * ONE_IN)
    const found = await db
      .select({ id: further.id })
      .from(further)
      .where(eq(further.isFound, true))
      .orderBy(direct(further.sortedBy), direct(further.id))
      .limit(most)
    if (found.length === most) return found.map(({ id }) => id)
  }

  const indexed = db.select(row).from(actions).where(and(where, searched))
  // With `offset 0` the database finds before it sorts: it cannot walk the list after all.
  const found = await db
    .select({ id: sql<number>`id` })
    .from(sql`(${indexed} offset 0) found`)
    .orderBy(direct(sql`sorted_by`), direct(sql`id`))
    .limit(most)
  return found.map(({ id }) => id)
}
