import { isOneFewer, isSameValue } from './claim-numbers.ts'
import type { Comparison } from './comparison.ts'
import type { Quantity } from './quantities.ts'
import type { Clause, Word } from './statement.ts'
import { isShutting, OPPOSITES } from './word-groups.ts'

const has = (clauses: readonly Clause[], ...marks: readonly string[]) =>
  clauses.some((one) => marks.some((mark) => one.marks.has(mark)))
const isBounded = (clauses: readonly Clause[]) =>
  clauses.some(({ quantities }) => quantities.some(({ bound }) => bound !== 0))
const isCondition = ({ link }: Clause) => link === 'IF' || link === 'EXCEPT'
const hasWord = (clause: Clause, key: string) => clause.words.some((word) => word.key === key)

/** Checks that what is affirmed is affirmed in the rule, and that what is negated is negated there. */
export function signProblem({ clause, matches, statedClauses }: Comparison): string | null {
  const decided = new Set<Clause>()
  // An aside or a reason states nothing by itself, unless it gives or denies a right.
  if (clause.link === 'EVEN' || (clause.force === '' && /^(because|since|so)$/.test(clause.link))) return null
  if (isDeniedInOtherWords(clause, matches)) return null
  for (const place of ['verb', 'subject', 'circumstance'] as const) {
    const wrong: string[] = []
    for (const word of clause.words.filter((one) => one.place === place && one.sign !== 0)) {
      const having = matches.filter(({ clause: one }) => hasWord(one, word.key))
      const closest = having.filter(({ score }) => score >= (having[0]?.score ?? 0) - 0.01).map((match) => match.clause)
      if (closest.length === 0) continue
      const isLacking = closest.every(({ words }) => words.every(({ key, isLacking }) => key !== word.key || isLacking))
      if (place === 'circumstance' && decided.size > 0 && !isLacking) continue
      const agreeing = closest.filter((one) => agrees(word, clause, one, statedClauses))
      for (const one of agreeing) decided.add(one)
      // A verb that agrees also decides for its subject. A subject that another clause mentions does not count.
      const counts =
        decided.size === 0 || isLacking || word.isLacking || word.sign > 0 || closest.some((one) => decided.has(one))
      if (agreeing.length === 0 && counts) wrong.push(word.key)
    }
    // A negation is supported by a negated clause of the rule, even if other clauses affirm its words.
    if (wrong.length > 0 && !(clause.sign < 0 && decided.size > 0)) return `sign: ${wrong.join(', ')}`
  }
  return null
}

/** A negation that shares at most this many words with the rule is no evidence that the rule affirms it. */
const FEW = 2

/** "is not always right" for a rule that says "can be inaccurate". */
function isDeniedInOtherWords({ sign, words }: Clause, matches: Comparison['matches']): boolean {
  const shared = words.filter(({ key }) => matches.some(({ clause }) => hasWord(clause, key)))
  return sign < 0 && shared.length <= FEW && shared.length < words.length
}

function agrees(
  { key, sign, isLacking }: Word,
  clause: Clause,
  one: Clause,
  statedClauses: readonly Clause[],
): boolean {
  // A word that is only a condition on one side says nothing about the other side, except after "without".
  if (isCondition(clause) !== isCondition(one)) {
    return !isLacking || one.words.some((word) => word.key === key && word.sign === sign)
  }
  const polarities = polaritiesOf(clause, one, statedClauses)
  return one.words.some(
    (word) => word.key === key && (word.sign === 0 || polarities.some((polarity) => word.sign * polarity === sign)),
  )
}

const hasWordBefore = (clauses: readonly Clause[]) =>
  clauses.some(({ words }) => words.some(({ time }) => time === 'before'))

/**
 * Whether one clause negates what the other affirms in different words: 1 is no, -1 is yes, both when it cannot be
 * told.
 */
function polaritiesOf(clause: Clause, one: Clause, statedClauses: readonly Clause[]): readonly (-1 | 1)[] {
  const shuts = (those: Clause, these: Clause) =>
    those.isShut && !these.words.some(({ key }) => isShutting(key) && hasWord(those, key))
  const isShut = (clause.sign < 0 && shuts(one, clause)) || (one.sign < 0 && shuts(clause, one))
  // "not without a ticket" means "needs a ticket".
  const isNeeded =
    clause.sign < 0 &&
    one.sign > 0 &&
    ((one.focus.size > 0 && has(statedClauses, 'WITHOUT', 'EXCEPT', 'LACK')) ||
      (one.force === 'must' && (has(statedClauses, 'WITHOUT', 'EXCEPT', 'ONLY') || hasWordBefore(statedClauses))))
  if (isShut || isNeeded) return [1, -1]
  const isOpposite = clause.words.some(
    ({ key }) =>
      !hasWord(one, key) && one.words.some((word) => OPPOSITES.get(key)?.has(word.key) && !hasWord(clause, word.key)),
  )
  const isReversed = statedClauses.some((other) =>
    other.quantities.some((mine) =>
      one.quantities.some((theirs) => isReversedFrom(mine, theirs) || isOneFewer(other, mine, theirs)),
    ),
  )
  return [isOpposite === isReversed ? 1 : -1]
}

/** "not above 20" means "up to 20", and "no longer after 60 days" means "for 60 days". */
const isReversedFrom = (mine: Quantity, theirs: Quantity) =>
  isSameValue(mine, theirs) &&
  ((mine.preposition === 'first' && theirs.preposition === 'after') ||
    (mine.isReversed !== theirs.isReversed &&
      ((mine.bound !== 0 && theirs.bound !== 0) || (mine.preposition === 'after' && theirs.preposition === 'for'))))

/** Checks that a right is not stated as a duty, nor a duty as a right. */
export function forceProblem({ clause, best, statedClauses, around }: Comparison): string | null {
  if (clause.link !== '') return null
  if (clause.force === 'may' && clause.sign > 0) {
    const isGiven =
      // "can" may only mean that something happens. It is no right when the rule denies, demands or punishes something.
      (clause.isAbility &&
        !around.some(
          ({ sign, force, sanctions, quantities }) =>
            sign < 0 || force === 'must' || sanctions.length > 0 || quantities.length > 0,
        )) ||
      around.some((one) => !isCondition(one) && (one.force === 'may' || one.force === 'need not')) ||
      isBounded([...around, clause]) ||
      has(around, 'ONLY', 'EXCEPT')
    const isAble =
      clause.isAbility &&
      best.sign > 0 &&
      clause.words.some(
        ({ key, place }) =>
          place === 'verb' && best.words.some((word) => word.key === key && word.place !== 'circumstance'),
      )
    if (!isGiven && !isAble) return 'force: nobody is allowed it'
    const isDuty = best.force === 'must' && best.sign > 0
    if (isDuty && !isBounded(statedClauses) && !has(statedClauses, 'ONLY', 'EXCEPT', 'IF'))
      return 'force: a duty is no right'
  }
  // "you must wait 7 days" for a rule about what one may do after 7 days.
  const isWait = clause.quantities.length > 0 && hasWord(clause, 'wait')
  if (clause.force === 'must' && clause.sign > 0 && !isWait && best.force === 'may' && best.sign > 0) {
    // "needs a ticket" for a rule about what one may do with a ticket.
    const conditions = new Set(
      around.flatMap(({ link, words, focus }) => [
        ...words.filter(({ place }) => link !== '' || place === 'circumstance').map(({ key }) => key),
        ...focus,
      ]),
    )
    const isNeeded = clause.words.some(({ key, place }) => place === 'verb' && conditions.has(key))
    if (!isNeeded) return 'force: a right is no duty'
  }
  if (clause.force === 'may' && clause.sign < 0 && best.force === 'need not') return 'force: it is not forbidden'
  return null
}
