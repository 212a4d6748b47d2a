import { and, desc, gte, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Span } from '#lib/dates.ts'
import type { Database } from '#server/database/database.ts'
import type { DeviationCount } from '../contract.ts'
import { MAX_FILTERED } from '../rules.ts'
import type { ActionType } from '../type-rules.ts'
import { knownToPerson } from './about-store.ts'
import type { ActionTable } from './tables.ts'

/**
 * Counts how often the actions of a family differ from what was suggested for their offences, by offence and by issuer.
 * It reads the newest actions of a span, as many as the list counts. Actions against the reader count only when the
 * reader may know of them.
 */
export async function countDeviations(
  { db }: Pick<Database, 'db'>,
  { actions, types }: { actions: ActionTable; types: readonly ActionType[] },
  reader: { id: string },
  { since, before }: Partial<Span>,
): Promise<{ offences: Omit<DeviationCount, 'name'>[]; issuers: DeviationCount[]; isCapped: boolean }> {
  const { id, date, userId, offences, deviation, adminId, adminName } = actions
  const given = db
    .select({ offences, deviation, adminId, adminName })
    .from(actions)
    .where(
      and(
        isNotNull(deviation),
        or(ne(userId, reader.id), knownToPerson(actions, types)),
        since && gte(date, since),
        before && lt(date, before),
      ),
    )
    .orderBy(desc(date), desc(id))
    .limit(MAX_FILTERED + 1)
    .as('given')
  const counts = {
    total: sql<number>`count(*)::int`,
    milder: sql<number>`(count(*) filter (where ${given.deviation} = 'milder'))::int`,
    harsher: sql<number>`(count(*) filter (where ${given.deviation} = 'harsher'))::int`,
  }
  const code: SQL<string> = sql`offence.code`
  const [byOffence, byIssuer] = await Promise.all([
    db
      .select({ id: code, ...counts })
      .from(given)
      .innerJoin(sql`unnest(${given.offences}) as offence(code)`, sql`true`)
      .groupBy(code)
      .orderBy(code),
    db
      .select({ id: given.adminId, name: sql<string>`max(${given.adminName})`, ...counts })
      .from(given)
      .groupBy(given.adminId)
      .orderBy(desc(counts.total), given.adminId),
  ])
  const all = byIssuer.reduce((sum, { total }) => sum + total, 0)
  return {
    offences: byOffence,
    issuers: byIssuer,
    isCapped: all > MAX_FILTERED,
  }
}
