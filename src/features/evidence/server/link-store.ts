import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Audit } from '#features/audit/server/store.ts'
import type { Database } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import { LOOK_EVERY } from '../rules.ts'
import type { LinkState } from './gateway.ts'
import { evidence } from './tables.ts'

export interface LinkStore {
  /** A link that nobody looked at for a week, the one that waits longest; null where there is none. */
  findUnchecked(): Promise<{ id: number; link: string } | null>
  /** Keeps what a look at a link found. Where nothing certain was found, what was known stays. */
  keepLook(id: number, found: LinkState): Promise<void>
}

/** What is known of the links of evidence. */
export function createLinkStore({
  database: { db },
  audit,
  clock,
}: {
  database: Pick<Database, 'db'>
  audit: Audit
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
      const by: By = { actor: null, requestId: `evidence-links-${randomUUID()}` }
      await audit.change(by, async (tx) => {
        const [row] = await tx.select().from(evidence).where(eq(evidence.id, id)).for('update')
        if (row === undefined) return { result: undefined, entries: [], topics: [] }
        const now = clock()
        const goneSince = found === 'there' ? null : found === 'gone' ? (row.goneSince ?? now) : row.goneSince
        await tx.update(evidence).set({ checkedAt: now, goneSince }).where(eq(evidence.id, id))
        const isAnother = goneSince?.getTime() !== row.goneSince?.getTime()
        return { result: undefined, entries: [], topics: isAnother ? ['evidence'] : [] }
      })
    },
  }
}
