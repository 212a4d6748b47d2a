import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Span, wholeDaysOf } from '#lib/dates.ts'
import type { Db } from '#server/database/database.ts'
import { MAX_FILTERED, MAX_FOUND } from '../rules.ts'
import { listFirstMatches } from './match-store.ts'
import type { ActionTable, disciplinaryDays } from './tables.ts'

/** A week of the chart, by its first day, with how many actions of each type it had. */
export interface Week {
  week: string
  counts: Record<string, number>
}

/** The tables of a family. */
interface Tables {
  actions: ActionTable
  days: typeof disciplinaryDays
}

interface WeeksFilter {
  /** The first days of the weeks, the oldest first. */
  weeks: readonly string[]
  /** The moments at which each week begins, and the moment at which the last one ends. */
  moments: readonly Date[]
  /** The span of the filter. Actions outside of it do not count. */
  bounds: Partial<Span>
  type: string | undefined
}

/**
 * Counts every action of these weeks: whole UTC days from the table of days, and the rest of a week action by action.
 */
export async function countAllWeeks(
  db: Db,
  { actions, days }: Tables,
  { weeks, moments, bounds, type }: WeeksFilter,
): Promise<Week[]> {
  const weekAt = weeksBetween(moments)
  const spans = spansOf(moments, bounds).map(wholeDaysOf)
  const { day, n } = days
  const { date } = actions
  const [ofDay, ofDate] = [weekAt(sql`${day}::timestamp at time zone 'UTC'`), weekAt(sql`${date}`)]
  const isWanted = (of: PgColumn) => (type === undefined ? undefined : eq(of, type))
  const whole = spans.flatMap((span) => span.days)
  const rest = spans.flatMap((span) => span.rest).map(({ since, before }) => and(gte(date, since), lt(date, before)))
  const tallied = await db
    .select({ week: ofDay, type: days.type, n: sql<number>`sum(${n})::int` })
    .from(days)
    .where(and(inArray(day, whole), isWanted(days.type)))
    .groupBy(ofDay, days.type)
  if (rest.length === 0) return weeksOf(weeks, tallied)
  const others = await db
    .select({ week: ofDate, type: actions.type, n: sql<number>`count(*)::int` })
    .from(actions)
    .where(and(or(...rest), isWanted(actions.type)))
    .groupBy(ofDate, actions.type)
  return weeksOf(weeks, [...tallied, ...others])
}

/**
 * Counts the actions of these weeks that a filter lets through, from the newest back and up to a maximum, which is
 * lower for a text search. Where counting stops, the weeks that were not counted completely are left out.
 */
export async function countFoundWeeks(
  db: Db,
  { actions }: Pick<Tables, 'actions'>,
  { weeks, moments, ...filter }: WeeksFilter & { where: SQL | undefined; searched: SQL | undefined },
): Promise<{ weeks: Week[]; isCapped: boolean }> {
  const { date, id, type } = actions
  const { searched } = filter
  const most = searched === undefined ? MAX_FILTERED : MAX_FOUND
  const [since, before] = [moments[0], moments.at(-1)]
  const where = and(filter.where, since && gte(date, since), before && lt(date, before))
  const sorting = { by: date, isDescending: true }
  const newest = db
    .select({ date, type })
    .from(actions)
    .where(
      searched === undefined
        ? where
        : inArray(id, await listFirstMatches(db, actions, { where, searched, sorting, most: most + 1 })),
    )
    .orderBy(desc(date), desc(id))
    .limit(most + 1)
    .as('newest')
  const week = weeksBetween(moments)(sql`${newest.date}`)
  const rows = await db
    .select({ week, type: newest.type, n: sql<number>`count(*)::int` })
    .from(newest)
    .groupBy(week, newest.type)
  const isCapped = rows.reduce((sum, { n }) => sum + n, 0) > most
  // The oldest week that was reached may have more actions than were counted.
  const whole = isCapped ? Math.min(...rows.map((row) => row.week)) : 0
  return { weeks: weeksOf(weeks, rows).slice(whole), isCapped }
}

/** The SQL of the number of the week that contains a time, counted from 1. */
function weeksBetween(moments: readonly Date[]) {
  // Inline the moments: as a parameter, the array would be a different expression in `group by`.
  const array = sql.raw(`'{${moments.map((moment) => moment.toISOString()).join(',')}}'::timestamptz[]`)
  return (time: SQL) => sql<number>`width_bucket(${time}, ${array})`
}

/** The part of each week that lies within the bounds. */
function spansOf(moments: readonly Date[], { since, before }: Partial<Span>): Span[] {
  return moments.slice(1).flatMap((end, index) => {
    const begin = moments[index] ?? end
    const span = {
      since: since !== undefined && since > begin ? since : begin,
      before: before !== undefined && before < end ? before : end,
    }
    return span.since < span.before ? [span] : []
  })
}

function weeksOf(weeks: readonly string[], rows: readonly { week: number; type: string; n: number }[]): Week[] {
  return weeks.map((week, index) => {
    const counts: Week['counts'] = {}
    for (const row of rows) if (row.week === index + 1) counts[row.type] = (counts[row.type] ?? 0) + row.n
    return { week, counts }
  })
}
