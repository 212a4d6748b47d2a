import { numberProblem, sanctionProblem } from './claim-numbers.ts'
import { forceProblem, signProblem } from './claim-signs.ts'
import { type Comparison, compareClause, keysOf } from './comparison.ts'
import { readStatement } from './statement.ts'
import { OPPOSITES } from './word-groups.ts'

/**
 * The reason why a statement certainly does not follow from the sentences that it quotes, or null when words alone
 * cannot tell. It finds changed numbers, sanctions, negations, rights, duties and scopes without cost, before the model
 * judges the rest (claim-judge.ts).
 */
export function findProblem(claim: string, quote: string, heading: string): string | null {
  const statement = readStatement(claim)
  const quotedClauses = readStatement(quote)
  const under = heading.toLowerCase()
  for (const clause of statement) {
    const comparison = compareClause(clause, statement, quotedClauses, under)
    if (comparison === null) return 'nothing is quoted'
    for (const check of CHECKS) {
      const problem = check(comparison)
      if (problem !== null) return problem
    }
  }
  return null
}

const CHECKS: readonly ((comparison: Comparison) => string | null)[] = [
  numberProblem,
  sanctionProblem,
  scopeProblem,
  nameProblem,
  oppositeProblem,
  signProblem,
  forceProblem,
]

/** Words such as "every", "any", "always" and "even" must also be in the rule. */
function scopeProblem({ clause, statedClauses, quotedClauses, around }: Comparison): string | null {
  const marks = new Set(quotedClauses.flatMap((one) => [...one.marks]))
  const whole = new Set(quotedClauses.flatMap((one) => one.whole))
  // A negated statement needs no check: what nobody may do, no member of a group may do. "every 28 days" is a time
  // span.
  const added = clause.sign > 0 && clause.whole.find((key) => !whole.has(key) && !/^every \d/.test(key))
  if (added !== undefined && added !== false) return `scope: all ${added}`
  for (const mark of ['ALL', 'ALWAYS', 'EVEN']) {
    if (!clause.marks.has(mark) || marks.has(mark)) continue
    // "in any channel" may be worded as "no matter which channel".
    if (mark === 'ALL' && (whole.size > 0 || marks.has('ALWAYS'))) continue
    // A negation may name a special case when the rule allows no exception.
    const isDenied = [statedClauses, around].every((those) => those.some(({ link, sign }) => link === '' && sign < 0))
    const isLimited = around.some((one) => ['EXCEPT', 'ONLY', 'WITHOUT', 'IF'].some((limit) => one.marks.has(limit)))
    if (mark === 'ALWAYS' && clause.sign < 0) continue
    if (mark === 'EVEN' && (marks.has('ALL') || (isDenied && !isLimited))) continue
    return `scope: ${mark}`
  }
  return null
}

/** A code, a channel or a command must also be in the rule. */
function nameProblem({ clause, quotedClauses, heading }: Comparison): string | null {
  const given = new Set(quotedClauses.flatMap(({ names }) => names))
  const added = clause.names.find((name) => !given.has(name) && !heading.includes(name))
  return added === undefined ? null : `name: ${added}`
}

/** Finds a word whose opposite is in the rule, when both or neither are negated. */
function oppositeProblem({ clause, quotedClauses, around }: Comparison): string | null {
  const keys = keysOf(quotedClauses)
  const others = around.flatMap(({ words }) => words)
  for (const { key, sign } of clause.words.filter((word) => !keys.has(word.key))) {
    const opposite = others.find((word) => OPPOSITES.get(key)?.has(word.key) && word.sign === sign)
    if (opposite !== undefined) return `opposite: ${key}, ${opposite.key}`
  }
  return null
}
