/*
 * Questions to the assistant: what players asked and no rule answered, and what they gave a thumb down. Management looks
 * through it at /assistant, and adds a phrase to the rule that was meant ("asked as"): from then on the assistant finds
 * it. What surprises: nothing says who asked, ids are cut out of the text, a question goes after 90 days, and the audit
 * log never repeats it. What players call the same thing stands in one group, which the server makes anew each time.
 */
import * as z from 'zod/mini'
import { can } from '#lib/access.ts'
import { endpoint } from '#lib/endpoint.ts'
import { exportCalls, exportsOf } from '#lib/export.ts'
import { msg, t } from '#lib/messages.ts'
import { text } from '#lib/text.ts'
import { isPhrase, MAX_PHRASE_WORDS, PHRASE_LENGTH } from './rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    'missed-questions': true
    'asked-as': true
  }
}

/** A rule or a code, as the assistant names it. */
export const RuleEntry = z.object({ href: z.string(), title: z.string(), trail: z.string() })
export type RuleEntry = z.infer<typeof RuleEntry>

/** Questions that are alike. */
export const QuestionGroup = z.object({
  /** One for each way in which it was asked: what changes of the group name it by. */
  ids: z.array(z.int()),
  /** The way in which it was asked most. */
  question: z.string(),
  /** Further ways, the most asked first. */
  alike: z.array(z.string()),
  unanswered: z.int(),
  down: z.int(),
  lastDay: z.iso.date(),
  /** What was shown instead of an answer, or was the answer that did not help. */
  rules: z.array(RuleEntry),
  /** What could be added as a phrase; '' where the question has no word that tells anything. */
  phrase: z.string(),
})
export type QuestionGroup = z.infer<typeof QuestionGroup>

export const listMissedQuestions = endpoint({
  method: 'GET',
  path: '/api/assistant/questions',
  access: can('content.edit'),
  topic: 'missed-questions',
  summary:
    'What players asked the assistant and no rule answered, or got a thumb down, in groups of questions that are alike, the most asked first. Nothing says who asked.',
  reply: z.object({
    data: z.array(QuestionGroup),
    /** Those that are not for the rules. */
    dismissed: z.array(QuestionGroup),
    /** How many groups there are; the lists hold the most asked. */
    total: z.int(),
    /** Of the last 30 days. */
    sums: z.object({ unanswered: z.int(), up: z.int(), down: z.int() }),
    /** Of the same days those on which more was asked than is kept of a day, the last first. */
    fullDays: z.array(z.iso.date()),
  }),
})

const QuestionIds = z
  .array(z.int(msg('This is not the id of a question.')).check(z.positive(), z.maximum(2 ** 31 - 1)))
  .check(z.maxLength(2_000, msg('These are too many questions at once.')))

export const changeQuestions = endpoint({
  method: 'PUT',
  path: '/api/assistant/questions/state',
  access: can('content.edit'),
  summary:
    'Takes questions off the list because they are not for the rules, or puts them back. 409 when somebody else has done so meanwhile.',
  body: z.strictObject({
    questions: QuestionIds.check(z.minLength(1, msg('Name a question.'))),
    state: z.enum(['open', 'dismissed'], msg('A question is open or dismissed.')),
  }),
  reply: z.object({ ok: z.literal(true) }),
})

export const exportMissedQuestions = exportsOf(listMissedQuestions, {
  name: 'assistant-questions',
  summary: 'The open questions to the assistant',
  isPersonal: false,
  row: QuestionGroup,
  key: 'ids',
})

const search = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max)))

export const findRules = endpoint({
  method: 'GET',
  path: '/api/assistant/rules',
  access: can('content.edit'),
  summary:
    'Rules and codes for a phrase to lead to: those that contain what is searched, or else those that the assistant finds closest to a question.',
  query: z.strictObject({ search: search(100), question: search(300) }),
  reply: z.object({
    data: z.array(
      z.extend(RuleEntry, {
        /** How its text begins. */
        excerpt: z.string(),
      }),
    ),
  }),
})

/** What leads players to a rule, added on the site. */
export const Phrase = z.object({
  id: z.int(),
  phrase: z.string(),
  href: z.string(),
  /** Null where the rule is no longer there. */
  rule: z.nullable(RuleEntry),
  addedAt: z.iso.datetime(),
  addedBy: z.string(),
})
export type Phrase = z.infer<typeof Phrase>

export const listPhrases = endpoint({
  method: 'GET',
  path: '/api/assistant/phrases',
  access: can('content.edit'),
  topic: 'asked-as',
  summary: 'The phrases that were added on the site for rules and codes to be found by, the newest first.',
  reply: z.object({ data: z.array(Phrase) }),
})

export const exportPhrases = exportsOf(listPhrases, {
  name: 'assistant-phrases',
  summary: 'The phrases that were added for the assistant',
  isPersonal: false,
  row: Phrase,
  key: 'id',
})

const PhraseId = z.int(msg('This is not the id of a phrase.')).check(z.positive(), z.maximum(2 ** 31 - 1))

export const PhraseDraft = z.strictObject({
  phrase: text(PHRASE_LENGTH).check(
    z.refine(isPhrase, {
      error: () => t('Write one to {max} words.', { max: MAX_PHRASE_WORDS }),
    }),
  ),
  href: z.string(msg('Pick a rule.')).check(z.minLength(1, msg('Pick a rule.')), z.maxLength(200)),
  /** The questions that it is added for, which leave the list. */
  questions: QuestionIds,
  /** The phrase with the same words that it takes the place of. */
  replaces: z.optional(PhraseId),
})
export type PhraseDraft = z.infer<typeof PhraseDraft>

export const addPhrase = endpoint({
  method: 'POST',
  path: '/api/assistant/phrases',
  access: can('content.edit'),
  summary:
    'Adds a phrase that people ask a rule or code with, and takes the questions off the list that it is for. 409 when somebody else has dealt with them meanwhile, or has added the phrase, which `replaces` then names.',
  body: PhraseDraft,
  reply: z.object({
    ok: z.literal(true),
    item: Phrase,
    /** Whether the assistant now answers the newest of these questions with this rule; null where there is none. */
    answers: z.nullable(z.boolean()),
  }),
})

export const removePhrase = endpoint({
  method: 'DELETE',
  path: '/api/assistant/phrases/{id}',
  access: can('content.edit'),
  summary: 'Removes a phrase that was added on the site. The questions that it took off the list come back.',
  params: z.object({
    id: z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, msg('This is not the id of a phrase.'))),
      z.transform(Number),
    ),
  }),
  reply: z.object({
    ok: z.literal(true),
    /** Those questions: what adding the phrase again names. */
    questions: z.array(z.int()),
  }),
})

export const endpoints = [
  listMissedQuestions,
  ...exportCalls(exportMissedQuestions),
  changeQuestions,
  findRules,
  listPhrases,
  ...exportCalls(exportPhrases),
  addPhrase,
  removePhrase,
]
