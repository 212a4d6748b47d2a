import { DAY } from '#lib/dates.ts'
import type { AppealPromise, OwnAppeal } from './contract.ts'
import { isFree, isOpen, whyNotAppeal } from './rules.ts'

type Earlier = Pick<OwnAppeal, 'state' | 'filedAt' | 'endedAt' | 'endedBy' | 'issuerReduction'>
const YEAR = 365 * DAY

const knownOf = ({ state, endedBy, issuerReduction }: Earlier) => ({
  ...{ state, endedBy, issuerReducedAt: issuerReduction && new Date(issuerReduction.at) },
})

/** From when on an action can be appealed again if the open appeal of it is withdrawn now; null: at once. */
export function againFrom(ofAction: readonly Earlier[], terms: Pick<AppealPromise, 'spacingDays' | 'most'>, now: Date) {
  const ended = ofAction.map((appeal) => ({
    ...knownOf(appeal),
    state: isOpen(appeal.state) ? ('withdrawn' as const) : appeal.state,
    filedAt: new Date(appeal.filedAt),
    endedAt: appeal.endedAt === null ? now : new Date(appeal.endedAt),
  }))
  // That it can be appealed at all its open appeal shows.
  const action = { date: new Date(0), isRevoked: false, terms: {}, openOfPerson: 0 }
  return whyNotAppeal(action, ended, terms, now)?.from ?? null
}

/** How many appeals of an action are left within a year, those that there are taken away. */
export function leftThisYear(ofAction: readonly Earlier[], { most }: Pick<AppealPromise, 'most'>, now: Date): number {
  const counted = ofAction.filter((appeal) => !isFree(knownOf(appeal)))
  const filed = counted.filter(({ filedAt }) => now.getTime() - Date.parse(filedAt) < YEAR)
  return Math.max(0, most - filed.length)
}
