import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { ActionTable } from './tables.ts'

/** The sort order of a list. The id of the action comes second. */
export interface Sorting {
  by: ActionTable['date'] | SQL
  isDescending: boolean
}

/** The number of actions at the beginning of the list that are checked one by one. */
export const SAMPLE_SIZE = 1_000
/** A word is common when at least one of this many actions contains it. */
const ONE_IN = 100

/**
 * The ids of the first `most` actions that a search finds among those that `where` lets through, in their order. How
 * common the words are is measured on the first actions of the list. The planner of the database estimates this from
 * about a hundred texts, and a wrong estimate makes a search twenty times as slow. Common words are found by walking
 * the list, rare ones with the index of all words.
 */
export async function listFirstMatches(
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

  const first = walk(SAMPLE_SIZE)
  const [sample] = await db
    .select({
      all: sql<number>`count(*)::int`,
      ids: sql<
        number[]
      >`coalesce(array_agg(${first.id} order by ${direct(first.sortedBy)}, ${direct(first.id)}) filter (where ${first.isFound}), '{}')`,
    })
    .from(first)
  const { all, ids } = sample ?? { all: 0, ids: [] }
  if (all < SAMPLE_SIZE || ids.length >= most) return ids.slice(0, most)

  if (ids.length >= SAMPLE_SIZE / ONE_IN) {
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
  // `offset 0` makes the database filter before it sorts. Otherwise it could walk the list after all.
  const found = await db
    .select({ id: sql<number>`id` })
    .from(sql`(${indexed} offset 0) found`)
    .orderBy(direct(sql`sorted_by`), direct(sql`id`))
    .limit(most)
  return found.map(({ id }) => id)
}
