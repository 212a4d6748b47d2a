import { ORDINALS, UNITS } from './plain-text.ts'
import { isEmpty, wordKey } from './word-groups.ts'

const PREPOSITIONS = new Set('in on at by for with to of from during against after before under over into'.split(' '))

/** Whether a token has a meaning of its own: it is no sign, number, measure or function word. */
export const isContent = (token: string): boolean =>
  /^[a-z]/.test(token) && !isEmpty(token) && !UNITS.has(token) && !PREPOSITIONS.has(token) && !ORDINALS.has(token)

/**
 * Whether a token is an ordinal. "second" can also be a measure after a number, and "first 60 seconds" has no ordinal.
 */
export function isOrdinal(tokens: readonly string[], at: number): boolean {
  if (!ORDINALS.has(tokens[at] ?? '') || /^\d/.test(tokens[at + 1] ?? '')) return false
  return !(tokens[at] === 'second' && /^\d/.test(tokens[at - 1] ?? ''))
}

export const isMeasure = (tokens: readonly string[], at: number): boolean =>
  UNITS.has(tokens[at] ?? '') && tokens.slice(Math.max(0, at - 2), at).some((word) => /^\d/.test(word))

/** The keys around a token, within the nearest commas or joints. */
export function keysAround(tokens: readonly string[], at: number): string[] {
  const isJoint = (token: string) => /^(,|and|or|nor)$/.test(token)
  const from = tokens.findLastIndex((token, index) => index < at && isJoint(token))
  const to = tokens.findIndex((token, index) => index > at && isJoint(token))
  return tokens
    .slice(from + 1, to < 0 ? undefined : to)
    .flatMap((word) => (ORDINALS.has(word) ? `nth${ORDINALS.get(word)}` : isContent(word) ? wordKey(word) : []))
}
