import { type Comparison, keysOf } from './comparison.ts'
import type { Quantity } from './quantities.ts'
import type { Clause } from './statement.ts'

/** The relative tolerance for time spans: a month is 30 days, and a year is 12 months or 365 days. */
const ROUNDING = 0.03

export function isSameValue(one: Quantity, other: Quantity): boolean {
  if (one.measure === other.measure) {
    const tolerance = one.measure === 'time' ? ROUNDING * Math.max(one.value, other.value) : 0
    return Math.abs(one.value - other.value) <= tolerance
  }
  // "at least 16" matches a rule that says 16 years.
  const isBare = ({ measure, of }: Quantity) => measure === '' && of.length === 0
  return (isBare(one) || isBare(other)) && one.written === other.written
}

/** "not two" means at most one. */
export const isOneFewer = ({ sign }: Clause, mine: Quantity, theirs: Quantity): boolean =>
  sign < 0 &&
  mine.bound === 0 &&
  theirs.bound === -1 &&
  mine.measure === '' &&
  theirs.measure === '' &&
  mine.value - 1 === theirs.value

/** How much better another clause must match before the number is taken to belong to it. */
const CLOSER = 0.3

/** Checks that each number is in the rule, counts the same thing, and bounds it in the same direction. */
export function numberProblem({ clause, statedClauses, quotedClauses, matches }: Comparison): string | null {
  const quotedNumbers = matches.flatMap(({ clause: one, score }) =>
    one.quantities.map((quantity) => ({ quantity, one, score })),
  )
  const statedKeys = keysOf(statedClauses)
  const isOne = quotedNumbers.some(({ quantity: { measure, value } }) => measure === '' && value === 1)
  if (isOne && (statedKeys.has('sever') || statedKeys.has('multipl')) && !keysOf(quotedClauses).has('sever'))
    return 'number: several'
  const isSame = (mine: Quantity, theirs: Quantity) => isSameValue(mine, theirs) || isOneFewer(clause, mine, theirs)
  for (const mine of clause.quantities) {
    const shown = `${mine.written} ${mine.measure}`
    const isOfIt = ({ of }: Quantity) => of.some((key) => mine.of.includes(key))
    const same = quotedNumbers.filter(({ quantity }) => isSame(mine, quantity))
    if (same.length === 0) {
      if (mine.isLoose && !quotedNumbers.some(({ quantity }) => isOfIt(quantity))) continue
      // The ordinals in "play it out first" and "your second character" count nothing.
      if (mine.measure === 'nth' && !quotedNumbers.some(({ quantity }) => quantity.measure === 'nth')) continue
      return `number: ${shown}`
    }
    const isOfUnit = ({ value, written }: Quantity) => value / written === mine.value / mine.written
    const shared = ({ around }: Quantity) => around.filter((key) => mine.around.includes(key)).length
    const rivals = quotedNumbers.filter(
      ({ quantity }) =>
        quantity.measure === mine.measure &&
        (mine.measure !== '' || isOfIt(quantity)) &&
        // When the statement contains both numbers, each may belong to the other thing.
        ((isOfUnit(quantity) && same.every((one) => shared(one.quantity) === 0)) ||
          !clause.quantities.some((other) => isSame(other, quantity))),
    )
    // "An arrest warrant after 14 days, a search warrant after 72 hours": the statement has a word that only the other
    // number has, and lacks a word that only this number has.
    const isContrary = (theirs: Quantity, rival: Quantity) =>
      rival.around.some((key) => theirs.around.includes(key)) &&
      rival.around.some((key) => !theirs.around.includes(key) && mine.around.includes(key)) &&
      theirs.around.some((key) => !rival.around.includes(key) && !statedKeys.has(key))
    const isOfOther = rivals.some((rival) =>
      same.every(
        ({ quantity, one, score }) =>
          rival.score > score + CLOSER ||
          (rival.one === one && shared(rival.quantity) > shared(quantity)) ||
          (rival.one.sentence === one.sentence && isContrary(quantity, rival.quantity)),
      ),
    )
    if (isOfOther) return `number of something else: ${shown}`
    const maxShared = Math.max(...same.map(({ quantity }) => shared(quantity)))
    const isSameBound = same.some(({ quantity }) => shared(quantity) === maxShared && boundsAlike(mine, quantity))
    if (!isSameBound) return `bound: ${shown}`
  }
  return null
}

const boundsAlike = (one: Quantity, other: Quantity) =>
  one.isOffset === other.isOffset && (one.bound === 0 || other.bound === 0 || one.bound === other.bound)

/** Which occurrence a clause is about: "the third time" in the clause itself or earlier in its sentence. */
function nthOf(clause: Clause, quotedClauses: readonly Clause[]): number {
  const until = quotedClauses
    .slice(0, quotedClauses.indexOf(clause) + 1)
    .filter(({ sentence }) => sentence === clause.sentence)
  const times = until.flatMap(({ quantities }) => quantities.filter(({ measure }) => measure === 'nth'))
  return times.at(-1)?.value ?? 1
}

/** Checks that each sanction is in the rule, for the same thing and the same occurrence. */
export function sanctionProblem({ clause, statedClauses, quotedClauses, matches }: Comparison): string | null {
  const quotedSanctions = matches.flatMap(({ clause: one, score }) =>
    one.sanctions.map((sanction) => ({ ...sanction, score, of: one, nth: nthOf(one, quotedClauses) })),
  )
  const isTimed = clause.quantities.some(({ measure }) => measure === 'time')
  const isOneKind = new Set(quotedSanctions.map(({ key }) => key)).size === 1
  const used = new Set<(typeof quotedSanctions)[number]>()
  for (const { key, sign, around } of clause.sanctions) {
    const words = new Set([...around, ...clause.words.map((word) => word.key)].filter((word) => word !== key))
    const closeness = (one: (typeof quotedSanctions)[number]) =>
      one.score + one.around.filter((word) => words.has(word)).length
    const isIt = (one: (typeof quotedSanctions)[number]) =>
      (one.sign === sign || (one.of.sign < 0 && clause.sign < 0)) &&
      (one.key === key || (key === 'ban' && one.key === 'permanent ban' && !isTimed))
    const [best] = quotedSanctions
      .filter((one) => isIt(one) && (!used.has(one) || isOneKind))
      .sort((one, other) => closeness(other) - closeness(one))
    if (best === undefined) return `sanction: ${key}`
    used.add(best)
    const isOfOther = quotedSanctions.some(
      (one) => !used.has(one) && !isIt(one) && closeness(one) > closeness(best) + 0.5,
    )
    if (isOfOther) return `sanction of something else: ${key}`
    if (best.nth > 1 && !statedClauses.some(({ quantities }) => quantities.some(({ measure }) => measure === 'nth'))) {
      return `sanction of another time: ${key}`
    }
  }
  return null
}
