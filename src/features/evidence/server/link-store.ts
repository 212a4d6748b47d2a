import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { LOOK_EVERY } from '../rules.ts'
import type { LinkState } from './gateway.ts'
import { evidence } from './tables.ts'

export interface LinkStore {
  /** A link that nobody looked at for a week, the one that waits longest; null where there is none. */
  findUnchecked(): Promise<{ id: number; link: string } | null>
  /** Keeps what a look at a link found. Where nothing certain was found, what was known stays. Nobody did it: it is not in the log. */
  keepLook(id: number, found: LinkState): Promise<void>
}

/** What is known of the links of evidence. */
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
      const isDue = or(isNull(checkedAt), lte(checkedAt, new Date(clock().getTime() - LOOK_EVERY)))
      const [due] = await db
        .select({ id, link })
        .from(evidence)
        .where(and(isNotNull(link), isDue, isNull(removedAt)))
        // The new ones first: nobody looked at them yet.
        .orderBy(asc(isNotNull(checkedAt)), checkedAt, id)
        .limit(1)
      return due === undefined || due.link === null ? null : { id: due.id, link: due.link }
    },

    keepLook: async (id, found) => {
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
