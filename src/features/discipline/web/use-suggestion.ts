import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { DAY } from '#lib/dates.ts'
import type { OffenceSuggestion } from '../contract.ts'
import { useFamily } from './use-family.ts'

/** What is written about the offences of an action. */
export interface WrittenTerms {
  user: string
  /** Codes with spaces between them. */
  offences: string
  type: string
  /** Empty: it does not end. */
  days: string
  points: string
  external_reason: string
  deviation_why: string
}

export const codesOf = ({ offences }: { offences: string }) => offences.split(' ').filter(Boolean)

/** What is suggested for offences of somebody; nothing while nobody is chosen. */
export function useSuggested(of: {
  user: string
  codes: readonly string[]
  date: string | undefined
  /** The action that its issuer revises so. */
  revises?: number
}) {
  const { user, codes, date, revises } = of
  const { path, topic, suggest } = useFamily()
  return useQuery({
    queryKey: [path, 'suggestion', user, codes, date, revises],
    meta: { topic },
    queryFn: ({ signal }) =>
      suggest({ user, offences: codes.join(','), date, ...(revises && { revises: String(revises) }) }, signal),
    enabled: user !== '' && codes.length > 0,
  })
}

/** What a suggestion fills in. */
const FILLED = ['type', 'days', 'points', 'external_reason'] as const
type Filled = Pick<WrittenTerms, (typeof FILLED)[number]>

const NOTHING_FILLED: Filled = { type: '', days: '', points: '', external_reason: '' }

/**
 * What is suggested for the chosen offences, which fills the form in and goes with the last of them. What somebody changed
 * by hand since they chose the first one stays.
 */
export function useSuggestion(
  written: WrittenTerms,
  { date, write }: { date: string | undefined; write(part: Partial<WrittenTerms>): void },
) {
  const query = useSuggested({ user: written.user, codes: codesOf(written), date })
  const { data } = query
  const filledIn = useRef<{ by: OffenceSuggestion | null; texts: Filled } | null>(null)
  // Before anybody can type: a key that comes in between would write over it.
  useLayoutEffect(() => {
    const before = filledIn.current
    if (codesOf(written).length === 0) {
      filledIn.current = null
      if (before !== null && before.by !== null) write(refill(written, before.texts, NOTHING_FILLED))
      return
    }
    // A text that is there already is somebody's own; what else is there gives way to the first suggestion.
    const { texts } = before ?? { texts: { ...written, external_reason: '' } }
    if (before === null) filledIn.current = { by: null, texts }
    if (data === undefined || data === before?.by) return
    filledIn.current = { by: data, texts: textsOf(data) }
    write(refill(written, texts, textsOf(data)))
  })
  return query
}

const textsOf = ({ type, days, points, told }: OffenceSuggestion): Filled => ({
  type,
  days: days === null ? '' : String(days),
  points: String(points),
  external_reason: told ?? '',
})

/** What is written instead of what was filled in and not changed by hand. */
const refill = (written: WrittenTerms, before: Filled, now: Filled): Partial<Filled> =>
  Object.fromEntries(FILLED.filter((field) => written[field] === before[field]).map((field) => [field, now[field]]))

/** Whether something else is written than what is suggested. */
export function deviates(written: WrittenTerms, suggestion: OffenceSuggestion): boolean {
  const { type, days, points } = textsOf(suggestion)
  return written.type !== type || written.days !== days || Number(written.points) !== Number(points)
}

/** What a type that somebody picks changes: the days that were suggested belong to the suggested type alone. */
export function withType(type: string, written: WrittenTerms, suggestion: OffenceSuggestion | undefined) {
  if (suggestion === undefined || codesOf(written).length === 0) return { type }
  const { type: suggested, days } = textsOf(suggestion)
  if (type === suggested) return written.days === '' ? { type, days } : { type }
  return written.days === days ? { type, days: '' } : { type }
}

/** The type of a template: with offences chosen the suggestion says the type, and a template fills in reasons alone. */
export const typeOfTemplate = (written: WrittenTerms, template: { type: string }) =>
  codesOf(written).length > 0 ? written.type : template.type

/** What of it is sent: the offences and the why only where there are any. */
export function termsSent(written: WrittenTerms, date: string | undefined) {
  const offences = codesOf(written)
  const days = daysIn(written.days)
  const from = date === undefined ? Date.now() : Date.parse(date)
  return {
    ...(offences.length === 0 ? {} : { offences, deviation_why: written.deviation_why }),
    ...(written.points.trim() === '' ? {} : { points: Number(written.points) }),
    ...(days === null ? {} : { ends_at: new Date(from + days * DAY).toISOString() }),
  }
}

/** A number of days; null for none, and for what is no number of days. */
export const daysIn = (text: string) => (/^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : null)
