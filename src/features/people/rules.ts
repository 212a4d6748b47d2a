/** How a stage of a checklist was signed off. */
export const STAGE_MARKS = ['done', 'failed', 'inProgress'] as const

export type StageMark = (typeof STAGE_MARKS)[number]

/** The kinds of events in a timeline. */
export const TIMELINE_KINDS = ['hired', 'moved', 'action', 'revoked', 'stage', 'finished'] as const

/** The maximum number of events in a timeline. The lists have the rest. */
export const MAX_TIMELINE = 40

/** The latest events, the newest first. An event with only a day comes after the other events of that day. */
export function timelineOf<E extends { at: string }>(entries: readonly E[]): E[] {
  return entries.toSorted((a, b) => Number(a.at < b.at) - Number(a.at > b.at)).slice(0, MAX_TIMELINE)
}

/** How long a person has been here: whole years, the further months, and the days when it is less than one month. */
export function tenureOf(hiredAt: string, today: string): { years: number; months: number; days: number } | null {
  if (hiredAt > today) return null
  const [year = 0, month = 0, day = 0] = hiredAt.split('-').map(Number)
  const [nowYear = 0, nowMonth = 0, nowDay = 0] = today.split('-').map(Number)
  // A person who began on the 31st completes a month on the last day of a shorter month.
  const lastOfMonth = new Date(Date.UTC(nowYear, nowMonth, 0)).getUTCDate()
  const isWhole = nowDay >= Math.min(day, lastOfMonth)
  const months = (nowYear - year) * 12 + nowMonth - month - (isWhole ? 0 : 1)
  const days = Math.round((Date.parse(today) - Date.parse(hiredAt)) / 86_400_000)
  return { years: Math.floor(months / 12), months: months % 12, days: months === 0 ? days : 0 }
}
