import type { Translator } from '#lib/messages.ts'
import { inWords } from '#server/http/limits.ts'
import type { ChatReply, Citation } from '../contract.ts'
import type { Passage } from '../rules.ts'
import type { CheckedClaim } from './claims.ts'
import type { Retrieval, ScoredPassage } from './retrieval.ts'

/** The number of passages that are quoted without a model. */
const QUOTED = 3

/** Passages below this share of the best score are left out. */
const SCORE_FLOOR = 0.4

export const passagesOf = (found: readonly ScoredPassage[]): Passage[] => found.map(({ passage }) => passage)

/** The place where a passage can be read. */
export function citationOf({ title, href }: Passage): Citation {
  return { title, href }
}

/** The reply that consists of checked statements, each with its quote. */
export function answerReply(checked: readonly CheckedClaim[]): ChatReply {
  const cited = [...new Set(checked.map(({ passage }) => passage))]
  const claims = checked.map(({ text, quote, passage }) => ({ text, quote, citation: cited.indexOf(passage) + 1 }))
  return {
    text: claims.map(({ text, citation }) => `${text} [${citation}]`).join(' '),
    kind: 'answer',
    claims,
    citations: cited.map(citationOf),
  }
}

/** The reply that quotes the closest rules. */
export function closestRulesReply(
  questions: readonly string[],
  found: readonly ScoredPassage[],
  { quote }: Retrieval,
  translator: Translator,
): ChatReply {
  const best = found[0]?.score ?? 0
  const passages = passagesOf(found.slice(0, QUOTED).filter(({ score }, at) => at === 0 || score >= best * SCORE_FLOOR))
  return quotesReply(new Map(passages.map((passage) => [passage, quote(questions, passage)])), translator)
}

/** The reply that shows the quotes of statements without the statements. */
export function claimQuotesReply(claims: readonly CheckedClaim[], translator: Translator): ChatReply {
  const quotes = new Map<Passage, string>()
  for (const { quote, passage } of claims) {
    const before = quotes.get(passage)
    if (before?.includes(quote) !== true) quotes.set(passage, before === undefined ? quote : `${before} … ${quote}`)
  }
  return quotesReply(quotes, translator)
}

function quotesReply(quotes: ReadonlyMap<Passage, string>, { t }: Translator): ChatReply {
  const opening = t(quotes.size === 1 ? 'This is the closest rule I found.' : 'These are the closest rules I found.')
  const quoted = [...quotes].map(([{ title }, quote], at) => `${title}\n“${quote}” [${at + 1}]`)
  return { text: [opening, ...quoted].join('\n\n'), kind: 'quotes', citations: [...quotes.keys()].map(citationOf) }
}

/** The reply when no rule answers: the closest rules, and the support portal. */
export function unansweredReply(passages: readonly Passage[], supportHref: string, { t }: Translator): ChatReply {
  const closest = passages.slice(0, QUOTED).map(citationOf)
  const text = t(
    closest.length === 0
      ? 'I could not find a rule about that. The support portal can help you.'
      : 'I could not find a rule that answers that. Did you mean one of these? The support portal can help you further.',
  )
  return { text, kind: 'unanswered', citations: [...closest, { title: t('Support portal'), href: supportHref }] }
}

/** The note that the model's daily budget is spent, so the rules are only quoted, and until when. */
export function budgetNote(now: Date, seconds: number, translator: Translator): string {
  const until = timeOf(new Date(now.getTime() + seconds * 1000))
  return translator.t(
    'The assistant has used up its budget for one day, so it only quotes the rules until {time}, for {wait}.',
    { time: until, wait: inWords(seconds, translator) },
  )
}

/** The note that the model does not answer, so the rules are only quoted, and until when. */
export function downNote(now: Date, until: Date, translator: Translator): string {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return translator.t(
    'The language model does not answer right now, so the assistant only quotes the rules until {time}, for {wait}.',
    { time: timeOf(until), wait: inWords(seconds, translator) },
  )
}

const timeOf = (date: Date) => `${date.toISOString().slice(11, 16)} UTC`
