import { type Clause, readStatement } from './statement.ts'

/** One clause of a statement beside what it quotes. */
export interface Comparison {
  clause: Clause
  /** Its sentence. */
  said: readonly Clause[]
  /** What is quoted. */
  held: readonly Clause[]
  /** The same, the closest first. */
  matches: readonly Match[]
  best: Clause
  /** The sentence of the closest. */
  around: readonly Clause[]
  heading: Heading
}

/** The names of the rule and of what it stands under. */
export interface Heading {
  text: string
  sanctions: ReadonlySet<string>
}

export interface Match {
  clause: Clause
  score: number
}

export function readHeading(text: string): Heading {
  const clauses = readStatement(text.replace(/[›.]/g, ' '))
  return {
    text: text.toLowerCase(),
    sanctions: new Set(clauses.flatMap(({ sanctions }) => sanctions.map(({ key }) => key))),
  }
}

export const keysOf = (clauses: readonly Clause[]): ReadonlySet<string> =>
  new Set(clauses.flatMap(({ words }) => words.map(({ key }) => key)))

/** Null where nothing is quoted. */
export function compared(
  clause: Clause,
  statement: readonly Clause[],
  held: readonly Clause[],
  heading: Heading,
): Comparison | null {
  const matches = ranked(clause, held)
  const best = matches[0]?.clause
  if (best === undefined) return null
  return {
    clause,
    said: statement.filter(({ sentence }) => sentence === clause.sentence),
    held,
    matches,
    best,
    around: held.filter(({ sentence }) => sentence === best.sentence),
    heading,
  }
}

/** How much the other clauses of a sentence say for one. */
const NEIGHBOR = 0.3

function ranked(clause: Clause, held: readonly Clause[]): Match[] {
  const sought = namesOf(clause)
  const given = held.map(namesOf)
  const rarity = (name: string) => 1 / Math.max(1, given.filter((names) => names.has(name)).length)
  const own = given.map((names) => [...sought].reduce((sum, name) => sum + (names.has(name) ? rarity(name) : 0), 0))
  const ofSentence = (sentence: number) =>
    held.reduce((sum, one, at) => sum + (one.sentence === sentence ? (own[at] ?? 0) : 0), 0)
  return held
    .map((one, at) => {
      const score = own[at] ?? 0
      return { clause: one, score: score + (ofSentence(one.sentence) - score) * NEIGHBOR }
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
