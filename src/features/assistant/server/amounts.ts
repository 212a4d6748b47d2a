import { fold } from '#lib/search.ts'

type Unit = 'dollars' | 'grams'

/** An amount in a question: "2 grand", "10g", "stole 800". */
export interface Amount {
  unit: Unit
  value: number
}

/** The range of amounts that a code applies to: "$750 to under $5,000", "28 grams or more". */
export interface AmountRange {
  unit: Unit
  from: number
  to: number
}

const GRAMS = {
  g: 1,
  gr: 1,
  gram: 1,
  grams: 1,
  gramm: 1,
  oz: 28,
  ounce: 28,
  ounces: 28,
  kg: 1000,
  kilo: 1000,
  kilos: 1000,
  lb: 454,
  lbs: 454,
  pound: 454,
  pounds: 454,
} as const
const isWeight = (word: string): word is keyof typeof GRAMS => word in GRAMS

const RANGE =
  /(over|above|under|more than)? ?(\$?)(\d[\d,]*)(?: (?:to under|to) \$?(\d[\d,]*))?(?: (grams|pounds))?(?: (or less|or more))?/g

/** The first range in a text. */
export function rangeIn(text: string): AmountRange | null {
  for (const [, sign = '', dollar, low = '', high, weight = '', tail] of fold(text).matchAll(RANGE)) {
    if ((dollar === '') === (weight === '') || (sign === '' && high === undefined && tail === undefined)) continue
    const size = isWeight(weight) ? GRAMS[weight] : 1
    const value = numberOf(low) * size
    const unit = dollar === '' ? 'grams' : 'dollars'
    if (high !== undefined) return { unit, from: value, to: numberOf(high) * size }
    return tail === 'or less' || sign === 'under'
      ? { unit, from: 0, to: value }
      : { unit, from: value, to: Number.POSITIVE_INFINITY }
  }
  return null
}

const AMOUNT =
  /(?<![\d.,-])(\$?) ?(\d[\d,]*(?:\.\d+)?) ?(k|grand|thousand|mil|million|dollars?|bucks?|g|gr|gramm?s?|oz|ounces?|kg|kilos?|lbs?|pounds?)?(?![\w-]|\.\d| ?(?:mph|km|met|feet|ft|point|hour|min|sec|day|year|people|player))/g
const TIMES: Record<string, number> = { k: 1000, grand: 1000, thousand: 1000, mil: 1e6, million: 1e6 }
/** A smaller number without a unit is taken for a count of people, minutes or points. */
const LEAST_BARE = 100

/** The amounts of money and the weights in a question. */
export function amountsIn(question: string): Amount[] {
  return [...fold(question).matchAll(AMOUNT)].flatMap(([, dollar, digits = '', unit = '']): Amount[] => {
    const value = numberOf(digits)
    if (isWeight(unit)) return [{ unit: 'grams', value: value * GRAMS[unit] }]
    if (dollar === '' && unit === '' && (value < LEAST_BARE || !Number.isInteger(value))) return []
    return [{ unit: 'dollars', value: value * (TIMES[unit] ?? 1) }]
  })
}

export const isWithin = ({ unit, value }: Amount, range: AmountRange): boolean =>
  unit === range.unit && value >= range.from && value <= range.to

function numberOf(digits: string): number {
  return Number(digits.replaceAll(',', ''))
}
