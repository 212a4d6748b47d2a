import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { DAY } from '#lib/dates.ts'
import type { OffenceSuggestion } from '../contract.ts'
import { useFamily } from './use-family.ts'

/** What is written in the form about the offences of an action. */
export interface WrittenTerms {
  user: string
  /** Codes, separated by spaces. */
  offences: string
  type: string
  /** Empty when the action does not end. */
  days: string
  points: string
  external_reason: string
  deviation_why: string
}

export const codesOf = ({ offences }: { offences: string }) => offences.split(' ').filter(Boolean)

/** The suggestion for offences of a person. There is none until a person is chosen. */
export function useSuggested(of: {
  user: string
  codes: readonly string[]
  date: string | undefined
  /** The id of the action that its issuer revises. */
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

/** The fields that a suggestion fills in. */
const FILLED = ['type', 'days', 'points', 'external_reason'] as const
type Filled = Pick<WrittenTerms, (typeof FILLED)[number]>

const NOTHING_FILLED: Filled = { type: '', days: '', points: '', external_reason: '' }

/**
 * The suggestion for the chosen offences. It fills in the form, and is removed with the last offence. Values that the
 * user changed by hand since the first offence was chosen stay.
 */
export function useSuggestion(
  written: WrittenTerms,
  { date, write }: { date: string | undefined; write(part: Partial<WrittenTerms>): void },
) {
  const query = useSuggested({ user: written.user, codes: codesOf(written), date })
  const { data } = query
  const filledIn = useRef<{ by: OffenceSuggestion | null; texts: Filled } | null>(null)
  // A layout effect runs before the user can type. Otherwise, a key pressed in between would be overwritten.
  useLayoutEffect(() => {
    const before = filledIn.current
    if (codesOf(written).length === 0) {
      filledIn.current = null
      if (before !== null && before.by !== null) write(refill(written, before.texts, NOTHING_FILLED))
      return
    }
    // An external reason that exists already was written by the user and stays. The first suggestion replaces the other
    // values.
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

/** The new values of the fields that were filled in and not changed by hand. */
const refill = (written: WrittenTerms, before: Filled, now: Filled): Partial<Filled> =>
  Object.fromEntries(FILLED.filter((field) => written[field] === before[field]).map((field) => [field, now[field]]))

/** Whether the written terms differ from the suggestion. */
export function deviates(written: WrittenTerms, suggestion: OffenceSuggestion): boolean {
  const { type, days, points } = textsOf(suggestion)
  return written.type !== type || written.days !== days || Number(written.points) !== Number(points)
}

/** What changes when the user chooses a type. The suggested days belong only to the suggested type. */
export function withType(type: string, written: WrittenTerms, suggestion: OffenceSuggestion | undefined) {
  if (suggestion === undefined || codesOf(written).length === 0) return { type }
  const { type: suggested, days } = textsOf(suggestion)
  if (type === suggested) return written.days === '' ? { type, days } : { type }
  return written.days === days ? { type, days: '' } : { type }
}

/**
 * The type of a template. When offences are chosen, the suggestion decides the type, and a template fills in only the
 * reasons.
 */
export const typeOfTemplate = (written: WrittenTerms, template: { type: string }) =>
  codesOf(written).length > 0 ? written.type : template.type

/**
 * The part of the terms that is sent. The offences and the reason for a deviation are only sent when there are
 * offences.
 */
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

/** A number of days. Null when the text is empty or not a number of days. */
export const daysIn = (text: string) => (/^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : null)
