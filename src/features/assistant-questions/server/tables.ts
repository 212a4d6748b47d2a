import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { QUESTION_STATES, REASONS } from '../rules.ts'

/**
 * Unanswered questions, with one row per day for the same words, and thumbs for answers, with one row each. No column
 * says who asked. Rows are deleted 90 days after the question was asked.
 */
export const assistantQuestions = pgTable(
  'assistant_questions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    reason: text({ enum: REASONS }).notNull(),
    /** The latest typed text, without ids. Empty for a thumb up, which stores only the day. */
    question: text().notNull(),
    /** The normalised words. Rows with the same words are the same question. */
    words: text().notNull(),
    /** The addresses of the rules that were shown. */
    rules: jsonb().$type<string[]>().notNull(),
    askedOn: date('asked_on', { mode: 'string' }).notNull(),
    asked: integer().notNull().default(1),
    /** Whether a signed-in user asked it. The row does not say which one. */
    fromMember: boolean('from_member').notNull().default(false),
    /** The id of the answer that got the thumb. Null for rows without a thumb. */
    answer: text().unique(),
    state: text({ enum: QUESTION_STATES }).notNull().default('open'),
    /** The phrase that took the question off the list. */
    phraseId: integer('phrase_id'),
  },
  (t) => [
    index('assistant_questions_asked_on').on(t.askedOn),
    index('assistant_questions_words').on(t.words),
    index('assistant_questions_phrase').on(t.phraseId).where(sql`${t.phraseId} is not null`),
  ],
)

/** The phrases that management added for rules and codes, in addition to those in the community's files. */
export const assistantPhrases = pgTable('assistant_phrases', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  phrase: text().notNull(),
  /** The phrase without case, accents and punctuation. It is unique, so each phrase leads to one rule. */
  words: text().notNull().unique(),
  /** The address of the rule or code. */
  href: text().notNull(),
  addedAt: timestamp('added_at', { withTimezone: true, precision: 3 }).notNull(),
  addedById: text('added_by_id').notNull(),
  addedByName: text('added_by_name').notNull(),
})
