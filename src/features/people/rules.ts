/** How a stage of a checklist was signed off. */
export const STAGE_MARKS = ['done', 'failed', 'inProgress'] as const

export type StageMark = (typeof STAGE_MARKS)[number]

/** What a timeline tells. */
export const TIMELINE_KINDS = ['hired', 'moved', 'action', 'revoked', 'stage', 'finished'] as const

/** As much of a timeline is shown; the lists themselves have the rest. */
export const MAX_TIMELINE = 40

/** The latest of what happened, the newest first. A day alone stands after the moments of that day. */
export function timelineOf<E extends { at: string }>(entries: readonly E[]): E[] {
  return entries.toSorted((a, b) => Number(a.at < b.at) - Number(a.at > b.at)).slice(0, MAX_TIMELINE)
}

/**
 * How long somebody has been here: whole years, months of the year that has begun, and days where it is less than one.
 */
export function tenureOf(hiredAt: string, today: string): { years: number; months: number; days: number } | null {
  if (hiredAt > today) return null
  const [year = 0, month = 0, day = 0] = hiredAt.split('-').map(Number)
  const [nowYear = 0, nowMonth = 0, nowDay = 0] = today.split('-').map(Number)
  // Anyone who began on the 31st has a month behind them on the last day of a shorter one.
  const lastOfMonth = new Date(Date.UTC(nowYear, nowMonth, 0)).getUTCDate()
  const isWhole = nowDay >= Math.min(day, lastOfMonth)
  const months = (nowYear - year) * 12 + nowMonth - month - (isWhole ? 0 : 1)
  const days = Math.round((Date.parse(today) - Date.parse(hiredAt)) / 86_400_000)
  return { years: Math.floor(months / 12), months: months % 12, days: months === 0 ? days : 0 }
}
