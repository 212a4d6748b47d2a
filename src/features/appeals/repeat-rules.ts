import { DAY } from '#lib/dates.ts'
import type { AppealPromise, OwnAppeal } from './contract.ts'
import { isOpen, whyNotAppeal } from './rules.ts'

type OfAction = readonly Pick<OwnAppeal, 'state' | 'filedAt' | 'endedAt'>[]
const YEAR = 365 * DAY

/** From when on an action can be appealed again if the open appeal of it is withdrawn now; null: at once. */
export function againFrom(ofAction: OfAction, terms: Pick<AppealPromise, 'spacingDays' | 'most'>, now: Date) {
  const ended = ofAction.map(({ state, filedAt, endedAt }) => ({
    state: isOpen(state) ? ('withdrawn' as const) : state,
    filedAt: new Date(filedAt),
    endedAt: endedAt === null ? now : new Date(endedAt),
  }))
  // That it can be appealed at all its open appeal shows.
  return whyNotAppeal({ date: new Date(0), isRevoked: false, terms: {} }, ended, terms, now)?.from ?? null
}

/** How many appeals of an action are left within a year, those that there are taken away. */
export function leftThisYear(ofAction: OfAction, { most }: Pick<AppealPromise, 'most'>, now: Date): number {
  const filed = ofAction.filter(({ filedAt }) => now.getTime() - Date.parse(filedAt) < YEAR)
  return Math.max(0, most - filed.length)
}
