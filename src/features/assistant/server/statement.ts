import { clausesOf, isAuxiliary, isVerb, type Piece } from './clauses.ts'
import { plainOf } from './plain-text.ts'
import { type Quantity, quantitiesOf, reverseBound } from './quantities.ts'
import { isContent, isMeasure, isOrdinal, keysAround } from './tokens.ts'
import { isEmpty, isShutting, sanctionOf, wordKey } from './word-groups.ts'

export interface Word {
  key: string
  /** The role of the word: what the clause is about, what it says, or under which circumstances. */
  place: 'subject' | 'verb' | 'circumstance'
  /** Whether the word follows "without". */
  isLacking: boolean
  /** The word "before" or "after" that precedes it. */
  time: '' | 'before' | 'after'
  /** -1 is negated, 0 depends on the context. */
  sign: -1 | 0 | 1
}

export interface Sanction {
  key: string
  sign: -1 | 1
  /** The keys of the words around it. */
  around: string[]
}

export type Force = 'may' | 'must' | 'need not' | ''

/** A part of a sentence that says one thing. */
export interface Clause {
  sentence: number
  /** IF, EXCEPT or EVEN. Empty for a clause that stands alone. */
  link: string
  sign: -1 | 1
  /** The right or the duty that the clause gives. */
  force: Force
  words: Word[]
  /** The keys that "only" refers to. */
  focus: ReadonlySet<string>
  quantities: Quantity[]
  sanctions: Sanction[]
  /** The signs ALL, ALWAYS, EVEN, ONLY, EXCEPT, WITHOUT, LACK and IF that occur in the clause. */
  marks: ReadonlySet<string>
  /** The keys that follow "any", "every" or "all". */
  whole: string[]
  /** Names with digits or symbols, with the keys around them: 10-50, 3F-21, rule 32.2, #help. */
  names: string[]
  /** Whether the clause says that something is ended, refused or taken away: "is closed". */
  isShut: boolean
  /** Whether the clause says "can", which may be an ability and not a right. */
  isAbility: boolean
  /** Whether the clause is about players or members in general. */
  isOfPlayers: boolean
}

const SENTENCE_END = /(?<![.!?]|\b(?:e\.g|i\.e|etc|st|mr|mrs|dr|vs))[.!?]+(?=\s|$)/i

/** Splits a text into clauses and reads each of them. */
export function readStatement(text: string): Clause[] {
  return text
    .split(SENTENCE_END)
    .filter((sentence) => /\w/.test(sentence))
    .flatMap((sentence, at) => readSentence(plainOf(sentence), at))
}

function readSentence(sentenceText: string, sentence: number): Clause[] {
  const pieces = clausesOf(sentenceText)
  const clauses = pieces.map((piece) => readClause(piece, sentence))
  for (const [at, { tokens }] of pieces.entries()) {
    const [clause, before] = [clauses[at], clauses[at - 1]]
    if (clause && before && endsWithVerb(tokens)) repeatVerb(clause, before)
  }
  // "With fewer than 3 nobody may" means that 3 are needed, so the bound is reversed.
  if (clauses.some(({ link, sign, force }) => link === '' && sign < 0 && force !== 'need not')) {
    for (const { link, quantities } of clauses) if (link === 'IF') quantities.forEach(reverseBound)
  }
  return clauses
}

const endsWithVerb = (tokens: readonly string[]) => isVerb(tokens.findLast((token) => token !== 'NOT') ?? '')

/** "Big heists are priorities, little crimes are not": the second clause takes the words of the first one's verb. */
function repeatVerb(clause: Clause, before: Clause): void {
  if (clause.words.some(({ place }) => place === 'verb')) return
  for (const word of before.words) if (word.place === 'verb') clause.words.push({ ...word, sign: clause.sign })
}

const MARKS = new Set(['ALL', 'ALWAYS', 'EVEN', 'ONLY', 'EXCEPT', 'WITHOUT', 'LACK', 'IF'])
const NEGATIVE = new Set(['NOT', 'NOBODY', 'no'])
const GENERAL = /^(players?|members?|people|everyone|everybody|anyone|anybody)$/
const WHOLE = /^(any|every|all|each|everyone|everybody|everything|anyone|anybody|anything)$/

function readClause({ link, tokens }: Piece, sentence: number): Clause {
  const negations = tokens.filter((token) => NEGATIVE.has(token) || token === 'FORBID').length
  const sign = negations % 2 === 0 ? 1 : -1
  const focus = focusOf(tokens)
  const placed = placesOf(tokens)
  return {
    sentence,
    link,
    sign,
    force: forceOf(tokens),
    words: readWords(tokens, placed, sign, focus),
    focus,
    quantities: quantitiesOf(tokens, sign),
    sanctions: sanctionsOf(tokens),
    marks: new Set([...tokens, link].filter((token) => MARKS.has(token))),
    whole: tokens.flatMap((token, at) => (WHOLE.test(token) ? wholeAt(tokens, at) : [])),
    names: tokens.filter(isName),
    isShut: tokens.some((token, at) => isAuxiliary(tokens[at - 1] ?? '') && isShutting(wordKey(token))),
    isAbility: tokens.includes('CAN') && !tokens.includes('MAY'),
    isOfPlayers: tokens.some((token, at) => GENERAL.test(token) && !/^\d/.test(tokens[at - 1] ?? '')),
  }
}

const isName = (token: string) =>
  /^[#/]\w/.test(token) || (/\d/.test(token) && !/^(clock)?\d+(\.\d+)?$/.test(token) && !isOrdinal([token], 0))

interface Place extends Pick<Word, 'place' | 'isLacking' | 'time'> {}

const SUBJECTS = new Set('you he she they it we nobody NOBODY everyone'.split(' '))
const JOINTS = new Set(['and', 'or', 'nor', ','])
const ARTICLES = new Set('the a an your their his her its this that'.split(' '))
const QUESTION = /^(WITHOUT|what|who|how|where|when|which)$/
const CIRCUMSTANCES = new Set(
  'in on at by for with from during against after before under over into of through'.split(' '),
)

/** The role of each token in its clause. */
function placesOf(tokens: readonly string[]): Place[] {
  const says = (token: string) => isVerb(token) || NEGATIVE.has(token)
  let place: Word['place'] = tokens.some(says) ? 'subject' : 'verb'
  let [isLacking, hasSaid] = [false, false]
  let time: Word['time'] = ''
  let timeAt = 0
  return tokens.map((token, at) => {
    const endsLack = ARTICLES.has(token) && !QUESTION.test(tokens[at - 1] ?? '')
    if (token === 'WITHOUT' || token === 'LACK') isLacking = true
    else if (isVerb(token) || SUBJECTS.has(token) || endsLack) isLacking = false
    if (says(token)) hasSaid = true
    if (token === 'before' || token === 'after') [time, timeAt] = [token, at]
    else if (JOINTS.has(token) || (SUBJECTS.has(token) && timeAt === 0 && at > 1)) time = ''
    if (JOINTS.has(token) && place === 'circumstance') place = hasSaid ? 'verb' : 'subject'
    if (says(token) || SUBJECTS.has(token) || token === 'WITHOUT') place = 'verb'
    else if (CIRCUMSTANCES.has(token)) place = 'circumstance'
    return { place, isLacking, time }
  })
}

function readWords(
  tokens: readonly string[],
  placed: readonly Place[],
  sign: -1 | 1,
  focus: ReadonlySet<string>,
): Word[] {
  return tokens.flatMap((token, at): Word[] => {
    const place = placed[at]
    if (place === undefined || !/^[a-z]/.test(token) || /^clock\d/.test(token) || isEmpty(token)) return []
    if (isOrdinal(tokens, at) || isMeasure(tokens, at) || CIRCUMSTANCES.has(token) || token === 'to') return []
    const key = wordKey(token)
    if (focus.size > 0 && !focus.has(key)) return [{ ...place, key, sign: 0 }]
    return [{ ...place, key, sign: place.isLacking === sign > 0 ? -1 : 1 }]
  })
}

function forceOf(tokens: readonly string[]): Force {
  const duty = tokens.findIndex((token) => token === 'MUST' || token === 'NEED')
  if (duty < 0) return tokens.some((token) => token === 'MAY' || token === 'CAN' || token === 'FORBID') ? 'may' : ''
  const negation = tokens.findIndex((token) => NEGATIVE.has(token))
  if (negation < 0) return 'must'
  // "must not" forbids, "need not" leaves a choice.
  if (tokens[duty] === 'MUST' && negation > duty) return 'may'
  return tokens.filter((token) => NEGATIVE.has(token)).length % 2 === 1 ? 'need not' : 'must'
}

function focusOf(tokens: readonly string[]): ReadonlySet<string> {
  const keys = (meant: readonly string[]) =>
    new Set(meant.filter((token) => /^[a-z]/.test(token) && !isEmpty(token) && !CIRCUMSTANCES.has(token)).map(wordKey))
  const at = tokens.indexOf('ONLY')
  const without = tokens.indexOf('WITHOUT')
  const isDenied = tokens.slice(0, Math.max(0, without)).some((token) => NEGATIVE.has(token) || token === 'FORBID')
  // "may not without a permit" means "may only with a permit".
  if (at < 0)
    return isDenied
      ? new Set(
          tokens
            .slice(without + 1)
            .filter(isContent)
            .map(wordKey),
        )
      : new Set()
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)]
  if (keys(after).size === 0) return keys(before.slice(before.findLastIndex((token) => CIRCUMSTANCES.has(token)) + 1))
  // "may only land in an emergency": "only" refers to the emergency, not to landing.
  const circumstance = after.findIndex((token) => CIRCUMSTANCES.has(token))
  if (/^(MAY|CAN|MUST)$/.test(before.at(-1) ?? '') && circumstance > 0) return keys(after.slice(circumstance))
  const verb = after.findIndex(isVerb)
  return keys(at === 0 && verb > 0 ? after.slice(0, verb) : after)
}

function sanctionsOf(tokens: readonly string[]): Sanction[] {
  const found = tokens.flatMap((token, at): Sanction[] => {
    const key = sanctionOf(token)
    if (key === undefined) return []
    const before = tokens.slice(Math.max(0, at - 3), at)
    const isForEver = key === 'ban' && isPermanent(tokens, at)
    return [
      {
        key: isForEver ? 'permanent ban' : key,
        around: keysAround(tokens, at),
        sign: before.some((word) => /^(no|WITHOUT|instead)$/.test(word)) ? -1 : 1,
      },
    ]
  })
  const hasPermanentBan = found.some(({ key }) => key === 'permanent ban')
  return hasPermanentBan ? found.filter(({ key }) => key !== 'permanent') : found
}

/** True for "permanent ban" and "banned permanently", false for "a ban of 14 days up to permanent". */
function isPermanent(tokens: readonly string[], at: number): boolean {
  return tokens.some((word, place) => {
    if (sanctionOf(word) !== 'permanent' || Math.abs(place - at) > 3) return false
    return !tokens.slice(Math.min(at, place), Math.max(at, place)).some((between) => /^(\d|and$|,$)/.test(between))
  })
}

function wholeAt(tokens: readonly string[], at: number): string | [] {
  const [token = ''] = tokens.slice(at)
  if (token.length > 5) return token.endsWith('thing') ? 'everything' : 'everybody'
  const next = tokens.slice(at + 1).find((word) => GENERAL.test(word) || (!isEmpty(word) && word !== ',')) ?? ''
  if (GENERAL.test(next)) return 'everybody'
  return /^\d/.test(next) ? `${token} ${next}` : /^[a-z]/.test(next) ? wordKey(next) : []
}
