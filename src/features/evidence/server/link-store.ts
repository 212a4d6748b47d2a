import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { CHECK_LINK_EVERY } from '../rules.ts'
import type { LinkState } from './gateway.ts'
import { evidence } from './tables.ts'

export interface LinkStore {
  /** The link whose check is most overdue, among those not checked for a week. Null when none is due. */
  findUnchecked(): Promise<{ id: number; link: string } | null>
  /**
   * Saves the result of a check. The result `unknown` leaves the stored state as it is. The audit log has no row for
   * it, because no person made the change.
   */
  saveCheck(id: number, found: LinkState): Promise<void>
}

/** The stored states of the links of evidence. */
export function createLinkStore({
  database: { db },
  clock,
}: {
  database: Pick<Database, 'db'>
  clock: () => Date
}): LinkStore {
  return {
    findUnchecked: async () => {
      const { id, link, checkedAt, removedAt } = evidence
      const isDue = or(isNull(checkedAt), lte(checkedAt, new Date(clock().getTime() - CHECK_LINK_EVERY)))
      const [due] = await db
        .select({ id, link })
        .from(evidence)
        .where(and(isNotNull(link), isDue, isNull(removedAt)))
        // New links come first, because they were never checked.
        .orderBy(asc(isNotNull(checkedAt)), checkedAt, id)
        .limit(1)
      return due === undefined || due.link === null ? null : { id: due.id, link: due.link }
    },

    saveCheck: async (id, found) => {
      const now = clock()
      const { goneSince } = evidence
      const since = {
        there: null,
        gone: sql`coalesce(${goneSince}, ${now.toISOString()}::timestamptz)`,
        unknown: goneSince,
      }
      await db
        .update(evidence)
        .set({ checkedAt: now, goneSince: since[found] === null ? null : sql`${since[found]}` })
        .where(eq(evidence.id, id))
    },
  }
}
