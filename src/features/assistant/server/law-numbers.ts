import { fold } from '#lib/search.ts'
import type { Passage } from '../rules.ts'

/** The passages that a question names by number. */
export interface NamedPassages {
  /** The indexes of the passages, the exact match first. */
  places: number[]
  /** Whether the question names a number that no passage has. */
  isUnknown: boolean
}

const SPOKEN = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, number) => [word, number]),
)
for (const [at, word] of 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').entries()) {
  SPOKEN.set(word, (at + 2) * 10)
}
const NUMBER_WORD = [...SPOKEN.keys()].join('|')
const SPOKEN_CODE = new RegExp(`\\b(ten|10|signal|sig)[ -]+((?:${NUMBER_WORD})(?:[ -](?:${NUMBER_WORD}))?)\\b`, 'g')

/** Excludes amounts such as "10 20 minutes" and "10 15 guys", which are not codes. */
const NO_AMOUNT =
  '(?![\\d.,:]*\\d)(?!\\s*(?:%|k\\b|(?:sec|min|hour|hr|day|week|month|year|mph|cop|officer|people|ppl|guy|dude|player|member|car|unit|gram|dollar|buck|euro|time|am|pm)))'
const TEN_CODE = new RegExp(
  `(?<![\\d$.,:-])10(?: ?- ?|\\.| |(?=\\d\\d[a-z]?\\b))(\\d{1,3})([a-z]?)\\b${NO_AMOUNT}`,
  'g',
)
const SIGNAL = new RegExp(`\\bsig(?:nal)?s?[ -]?(\\d{1,3})\\b${NO_AMOUNT}`, 'g')
const ANOTHER = new RegExp(`^ ?(?:,|and|or|vs|&|/) ?(\\d{1,3})([a-z]?)\\b${NO_AMOUNT}`)
const STATUTE = new RegExp(
  `(?<![\\d$.,:-])(\\d{3})([. ])(\\d{2,5})((?: ?\\(\\w{1,2}\\)|\\d\\.|[a-z]\\.)*)${NO_AMOUNT}`,
  'g',
)
const RULE = /(?:\brules?|\bsection|§) ?#?(\d{1,2}\.\d{1,2})\b|^\W*(?:what(?: i)?s )?(\d{1,2}\.\d{1,2})\W*$/g

/** Finds the passages that a question names by number: rule 6.7, 316.193, 10-50, "ten fifty", "sig 4". */
export function createLawNumbers(passages: readonly Pick<Passage, 'number'>[]): (question: string) => NamedPassages {
  const places = new Map<string, number[]>()
  const add = (number: string, place: number) => places.set(number, [...(places.get(number) ?? []), place])
  for (const [place, { number }] of passages.entries()) {
    if (number === undefined) continue
    const whole = normalizeNumber(number)
    add(whole, place)
    // A statute is also found by the beginning of its number.
    for (let end = whole.indexOf('('); end > 0; end = whole.indexOf('(', end + 1)) add(whole.slice(0, end), place)
  }

  return (question) => {
    const found = new Set<number>()
    let isUnknown = false
    for (const { spellings, isSure } of numbersIn(question)) {
      const known = places.get(spellings.find((spelling) => places.has(spelling)) ?? '') ?? []
      for (const place of known) found.add(place)
      if (known.length === 0 && isSure) isUnknown = true
    }
    return { places: [...found], isUnknown: isUnknown && found.size === 0 }
  }
}

interface NumberNamed {
  /** The numbers that it may stand for, the most exact first. */
  spellings: string[]
  /** Whether it can only be the number of a rule or a code. */
  isSure: boolean
}

function numbersIn(question: string): NumberNamed[] {
  const text = fold(question).replace(
    SPOKEN_CODE,
    (_, kind: string, spoken: string) => `${kind === 'ten' ? '10' : kind} ${numberOf(spoken)}`,
  )
  return [
    ...codesIn(text, TEN_CODE, '10-'),
    ...codesIn(text, SIGNAL, 'signal '),
    ...[...text.matchAll(STATUTE)].map(([, chapter = '', joint, section = '', rest = '']): NumberNamed => {
      const whole = normalizeNumber(`${chapter}.${section}${rest}`)
      const spellings = [whole]
      for (let end = whole.lastIndexOf('('); end > 0; end = whole.lastIndexOf('(', end - 1)) {
        spellings.push(whole.slice(0, end))
      }
      return { spellings, isSure: joint === '.' }
    }),
    ...[...text.matchAll(RULE)].map(([, named, alone]) => ({ spellings: [named ?? alone ?? ''], isSure: true })),
  ]
}

/** "signal 5 and 7" names two codes. */
function codesIn(text: string, pattern: RegExp, prefix: string): NumberNamed[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [whole, number = '', letter = ''] = match
    const codes = [`${prefix}${Number(number)}${letter}`]
    let rest = text.slice(match.index + whole.length)
    for (let next = ANOTHER.exec(rest); next !== null; next = ANOTHER.exec(rest)) {
      codes.push(`${prefix}${Number(next[1])}${next[2]}`)
      rest = rest.slice(next[0].length)
    }
    const isSure = prefix !== '10-' || /^10(-| -)/.test(whole)
    return codes.map((code) => ({ spellings: letter === '' ? [code] : [code, code.slice(0, -1)], isSure }))
  })
}

/** "twenty five" → 25 */
function numberOf(spoken: string): number {
  return spoken.split(/[ -]/).reduce((sum, word) => sum + (SPOKEN.get(word) ?? 0), 0)
}

function normalizeNumber(number: string): string {
  return number.toLowerCase().replaceAll(' (', '(').replace(/\.$/, '')
}
