import { DAY } from '#lib/dates.ts'
import type { AppealPromise, OwnAppeal } from './contract.ts'
import { isOpen, isUncounted, whyNotAppeal } from './rules.ts'

type Earlier = Pick<OwnAppeal, 'state' | 'filedAt' | 'endedAt' | 'endedBy' | 'issuerReduction'>
const YEAR = 365 * DAY

const knownOf = ({ state, endedBy, issuerReduction }: Earlier) => ({
  ...{ state, endedBy, issuerReducedAt: issuerReduction && new Date(issuerReduction.at) },
})

/** When an action can be appealed again if its open appeal is withdrawn now. Null means at once. */
export function againFrom(ofAction: readonly Earlier[], terms: Pick<AppealPromise, 'spacingDays' | 'most'>, now: Date) {
  const ended = ofAction.map((appeal) => ({
    ...knownOf(appeal),
    state: isOpen(appeal.state) ? ('withdrawn' as const) : appeal.state,
    filedAt: new Date(appeal.filedAt),
    endedAt: appeal.endedAt === null ? now : new Date(appeal.endedAt),
  }))
  // The limits of the action itself do not matter here, because it has an open appeal already.
  const action = { date: new Date(0), isRevoked: false, terms: {}, openOfPerson: 0 }
  return whyNotAppeal(action, ended, terms, now)?.from ?? null
}

/** How many more appeals of an action are possible within a year. */
export function leftThisYear(ofAction: readonly Earlier[], { most }: Pick<AppealPromise, 'most'>, now: Date): number {
  const counted = ofAction.filter((appeal) => !isUncounted(knownOf(appeal)))
  const filed = counted.filter(({ filedAt }) => now.getTime() - Date.parse(filedAt) < YEAR)
  return Math.max(0, most - filed.length)
}
