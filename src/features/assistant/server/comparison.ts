import type { Clause } from './statement.ts'

/** One clause of a statement, compared with the text that the statement quotes. */
export interface Comparison {
  clause: Clause
  /** The clauses of the statement's sentence. */
  statedClauses: readonly Clause[]
  /** The clauses of the quoted text. */
  quotedClauses: readonly Clause[]
  /** The quoted clauses, the closest match first. */
  matches: readonly Match[]
  best: Clause
  /** The clauses of the sentence that holds the closest match. */
  around: readonly Clause[]
  /** The title of the rule and the headings above it. */
  heading: string
}

export interface Match {
  clause: Clause
  score: number
}

export const keysOf = (clauses: readonly Clause[]): ReadonlySet<string> =>
  new Set(clauses.flatMap(({ words }) => words.map(({ key }) => key)))

/** Compares a clause with the quoted text. Null when nothing is quoted. */
export function compareClause(
  clause: Clause,
  statement: readonly Clause[],
  quotedClauses: readonly Clause[],
  heading: string,
): Comparison | null {
  const matches = rankClauses(clause, quotedClauses)
  const best = matches[0]?.clause
  if (best === undefined) return null
  return {
    clause,
    statedClauses: statement.filter(({ sentence }) => sentence === clause.sentence),
    quotedClauses,
    matches,
    best,
    around: quotedClauses.filter(({ sentence }) => sentence === best.sentence),
    heading,
  }
}

function rankClauses(clause: Clause, quotedClauses: readonly Clause[]): Match[] {
  const sought = namesOf(clause)
  const given = quotedClauses.map(namesOf)
  const rarity = (name: string) => 1 / Math.max(1, given.filter((names) => names.has(name)).length)
  return quotedClauses
    .map((one, at) => {
      const shared = [...sought].filter((name) => given[at]?.has(name))
      return { clause: one, score: shared.reduce((sum, name) => sum + rarity(name), 0) }
    })
    .sort((one, other) => other.score - one.score)
}

const namesOf = ({ words, quantities, sanctions, isOfPlayers }: Clause) =>
  new Set([
    ...(isOfPlayers ? ['@players'] : []),
    ...words.map(({ key }) => key),
    ...quantities.map(({ value, measure }) => `${measure}#${value}`),
    ...sanctions.map(({ key }) => `!${key}`),
  ])
