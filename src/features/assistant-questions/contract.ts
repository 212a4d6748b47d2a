/*
 * Questions to the assistant: those that no rule answered, and those whose answer got a thumb down. Management reviews
 * them at /assistant and adds a phrase to the rule that was meant ("asked as"); from then on the assistant finds that
 * rule. Nothing records who asked. Ids are removed from the text, a question is deleted after 90 days, and the audit
 * log never contains its text. Similar questions form a group. The groups are not stored; the server forms them for
 * each request.
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

/** A rule or a code, as the assistant cites it. */
export const RuleEntry = z.object({ href: z.string(), title: z.string(), trail: z.string() })
export type RuleEntry = z.infer<typeof RuleEntry>

/** A group of similar questions. */
export const QuestionGroup = z.object({
  /** One id for each wording. Changes to the group name these ids. */
  ids: z.array(z.int()),
  /** The most frequent wording. */
  question: z.string(),
  /** The other wordings, the most frequent first. */
  alike: z.array(z.string()),
  unanswered: z.int(),
  down: z.int(),
  lastDay: z.iso.date(),
  /** The rules that were shown instead of an answer, or that made up the answer that did not help. */
  rules: z.array(RuleEntry),
  /** The suggested phrase. Empty when the question has no informative word. */
  phrase: z.string(),
})
export type QuestionGroup = z.infer<typeof QuestionGroup>

export const listMissedQuestions = endpoint({
  method: 'GET',
  path: '/api/assistant/questions',
  access: can('content.edit'),
  topic: 'missed-questions',
  summary:
    'Lists the questions to the assistant that no rule answered or whose answer got a thumb down, in groups of similar questions, most frequent first. Nothing identifies who asked.',
  reply: z.object({
    data: z.array(QuestionGroup),
    /** The groups that management has dismissed, because they are not about the rules. */
    dismissed: z.array(QuestionGroup),
    /** The total number of groups. The lists contain only the most frequent ones. */
    total: z.int(),
    /** The sums of the last 30 days. */
    sums: z.object({ unanswered: z.int(), up: z.int(), down: z.int() }),
    /** The days among the last 30 on which the daily limit of stored questions was reached, the latest first. */
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
    'Dismisses questions that are not about the rules, or reopens them. Returns 409 if another person has done so meanwhile.',
  body: z.strictObject({
    questions: QuestionIds.check(z.minLength(1, msg('Name a question.'))),
    state: z.enum(['open', 'dismissed'], msg('A question is open or dismissed.')),
  }),
  reply: z.object({ ok: z.literal(true) }),
})

export const exportMissedQuestions = exportsOf(listMissedQuestions, {
  name: 'assistant-questions',
  summary: 'the open questions to the assistant',
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
    'Lists rules and codes to which a phrase can lead: those that contain `search`, or without it those that the assistant finds closest to `question`.',
  query: z.strictObject({ search: search(100), question: search(300) }),
  reply: z.object({
    data: z.array(
      z.extend(RuleEntry, {
        /** The beginning of the rule's text. */
        excerpt: z.string(),
      }),
    ),
  }),
})

/** A phrase that leads players to a rule, added on the site. */
export const Phrase = z.object({
  id: z.int(),
  phrase: z.string(),
  href: z.string(),
  /** Null when the rule no longer exists. */
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
  summary: 'Lists the phrases for rules and codes that were added on the site, newest first.',
  reply: z.object({ data: z.array(Phrase) }),
})

export const exportPhrases = exportsOf(listPhrases, {
  name: 'assistant-phrases',
  summary: 'the phrases that were added for the assistant',
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
  /** The questions that the phrase is added for. They leave the list. */
  questions: QuestionIds,
  /** The id of an existing phrase with the same words, which this one replaces. */
  replaces: z.optional(PhraseId),
})
export type PhraseDraft = z.infer<typeof PhraseDraft>

export const addPhrase = endpoint({
  method: 'POST',
  path: '/api/assistant/phrases',
  access: can('content.edit'),
  summary:
    'Adds a phrase that people use for a rule or code, and removes the given questions from the list. Returns 409 if another person has handled the questions meanwhile or has added the phrase already; `replaces` names an existing phrase to replace.',
  body: PhraseDraft,
  reply: z.object({
    ok: z.literal(true),
    item: Phrase,
    /** Whether the assistant now answers the newest of these questions with this rule. Null without questions. */
    answers: z.nullable(z.boolean()),
  }),
})

export const removePhrase = endpoint({
  method: 'DELETE',
  path: '/api/assistant/phrases/{id}',
  access: can('content.edit'),
  summary: 'Removes a phrase that was added on the site. The questions that it removed from the list return.',
  params: z.object({
    id: z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, msg('This is not the id of a phrase.'))),
      z.transform(Number),
    ),
  }),
  reply: z.object({
    ok: z.literal(true),
    /** The ids of the questions that return to the list. Adding the phrase again takes them. */
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
