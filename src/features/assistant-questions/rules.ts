import { cleanLine } from '#lib/clean-text.ts'
import { fold } from '#lib/search.ts'

/** Why a question is stored: no rule was found, or the visitor gave a thumb down or up. */
export const REASONS = ['unanswered', 'down', 'up'] as const

/** The state of a question: waiting for review, answered by an added phrase, or dismissed as not about the rules. */
export const QUESTION_STATES = ['open', 'asked-as', 'dismissed'] as const
export type QuestionState = (typeof QUESTION_STATES)[number]

/** How many days a question is kept after it was asked. */
export const KEPT_DAYS = 90
/** How many days the sums at the top of the page cover. */
export const SUMMED_DAYS = 30
/**
 * The maximum number of different questions and of thumbs that are stored per day, so that nobody can fill the tables,
 * whatever IP addresses they use. For questions, members and visitors each have a limit of this size.
 */
export const MAX_MISSED_A_DAY = 200
export const MAX_THUMBS_A_DAY = 500
/** The maximum number of different questions that are grouped. The newest are taken, those of members first. */
export const MAX_LISTED = 5_000
/**
 * The maximum number of groups shown, for groups with a member's question and for other groups each. The most frequent
 * are shown.
 */
export const MAX_GROUPS = 200
/** The maximum number of added phrases. */
export const MAX_PHRASES = 1_000
/** The maximum length of a stored question, in characters. */
const QUESTION_LENGTH = 300

/** The maximum number of words of a phrase, as in the glossary. */
export const MAX_PHRASE_WORDS = 6
export const PHRASE_LENGTH = 80

/** Top-level domains by which an address is recognised. */
const ENDING = '(?:com|net|org|gg|io|example|tv|dev|me|co|link|xyz|app|info|eu|de|uk|us|ru|fr|ly)'
/** "@" and "." as words in each of the site's languages, or in brackets. */
const AT_WORD = '(?:at|ät|arroba)'
const DOT_WORD = '(?:dot|punkt|punto)'
const AT = `(?:@|\\s?[([{]\\s?(?:${AT_WORD}|@)\\s?[)\\]}]\\s?)`
const DOT = `(?:\\s?[([{]\\s?(?:${DOT_WORD}|\\.)\\s?[)\\]}]\\s?|\\s${DOT_WORD}\\s)`
const LABEL = '[a-z0-9-]{1,63}'
const MAIL = '(?:gmail|googlemail|outlook|hotmail|yahoo|icloud|proton|protonmail|gmx|aol)'

/*
 * The patterns that identify a person or lead away from the site, and what replaces them. The order matters: an e-mail
 * address contains a name, and a link contains an address. Codes (10-50), statutes (316.1935), times and sums of money
 * stay.
 */
const REDACTIONS: readonly (readonly [RegExp, string])[] = [
  [/<[@#][!&]?\d+>/g, '[name]'],
  [/\b(?:https?|fivem|steam|discord):\/\/\S+/gi, '[link]'],
  [/\b(?:license2?|steam|discord|fivem|xbl|live|ip):[\w.:]+|\bsteam_\d:\d:\d+/gi, '[id]'],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '[e-mail]'],
  [new RegExp(`[\\w.+-]{1,64}${AT}${LABEL}(?:(?:\\.|${DOT})${LABEL}){1,4}`, 'gi'), '[e-mail]'],
  [new RegExp(`[\\w.+-]{1,64}(?:\\s${AT_WORD}\\s|@)(?:${LABEL}${DOT}){1,4}${ENDING}\\b`, 'gi'), '[e-mail]'],
  [new RegExp(`[\\w.+-]{1,64}(?:\\s${AT_WORD}\\s|@)${MAIL}\\b(?:[. ]${ENDING}\\b)?`, 'gi'), '[e-mail]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[address]'],
  [
    /(?<![\w:])(?=[0-9a-f:]{0,39}::|(?:[0-9a-f]{1,4}:){7})[0-9a-f]{1,4}(?::{1,2}[0-9a-f]{1,4}){2,7}(?![\w:])/gi,
    '[address]',
  ],
  [new RegExp(`\\bwww\\.\\S+|\\b${LABEL}(?:\\.${LABEL}){0,3}(?:\\.|${DOT})${ENDING}\\b(?:/\\S*)?`, 'gi'), '[link]'],
  // Any domain that is followed by a path, whatever its ending.
  [/\b(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}\/\S+/gi, '[link]'],
  [/(?<!\w)@[\w.]{2,32}|\b[\w.]{2,32}#\d{4}\b/g, '[name]'],
  [/\b(?=[a-f]*\d)[0-9a-f]{15,}\b/gi, '[id]'],
  [/\+\d(?:[ ().-]{0,2}\d){6,14}/g, '[number]'],
  [/(?<![\d.-])\(?\d{3}\)?[ .-]?\d{3}[ -]\d{4}\b|(?<![\d.-])\d{3}-\d{4}\b/g, '[number]'],
  [/(?<![\d.-])(?:0\d{1,4}[ /-]\d{4,9}|[6-9]\d\d[ -]\d{3}[ -]\d{3})\b/g, '[number]'],
  [/(?<!\d[ .-]?)(?!10-\d)\d{2,4}(?:[ .-]\d{2,4}){3,6}\b/g, '[number]'],
  [/\d{7,}/g, '[id]'],
]

/** The stored form of a question: a single short line without ids, addresses, links, phone numbers and mentions. */
export function redactQuestion(typed: string): string {
  // Longer than the stored text, so that nothing is cut in half before the patterns find it.
  const line = cleanLine(typed.replace(/\s+/g, ' '), QUESTION_LENGTH * 4)
  return cleanLine(
    REDACTIONS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line),
    QUESTION_LENGTH,
  )
}

/** A stored question without the replacements. */
export const withoutPlaceholders = (kept: string) => kept.replace(/\[(?:name|link|id|e-mail|address|number)\]/g, ' ')

/**
 * The words of a text, without case, accents and punctuation. Questions with the same words count as the same question.
 */
export function normalizedWords(text: string): string {
  return (
    fold(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  )
}

/** Whether a text can be added as a phrase for a rule. */
export function isPhrase(text: string): boolean {
  const words = text.trim().split(/\s+/)
  return normalizedWords(text) !== '' && words.length <= MAX_PHRASE_WORDS && !text.includes('|')
}

/** The similarity of two questions by the things that they name, 0 to 1 (Dice's coefficient). */
export function similarity(one: readonly string[], other: readonly string[]): number {
  const named = new Set(other)
  const shared = one.filter((term) => named.has(term)).length
  return (2 * shared) / (one.length + other.length || 1)
}

/** The lowest similarity of two questions in one group. */
const MIN_SIMILARITY = 0.6

interface Groupable {
  /** The things that the question names, each once. */
  terms: readonly string[]
  asked: number
  isDismissed: boolean
}

/**
 * The first `most` groups with a member's question and the first `most` others. Questions of visitors thus cannot
 * displace those of members.
 */
export function limitGroups<Q extends { fromMember: boolean }>(groups: readonly Q[][], most = MAX_GROUPS): Q[][] {
  const rooms = { members: most, visitors: most }
  return groups.filter((group) => rooms[group.some(({ fromMember }) => fromMember) ? 'members' : 'visitors']-- > 0)
}

/**
 * Groups similar questions. The most frequent group comes first, and within a group the most frequent question. A
 * question joins the group whose first question is most similar, so a chain of similar questions cannot join different
 * subjects. Dismissed questions are grouped apart, together with questions that name exactly the same things; a
 * question that is merely similar stays in the open list.
 */
export function groupSimilar<Q extends Groupable>(questions: readonly Q[]): Q[][] {
  const dismissed = new Set(questions.filter(({ isDismissed }) => isDismissed).map(termKey))
  const parts = new Map<boolean, Q[]>([
    [true, []],
    [false, []],
  ])
  for (const question of questions) {
    const isDismissed = dismissed.has(termKey(question))
    parts.get(isDismissed)?.push({ ...question, isDismissed })
  }
  return [...parts.values()].flatMap(groupPart).sort((a, b) => timesAsked(b) - timesAsked(a))
}

const termKey = ({ terms }: Pick<Groupable, 'terms'>) => [...terms].sort().join(' ')
const timesAsked = (group: readonly Groupable[]) => group.reduce((sum, { asked }) => sum + asked, 0)

function groupPart<Q extends Groupable>(questions: readonly Q[]): Q[][] {
  const frequency = new Map<string, number>()
  for (const term of questions.flatMap(({ terms }) => terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const groups: Q[][] = []
  /** The groups by each rare term of their first question. */
  const groupsByTerm = new Map<string, number[]>()
  for (const question of [...questions].sort((a, b) => b.asked - a.asked)) {
    const terms = rarestTerms(question.terms, frequency)
    const near = new Set(terms.flatMap((term) => groupsByTerm.get(term) ?? []))
    let best = { at: groups.length, alike: 0 }
    for (const at of near) {
      const alike = similarity(question.terms, groups[at]?.[0]?.terms ?? [])
      if (alike >= MIN_SIMILARITY && alike > best.alike) best = { at, alike }
    }
    const group = groups[best.at]
    if (group !== undefined) {
      group.push(question)
      continue
    }
    for (const term of terms) {
      const at = groupsByTerm.get(term)
      if (at === undefined) groupsByTerm.set(term, [groups.length])
      else at.push(groups.length)
    }
    groups.push([question])
  }
  return groups
}

/**
 * The rarest terms of a question: just enough that any two similar questions have at least one of them in common.
 * Frequent words are left out, so the work does not grow with the square of the number of questions.
 */
function rarestTerms(terms: readonly string[], frequency: ReadonlyMap<string, number>): string[] {
  const shared = Math.ceil((MIN_SIMILARITY / (2 - MIN_SIMILARITY)) * terms.length)
  const byRarity = (a: string, b: string) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1)
  return [...terms].sort(byRarity).slice(0, terms.length - shared + 1)
}

/** The value by which a column of questions is sorted. The column "why" is sorted by frequency. */
export function questionSortValue(
  group: { question: string; unanswered: number; down: number; lastDay: string },
  column: string,
): string | number | null {
  if (column === 'why') return group.unanswered + group.down
  return column === 'lastDay' ? group.lastDay : group.question
}

/** The value by which a column of phrases is sorted. */
export function phraseSortValue(
  phrase: { phrase: string; rule: { title: string } | null; addedAt: string },
  column: string,
): string | null {
  if (column === 'rule') return phrase.rule?.title ?? null
  return column === 'addedAt' ? phrase.addedAt : phrase.phrase
}
