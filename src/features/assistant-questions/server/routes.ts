import type { Audit } from '#features/audit/server/store.ts'
import { cleanLine } from '#lib/clean-text.ts'
import { msg } from '#lib/messages.ts'
import { scoreSearch } from '#lib/search.ts'
import type { Database } from '#server/database/database.ts'
import { invalid } from '#server/http/http-error.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { yieldToEventLoop } from '#server/slices.ts'
import {
  addPhrase,
  changeQuestions,
  exportMissedQuestions,
  exportPhrases,
  findRules,
  listMissedQuestions,
  listPhrases,
  type Phrase,
  type QuestionGroup,
  type RuleEntry,
  removePhrase,
} from '../contract.ts'
import { groupSimilar, limitGroups, withoutPlaceholders } from '../rules.ts'
import { type AddedPhrase, createPhraseStore } from './phrase-store.ts'
import { createQuestionStore, type KeptQuestion } from './question-store.ts'
import { deleteOldQuestions } from './worker.ts'

interface RuleText extends RuleEntry {
  text: string
}

/** The assistant's index of rules and codes. This feature does not depend on the assistant's own types. */
export interface KnownRules {
  passages: readonly RuleText[]
  retrieval: {
    search(
      questions: readonly string[],
      count: number,
    ): {
      found: readonly { passage: RuleText }[]
      /** Whether the assistant would answer with these passages. */
      fits: boolean
    }
  }
  /** The things that a question names, each once. Synonyms are one thing. */
  termsOf(question: string): string[]
  /** The informative words of a question. */
  phraseOf(question: string): string
}

export interface AssistantQuestionsRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  scheduler: Scheduler
  clock: () => Date
  isClockRight: () => boolean
  ruleIndex: { current(): Promise<KnownRules>; newest(): Promise<KnownRules> }
}

/** The number of closest rules that are suggested for a question, and the number that a search returns. */
const MAX_SUGGESTED = 6
const MAX_FOUND = 30
/** The length of an excerpt by which a rule is recognised, in characters. */
const EXCERPT = 180
/** The number of rules that the assistant quotes. */
const MAX_QUOTED = 3
/** The maximum number of rules and of other wordings that a group shows. */
const MAX_RULES_SHOWN = 5
const MAX_ALIKE = 20

export function assistantQuestionsRoutes(deps: AssistantQuestionsRoutesDeps): void {
  const { serve, ruleIndex } = deps
  const store = createQuestionStore(deps)
  const phrases = createPhraseStore(deps)
  const termsOf = termReader()

  serve.call(listMissedQuestions)(async () => {
    const [kept, sums, fullDays, known] = await Promise.all([
      store.listQuestions(),
      store.sum(),
      store.listFullDays(),
      ruleIndex.current(),
    ])
    const terms = await termsOf(kept, known)
    const groups = groupSimilar(
      kept.map((question, at) => ({
        ...question,
        terms: terms[at] ?? [],
        asked: question.unanswered + question.down,
      })),
    )
    const open = groups.filter(([first]) => first?.isDismissed === false)
    const dismissed = groups.filter(([first]) => first?.isDismissed === true)
    const shown = (some: typeof groups) => limitGroups(some).map((group) => groupOf(group, known))
    return { data: shown(open), dismissed: shown(dismissed), total: open.length, sums, fullDays }
  })
  serve.export(exportMissedQuestions)
  serve.export(exportPhrases)
  serve.call(changeQuestions)(async (call) => {
    await store.changeQuestions(call, call.body.questions, call.body.state)
    return { ok: true }
  })
  serve.call(findRules)(async ({ query: { search = '', question = '' } }) => {
    const known = await ruleIndex.current()
    if (search === '') return { data: closestTo(question, MAX_SUGGESTED, known).rules.map(withExcerpt) }
    const fits = known.passages.map((passage) => ({
      passage,
      fit: scoreSearch(search, [passage.title, passage.trail, passage.text]),
    }))
    const found = fits.filter(({ fit }) => fit > 0).sort((a, b) => b.fit - a.fit)
    return { data: found.slice(0, MAX_FOUND).map(({ passage }) => withExcerpt(passage)) }
  })
  serve.call(listPhrases)(async () => {
    const [added, known] = await Promise.all([phrases.listPhrases(), ruleIndex.current()])
    return { data: added.map(phraseIn(known)) }
  })
  serve.call(addPhrase)(async (call) => {
    const { phrase, href, questions } = call.body
    const known = await ruleIndex.current()
    if (!known.passages.some((passage) => passage.href === href))
      throw invalid({ href: msg('This rule does not exist.') })
    if (known.termsOf(phrase).length === 0) throw invalid({ phrase: msg('Use a word that says what it is about.') })
    const asked = await store.findQuestion(questions)
    const item = await phrases.addPhrase(call, call.body)
    // Wait for the new index, so that the phrase works at once.
    const now = await ruleIndex.newest()
    return { ok: true, item: phraseIn(now)(item), answers: asked === null ? null : isAnswered(asked, href, now) }
  })
  serve.call(removePhrase)(async (call) => ({ ok: true, questions: await phrases.removePhrase(call, call.params.id) }))

  deleteOldQuestions({ ...deps, store })
}

const withExcerpt = (rule: RuleText) => ({ ...rule, excerpt: cleanLine(rule.text, EXCERPT) })

function closestTo(question: string, count: number, { retrieval }: KnownRules) {
  const { found, fits } = retrieval.search([withoutPlaceholders(question)], count)
  return { rules: found.map(({ passage }) => passage), fits }
}

function isAnswered(question: string, href: string, known: KnownRules): boolean {
  const { rules, fits } = closestTo(question, MAX_QUOTED, known)
  return fits && rules.some((rule) => rule.href === href)
}

const phraseIn =
  ({ passages }: KnownRules) =>
  (added: AddedPhrase): Phrase => ({ ...added, rule: passages.find(({ href }) => href === added.href) ?? null })

function groupOf(group: readonly KeptQuestion[], { passages, phraseOf }: KnownRules): QuestionGroup {
  const sum = (count: (question: KeptQuestion) => number) =>
    group.reduce((total, question) => total + count(question), 0)
  const [question = '', ...alike] = group.map((one) => one.question)
  const hrefs = [...new Set(group.flatMap(({ rules }) => rules))].slice(0, MAX_RULES_SHOWN)
  return {
    ids: group.map(({ id }) => id),
    question,
    alike: alike.slice(0, MAX_ALIKE),
    unanswered: sum(({ unanswered }) => unanswered),
    down: sum(({ down }) => down),
    lastDay: group.map(({ lastDay }) => lastDay).reduce((last, day) => (day > last ? day : last)),
    rules: hrefs.flatMap((href) => passages.find((passage) => passage.href === href) ?? []),
    phrase: phraseOf(withoutPlaceholders(question)),
  }
}

/** Reads the terms of questions. Terms are cached until the next call, because most of the list stays the same. */
function termReader() {
  let read = new Map<string, string[]>()
  return async (questions: readonly KeptQuestion[], known: KnownRules): Promise<string[][]> => {
    const next: typeof read = new Map()
    for (const { question } of questions) {
      await yieldToEventLoop()
      next.set(question, read.get(question) ?? known.termsOf(withoutPlaceholders(question)))
    }
    read = next
    return questions.map(({ question }) => next.get(question) ?? [])
  }
}
