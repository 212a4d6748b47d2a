import { isVerb } from './clauses.ts'
import { ORDINALS, UNITS } from './plain-text.ts'
import { isOrdinal, keysAround } from './tokens.ts'
import { isEmpty, wordKey } from './word-groups.ts'

/** A number with what it counts or measures. */
export interface Quantity {
  /** The value in the smallest unit of its measure. */
  value: number
  /** The number as it is written. */
  written: number
  /** time, length, speed, share, money, clock or nth. Empty for things that are counted. */
  measure: string
  /** The keys of the words that follow it. */
  of: string[]
  /** 1 is at least this much, -1 is at most this much, 0 is no bound. */
  bound: -1 | 0 | 1
  /** Whether a negation has reversed its bound. */
  isReversed: boolean
  /** Whether it is measured from something else: "20 mph below the limit". */
  isOffset: boolean
  /** Whether it is the word "one", which may mean no more than "a". */
  isLoose: boolean
  preposition: string
  /** The keys of the words around it. */
  around: string[]
}

const BOUNDS: Readonly<Record<string, { bound: -1 | 1; isStrict: boolean }>> = {
  GE: { bound: 1, isStrict: false },
  LE: { bound: -1, isStrict: false },
  GT: { bound: 1, isStrict: true },
  LT: { bound: -1, isStrict: true },
}

const PLAIN = {
  of: [],
  bound: 0,
  isReversed: false,
  isOffset: false,
  isLoose: false,
  preposition: '',
  around: [],
} as const

/** Reads the numbers of a clause. A negation reverses their bounds. */
export function quantitiesOf(tokens: readonly string[], sign: -1 | 1): Quantity[] {
  let unitBefore = ''
  return tokens.flatMap((token, at): Quantity[] => {
    const bare = numberWithoutUnit(tokens, at)
    if (bare !== null) return [{ ...PLAIN, around: [], ...bare }]
    const isOne = token === 'one' && isCounted(tokens, at)
    if (!isOne && !/^\d+(\.\d+)?$/.test(token)) return []
    const before = tokens.slice(Math.max(0, at - 3), at)
    const rest = tokens.slice(at + 1, at + 5)
    const end = rest.findIndex((word) => /^[\d,]/.test(word) || word in BOUNDS || isVerb(word))
    const follow = end < 0 ? rest : rest.slice(0, end)
    const own = follow.slice(0, 2).find((word) => UNITS.has(word))
    // "within 5 days, complaints within 7": the second number has the unit of the first.
    const unit = own ?? (follow.length === 0 ? unitBefore : '')
    if (own !== undefined) unitBefore = own
    const [measure, size] = UNITS.get(unit) ?? ['', 1]
    const number = isOne ? 1 : Number(token)
    const { bound, isStrict } = BOUNDS[before.findLast((word) => word in BOUNDS) ?? ''] ?? { bound: 0, isStrict: false }
    // "fewer than 3" becomes "at most 2" for things that are counted. For measures the difference is negligible.
    const value = number * size + (isStrict && measure === '' ? bound : 0)
    const behind = own === undefined ? [] : rest.slice(rest.indexOf(own) + 1, rest.indexOf(own) + 3)
    const quantity: Quantity = {
      value,
      written: measure === '' ? value : number,
      measure,
      of: follow.filter((word) => /^[a-z]/.test(word) && !isEmpty(word) && !UNITS.has(word)).map(wordKey),
      bound,
      isReversed: false,
      isOffset: behind.some((word) => /^(below|above|over|under|off|LT|GT)$/.test(word)),
      isLoose: isOne && measure === '',
      preposition: /^(after|later)$/.test(behind[0] ?? '')
        ? 'after'
        : (before.findLast((word) => !(word in BOUNDS)) ?? ''),
      around: keysAround(tokens, at),
    }
    if (sign < 0) reverseBound(quantity)
    return [quantity]
  })
}

function numberWithoutUnit(
  tokens: readonly string[],
  at: number,
): Pick<Quantity, 'value' | 'written' | 'measure' | 'of'> | null {
  const token = tokens[at] ?? ''
  const nth = isOrdinal(tokens, at) ? ORDINALS.get(token) : undefined
  if (nth !== undefined) return { value: nth, written: nth, measure: 'nth', of: [wordKey(tokens[at + 1] ?? '')] }
  const clock = /^clock(\d+)$/.exec(token)?.[1]
  return clock === undefined ? null : { value: Number(clock), written: Number(clock), measure: 'clock', of: [] }
}

/** True for "one officer", false for "the one who" and "no one". */
function isCounted(tokens: readonly string[], at: number): boolean {
  const [before = '', after = ''] = [tokens[at - 1], tokens[at + 1]]
  if (/^(first|second|third|other|new|old|next|last|this|that|each|every|any|no|which|the)$/.test(before)) return false
  return after !== '' && !isVerb(after) && !/^(another|of|in|who|that|,)$/.test(after)
}

/** Reverses the bound of a negated number: "not fewer than 3". */
export function reverseBound(quantity: Quantity): void {
  if (quantity.bound === 0) return
  if (quantity.measure === '') {
    quantity.value -= quantity.bound
    quantity.written = quantity.value
  }
  quantity.bound = quantity.bound === 1 ? -1 : 1
  quantity.isReversed = !quantity.isReversed
}
