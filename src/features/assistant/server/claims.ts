import { headingOf, type Passage } from '../rules.ts'
import { findProblem } from './claim-check.ts'

/** A statement of the model, with the sentences of the rule that support it. */
export interface CheckedClaim {
  text: string
  /** Whole sentences of the rule, unchanged. */
  quote: string
  passage: Passage
}

export interface ClaimReader {
  /** Takes the next piece of a model's answer. */
  add(piece: string): void
  end(): void
  /** The statements that failed the checks, with the reason. They are logged. */
  problems: string[]
}

/** The maximum length of a statement in characters, and the maximum number of statements in an answer. */
const MAX_LENGTH = 400
const MAX_CLAIMS = 8
/** The maximum number of quotes that are looked up, because a model in a loop writes thousands. */
const MAX_LOOKED_UP = 3 * MAX_CLAIMS

/** Far longer than a statement with its quote. The rest of a longer line is ignored. */
const MAX_LINE = 2_000
/** `[2]`, `(2)` or `Rule 2:` before a quotation. */
const NUMBER = /(?:\[|\(|\brule |\bquote )(?:rule )?#?(\d{1,2})[\])]?[\s*_:.,–-]{0,6}$/i
const QUOTATION_MARKS = '"“”„«»'
const LABEL = /^(?:statement|claim|answer)(?: \d{1,2})?:/i

/**
 * Reads a model's answer line by line while it is written: a statement, then a line with the number of a rule and the
 * quoted sentence. It passes on only the claims that pass the checks.
 */
export function createClaimReader(passages: readonly Passage[], onClaim: (claim: CheckedClaim) => void): ClaimReader {
  const problems: string[] = []
  const shown = new Set<string>()
  let rest = ''
  let statement = ''
  let lookedUp = 0

  function readLine(line: string): void {
    const { before, number, quoted } = evidenceOf(line.slice(0, MAX_LINE))
    const stated = cleaned(before)
    if (stated !== '') statement = stated
    if (number === null || statement === '' || lookedUp === MAX_LOOKED_UP) return
    lookedUp += 1
    const passage = passages[number - 1]
    const problem = passage === undefined ? 'names a rule that was not given' : checkClaim(statement, quoted, passage)
    if (problem !== null) problems.push(`${problem}: ${statement}`)
    // Keep the statement when its quote fails: the next line may hold another quote.
    else statement = ''
  }

  function checkClaim(text: string, quoted: string, passage: Passage): string | null {
    if (shown.size >= MAX_CLAIMS) return 'too many statements'
    if (text.length > MAX_LENGTH || /[<>]|https?:|www\./i.test(text)) return 'not a statement'
    const quote = findQuote(passage.text, quoted)
    if (quote === null) return 'not in the rule'
    const problem = findProblem(text, quote, headingOf(passage))
    if (problem === null && !shown.has(text)) {
      shown.add(text)
      onClaim({ text, quote, passage })
    }
    return problem
  }

  return {
    add: (piece) => {
      const [first = '', ...others] = piece.split('\n')
      rest += first
      for (const line of others) {
        readLine(rest)
        rest = line
      }
    },
    end: () => {
      readLine(rest)
      rest = ''
    },
    problems,
  }
}

/** The rule number and the quote in a line, and the text before them. */
function evidenceOf(line: string): { before: string; number: number | null; quoted: string } {
  const mark = line.search(/["“”„«»]/)
  const start = mark < 0 ? line : line.slice(0, mark)
  const found = NUMBER.exec(start.slice(-MAX_NUMBER))
  if (mark < 0 || found === null) return { before: line, number: null, quoted: '' }
  const before = start.slice(0, start.length - found[0].length)
  return { before, number: Number(found[1]), quoted: line.slice(mark + 1) }
}

/** The longest match of NUMBER, in characters. */
const MAX_NUMBER = 30

/** A statement without a model's decoration: bullets, labels, bold marks, rule numbers. */
function cleaned(line: string): string {
  const bare = without(line.replaceAll(/\*\*|__|`/g, ''), ' \t>*•_-')
  const result = bare
    .replace(/^\d{1,2}[.)] /, '')
    .replace(LABEL, '')
    .replaceAll(/ ?[[(](?:rule )?\d{1,2}(?:, ?\d{1,2}){0,5}[\])]/gi, '')
  return without(result, ` \t*_${QUOTATION_MARKS}`)
}

/** A text without these characters at its start and end. */
function without(text: string, characters: string): string {
  let [from, to] = [0, text.length]
  while (from < to && characters.includes(text[from] ?? '')) from++
  while (to > from && characters.includes(text[to - 1] ?? '')) to--
  return text.slice(from, to)
}

/**
 * The whole sentences of a rule that contain the quoted words, or null when the rule does not contain them. The words
 * must match exactly, apart from white space, dashes, quotation marks and capital letters. Half a sentence could omit
 * its "not".
 */
export function findQuote(rule: string, quoted: string): string | null {
  const normalized = normalize(rule)
  const sought = without(normalize(quoted).text, ` .…*_)"'`)
  // A single word occurs in too many sentences.
  if (!sought.includes(' ')) return null
  const at = normalized.text.indexOf(sought)
  if (at < 0 || isInWord(normalized.text, at, at + sought.length)) return null
  const [first, last] = [normalized.places[at] ?? 0, normalized.places[at + sought.length - 1] ?? 0]
  const touched = sentencesOf(rule).filter(({ from, to }) => from <= last && to > first)
  return rule.slice(touched[0]?.from, touched.at(-1)?.to).trim()
}

const isInWord = (text: string, from: number, to: number) =>
  /[\p{L}\p{N}]/u.test(text[from - 1] ?? '') ||
  (/[\p{L}\p{N}]/u.test(text[to] ?? '') && /[\p{L}\p{N}]/u.test(text[to - 1] ?? ''))

/** A normalised text for comparison, and the place of each of its characters in the original. */
function normalize(text: string): { text: string; places: number[] } {
  let result = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const place = at
    at += character.length
    const next = /\s/.test(character)
      ? ' '
      : /["“”„«»]/.test(character)
        ? '"'
        : /['’‘`]/.test(character)
          ? "'"
          : /[–—]/.test(character)
            ? '-'
            : character.toLowerCase()
    if (next === ' ' && result.endsWith(' ')) continue
    result += next
    for (let more = 0; more < next.length; more++) places.push(place)
  }
  return { text: result, places }
}

function sentencesOf(text: string): { from: number; to: number }[] {
  const sentences: { from: number; to: number }[] = []
  let from = 0
  for (const { index, 0: end } of text.matchAll(/(?<![.!?])[.!?]+['"’”)]*(?=\s|$)/g)) {
    sentences.push({ from, to: index + end.length })
    from = index + end.length
  }
  return from < text.length ? [...sentences, { from, to: text.length }] : sentences
}
