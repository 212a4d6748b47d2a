import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { QUESTION_STATES, REASONS } from '../rules.ts'

/**
 * What was asked and not answered, one row a day for the same words, and the thumbs under answers, one row each. No
 * column says who asked. Rows go 90 days after the question was asked.
 */
export const assistantQuestions = pgTable(
  'assistant_questions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    reason: text({ enum: REASONS }).notNull(),
    /** As it was typed last, without ids. '' under a thumb up, of which only the day is kept. */
    question: text().notNull(),
    /** What makes it the same question. */
    words: text().notNull(),
    /** The addresses of the rules that were shown. */
    rules: jsonb().$type<string[]>().notNull(),
    askedOn: date('asked_on', { mode: 'string' }).notNull(),
    asked: integer().notNull().default(1),
    /** Somebody who was signed in asked it, whoever that was. */
    fromMember: boolean('from_member').notNull().default(false),
    /** Names the answer under which the thumb is; null where there was no thumb. */
    answer: text().unique(),
    state: text({ enum: QUESTION_STATES }).notNull().default('open'),
    /** The phrase that took it off the list. */
    phraseId: integer('phrase_id'),
  },
  (t) => [
    index('assistant_questions_asked_on').on(t.askedOn),
    index('assistant_questions_words').on(t.words),
    index('assistant_questions_phrase').on(t.phraseId).where(sql`${t.phraseId} is not null`),
  ],
)

/** What management added that people ask a rule or a code with, beside the phrases of the community's files. */
export const assistantPhrases = pgTable('assistant_phrases', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  phrase: text().notNull(),
  /** The phrase, whatever its case, accents and signs: one leads to one rule. */
  words: text().notNull().unique(),
  /** The address of the rule or code. */
  href: text().notNull(),
  addedAt: timestamp('added_at', { withTimezone: true, precision: 3 }).notNull(),
  addedById: text('added_by_id').notNull(),
  addedByName: text('added_by_name').notNull(),
})
