import { numberProblem, sanctionProblem } from './claim-numbers.ts'
import { conditionProblem, forceProblem, signProblem } from './claim-signs.ts'
import { type Comparison, compared, keysOf, readHeading } from './comparison.ts'
import { readStatement } from './statement.ts'
import { isLight, OPPOSITES, RIVALS } from './word-groups.ts'

/**
 * Why a statement may not follow from the sentences that it quotes; null where nothing speaks against it. It reads words,
 * not meaning, and says no where it is in doubt: people are quoted the rule instead, which cannot be wrong.
 */
export function problemOf(claim: string, quote: string, heading: string): string | null {
  const statement = readStatement(claim)
  const held = readStatement(quote)
  const under = readHeading(heading)
  for (const clause of statement) {
    const comparison = compared(clause, statement, held, under)
    if (comparison === null) return 'nothing is quoted'
    for (const check of CHECKS) {
      const problem = check(comparison)
      if (problem !== null) return problem
    }
  }
  return null
}

const CHECKS: readonly ((comparison: Comparison) => string | null)[] = [
  roleProblem,
  rivalProblem,
  numberProblem,
  sanctionProblem,
  scopeProblem,
  pointerProblem,
  nameProblem,
  wordProblem,
  oppositeProblem,
  timeProblem,
  peopleProblem,
  signProblem,
  forceProblem,
  conditionProblem,
]

/** Whether the quotation or its heading has this word, one of its family, or its opposite. */
function isHeld(key: string, { held, heading }: Comparison): boolean {
  const keys = new Set([...keysOf(held), ...heading.keys])
  const opposites = OPPOSITES.get(key)
  return keys.has(key) || [...keys].some((one) => isRelated(key, one) || opposites?.has(one) === true)
}

/** "threaten" and "threat", "registered" and "unregistered". */
function isRelated(one: string, other: string): boolean {
  const forms = (key: string) => [key, key.replace(/^(un|re|dis|non|pre)-?(?=.{4})/, '')]
  return forms(one).some((a) =>
    forms(other).some((b) => {
      const length = Math.max(4, Math.min(a.length, b.length) - 2)
      return a.slice(0, length) === b.slice(0, length)
    }),
  )
}

/** How many words of a statement the rule need not have: some in a hundred, and at least one of several. */
const NEW_WORDS = 0.37

/** A statement is about what its quotation is about: most of its words are there, but for those that say little. */
function wordProblem(comparison: Comparison): string | null {
  const counted = comparison.said.flatMap(({ quantities, sanctions }) => [...quantities, ...sanctions]).length
  const told = comparison.said.flatMap(({ words, roles }) => words.filter(({ key }) => !roles.includes(key)))
  const added = told.filter(({ key }) => !isLight(key) && !isHeld(key, comparison))
  const { last } = comparison.clause
  const isAdded = last.some((key) => !isLight(key)) && last.every((key) => !isHeld(key, comparison))
  if (isAdded) return `new words: ${last.join(', ')}`
  return added.length > (told.length + counted) * NEW_WORDS
    ? `new words: ${added.map(({ key }) => key).join(', ')}`
    : null
}

const ACTED_ON = new Set('suspect victim hostage prisoner passenger'.split(' '))

/** A role that the quotation does not name. One that is forbidden something with everybody else may be named all the same. */
function roleProblem({ clause, said, held, best, around, heading }: Comparison): string | null {
  // What somebody wants with it is no part of the rule.
  if (clause.link === 'so' || clause.link === 'because') return null
  const known = new Set(held.flatMap(({ roles }) => roles))
  const isForAll = clause.sign < 0 && best.roles.every((role) => ACTED_ON.has(role))
  const named = clause.link === 'IF' ? said.flatMap(({ roles }) => roles) : clause.roles
  const isOfHeading = around.every(({ roles }) => roles.length === 0) || named.some((role) => known.has(role))
  const added = clause.roles.find((role) => !known.has(role) && !isForAll && !(isOfHeading && heading.roles.has(role)))
  return added === undefined ? null : `role: ${added}`
}

function rivalProblem({ clause, held, best }: Comparison): string | null {
  const keys = keysOf(held)
  for (const group of RIVALS) {
    const given = group.filter((key) => keys.has(key))
    // Where the rule names several, it is the one of the closest clause.
    const isIt = (key: string) => (given.length > 1 ? best.words.some((word) => word.key === key) : given.includes(key))
    const other = clause.words.find(({ key }) => group.includes(key) && !isIt(key))
    if (other !== undefined && given.length > 0) return `another: ${other.key}`
  }
  return null
}

/** "every", "any", "always", "even" and their like are those of the rule. */
function scopeProblem({ clause, said, held, best, around }: Comparison): string | null {
  const marks = new Set(held.flatMap((one) => [...one.marks]))
  const whole = new Set(held.flatMap((one) => one.whole))
  // What nobody may, not any of them may. "every 28 days" is a span.
  const added = clause.sign > 0 && clause.whole.find((key) => !whole.has(key) && !/^every \d/.test(key))
  if (added !== undefined && added !== false) return `scope: all ${added}`
  for (const mark of ['ALL', 'ALWAYS', 'EVEN']) {
    if (!clause.marks.has(mark) || marks.has(mark)) continue
    // A denial may name a case of its own, where the rule leaves nothing out.
    const isDenied = said.some(({ link, sign }) => link === '' && sign < 0) && best.sign < 0
    const isLimited = around.some((one) => ['EXCEPT', 'ONLY', 'WITHOUT', 'IF'].some((limit) => one.marks.has(limit)))
    if (mark === 'ALWAYS' && clause.sign < 0) continue
    if (mark === 'EVEN' && (marks.has('INCLUDING') || (isDenied && !isLimited))) continue
    return `scope: ${mark}`
  }
  return null
}

/** "your own" is not that of others, and "the same" is not "another". */
function pointerProblem({ clause, said, held }: Comparison): string | null {
  const given = new Set(held.flatMap(({ pointers }) => [...pointers]))
  const added = [...clause.pointers].find((pointer) => !given.has(pointer))
  const isDropped = [...given].some((pointer) => !said.some(({ pointers }) => pointers.has(pointer)))
  return added !== undefined && isDropped ? `${added}, not ${[...given].join(', ')}` : null
}

/** A word whose opposite stands in the rule, where neither or both are denied. */
function oppositeProblem({ clause, held, around }: Comparison): string | null {
  const keys = keysOf(held)
  const others = around.flatMap(({ words }) => words)
  for (const { key, sign } of clause.words.filter((word) => !keys.has(word.key))) {
    const opposite = others.find((word) => OPPOSITES.get(key)?.has(word.key) && word.sign === sign)
    if (opposite !== undefined) return `opposite: ${key}, ${opposite.key}`
  }
  return null
}

/** "before" is not "after", unless one of the two is denied. */
function timeProblem({ clause, matches }: Comparison): string | null {
  for (const { key, time } of clause.words.filter((word) => word.time !== '')) {
    const theirs = matches.flatMap(({ clause: one }) =>
      one.words
        .filter((word) => word.key === key)
        .map((word) => ({ time: word.time, isSame: one.sign === clause.sign })),
    )
    const isOther = theirs.some((word) => word.isSame && word.time !== '' && word.time !== time)
    if (isOther && !theirs.some((word) => word.time === time)) return `time: ${time} ${key}`
  }
  return null
}

/** Who decides: their rules do not speak to whoever reads them. */
const LEADING = new Set('staff admin moderator owner management director supervisor judge dispatcher'.split(' '))

/** What a role may do is not what everybody may. */
function peopleProblem({ clause, best, around }: Comparison): string | null {
  const isWider = clause.isOfPlayers && !around.some(({ isOfPlayers }) => isOfPlayers)
  if (isWider && best.roles.length > 0 && !best.roles.some((role) => clause.roles.includes(role))) return 'people: all'
  if (clause.people === '' || clause.roles.length > 0 || best.subjects.length === 0 || best.people !== '') return null
  const isToReader = clause.people === 'you' && !best.subjects.some((role) => LEADING.has(role))
  return isToReader ? null : `people: not ${best.subjects.join(', ')}`
}

/** A code, a channel or a command is one of the rule. */
function nameProblem({ clause, held, heading }: Comparison): string | null {
  const given = new Set(held.flatMap(({ names }) => names))
  const added = clause.names.find((name) => !given.has(name) && !heading.text.includes(name))
  return added === undefined ? null : `name: ${added}`
}
