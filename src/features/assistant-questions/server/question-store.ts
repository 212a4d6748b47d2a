import { and, count, countDistinct, desc, eq, gt, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { type Audit, wasEverDone } from '#features/audit/server/store.ts'
import { DAY, utcDayOf } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { HttpError, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import {
  KEPT_DAYS,
  MAX_LISTED,
  MAX_MISSED_A_DAY,
  MAX_THUMBS_A_DAY,
  normalizedWords,
  type QuestionState,
  redactQuestion,
  SUMMED_DAYS,
} from '../rules.ts'
import { assistantPhrases, assistantQuestions as questions } from './tables.ts'

/** A thumb for an answer. Null withdraws the previous thumb. */
export interface Thumb {
  answer: string
  thumb: 'up' | 'down' | null
  question: string
  rules: readonly string[]
}

/** Everything that is stored about one question. */
export interface KeptQuestion {
  /** The id of its newest row. Changes refer to it. */
  id: number
  question: string
  unanswered: number
  down: number
  lastDay: string
  rules: string[]
  isDismissed: boolean
  /** Whether at least one member asked it. */
  fromMember: boolean
}

export interface Sums {
  unanswered: number
  up: number
  down: number
}

export interface QuestionStore {
  /** Stores a question that no rule answered. The same question on the same day only increases a counter. */
  saveUnanswered(question: string, rules: readonly string[], fromMember: boolean): Promise<void>
  /** Stores a thumb and replaces an earlier thumb for the same answer. */
  saveThumb(given: Thumb): Promise<void>
  /**
   * The questions that were not answered or got a thumb down, except those that a phrase has answered. Those of members
   * come first, then the newest.
   */
  listQuestions(): Promise<KeptQuestion[]>
  /** The text of the first of these questions that is still stored. Null when none is. */
  findQuestion(ids: readonly number[]): Promise<string | null>
  /** The sums of the last 30 days. */
  sum(): Promise<Sums>
  /** The days among the last 30 on which the limit of unanswered questions was reached, the latest first. */
  listFullDays(): Promise<string[]>
  /** Dismisses questions, or puts them back on the list. */
  changeQuestions(by: By, ids: readonly number[], state: 'open' | 'dismissed'): Promise<void>
  /** Deletes expired questions and returns the number of rows. */
  removeOld(): Promise<number>
  /** Inserts the demo's rows, once per database. */
  fill(by: By, rows: QuestionRow[], phrases: (typeof assistantPhrases.$inferInsert)[]): Promise<void>
}

export type QuestionRow = typeof questions.$inferInsert

export function createQuestionStore(deps: {
  database: Pick<Database, 'db'>
  audit: Audit
  clock: () => Date
}): QuestionStore {
  const { audit, clock } = deps
  const { db } = deps.database
  const today = () => utcDayOf(clock())
  const dayBefore = (days: number) => utcDayOf(new Date(clock().getTime() - days * DAY))

  /** Whether fewer than `most` rows of this kind were stored today. */
  async function hasRoom(tx: Db, kind: SQL | undefined, most: number): Promise<boolean> {
    return (await tx.$count(questions, and(eq(questions.askedOn, today()), kind))) < most
  }

  return {
    saveUnanswered: async (typed, rules, fromMember) => {
      const question = redactQuestion(typed)
      const words = normalizedWords(question)
      if (words === '') return
      const isUnanswered = eq(questions.reason, 'unanswered')
      await db.transaction(async (tx) => {
        const same = tx
          .select({ id: questions.id })
          .from(questions)
          .where(
            and(
              isUnanswered,
              eq(questions.words, words),
              eq(questions.askedOn, today()),
              ne(questions.state, 'asked-as'),
            ),
          )
          .limit(1)
        const counted = await tx
          .update(questions)
          .set({
            asked: sql`${questions.asked} + 1`,
            question,
            rules: [...rules],
            ...(fromMember && { fromMember }),
          })
          .where(inArray(questions.id, same))
          .returning({ id: questions.id })
        const ofSame = and(isUnanswered, eq(questions.fromMember, fromMember))
        if (counted.length > 0 || !(await hasRoom(tx, ofSame, MAX_MISSED_A_DAY))) return
        await tx
          .insert(questions)
          .values({ reason: 'unanswered', question, words, rules: [...rules], askedOn: today(), fromMember })
      })
    },

    saveThumb: async ({ answer, thumb, question: typed, rules }) => {
      if (thumb === null) return void (await db.delete(questions).where(eq(questions.answer, answer)))
      const question = thumb === 'up' ? '' : redactQuestion(typed)
      const row = { reason: thumb, question, words: normalizedWords(question), rules: thumb === 'up' ? [] : [...rules] }
      await db.transaction(async (tx) => {
        const changed = await tx
          .update(questions)
          .set(row)
          .where(eq(questions.answer, answer))
          .returning({ id: questions.id })
        if (changed.length > 0 || !(await hasRoom(tx, ne(questions.reason, 'unanswered'), MAX_THUMBS_A_DAY))) return
        await tx
          .insert(questions)
          .values({ ...row, answer, askedOn: today() })
          .onConflictDoNothing()
      })
    },

    listQuestions: async () => {
      const newest = <T>(column: SQL) => sql<T>`(array_agg(${column} order by ${questions.id} desc))[1]`
      const askedFor = (reason: string) =>
        sql<number>`coalesce(sum(${questions.asked}) filter (where ${questions.reason} = ${reason}), 0)::int`
      const fromMember = sql<boolean>`bool_or(${questions.fromMember})`
      const lastDay = sql<string>`max(${questions.askedOn})::text`
      return db
        .select({
          id: sql<number>`max(${questions.id})`,
          question: newest<string>(sql`${questions.question}`),
          unanswered: askedFor('unanswered'),
          down: askedFor('down'),
          lastDay,
          rules: newest<string[]>(sql`${questions.rules}`),
          isDismissed: sql<boolean>`bool_or(${questions.state} = 'dismissed')`,
          fromMember,
        })
        .from(questions)
        .where(and(ne(questions.reason, 'up'), ne(questions.state, 'asked-as'), ne(questions.words, '')))
        .groupBy(questions.words)
        .orderBy(desc(fromMember), desc(lastDay), desc(sql`max(${questions.id})`))
        .limit(MAX_LISTED)
    },

    findQuestion: async (ids) => {
      const rows = await db
        .select({ id: questions.id, question: questions.question })
        .from(questions)
        .where(inArray(questions.id, [...ids]))
      return ids.map((id) => rows.find((row) => row.id === id)?.question).find((found) => found !== undefined) ?? null
    },

    sum: async () => {
      const rows = await db
        .select({ reason: questions.reason, asked: sql<number>`sum(${questions.asked})::int` })
        .from(questions)
        .where(gt(questions.askedOn, dayBefore(SUMMED_DAYS)))
        .groupBy(questions.reason)
      const sums: Sums = { unanswered: 0, up: 0, down: 0 }
      for (const { reason, asked } of rows) sums[reason] = asked
      return sums
    },

    listFullDays: async () => {
      const rows = await db
        .select({ day: questions.askedOn })
        .from(questions)
        .where(and(eq(questions.reason, 'unanswered'), gt(questions.askedOn, dayBefore(SUMMED_DAYS))))
        .groupBy(questions.askedOn, questions.fromMember)
        .having(gte(count(), MAX_MISSED_A_DAY))
        .orderBy(desc(questions.askedOn))
      return [...new Set(rows.map(({ day }) => day))]
    },

    changeQuestions: (by, ids, state) =>
      audit.change(by, async (tx) => {
        const moved = await moveQuestions(tx, ids, state === 'open' ? 'dismissed' : 'open', state)
        const action = state === 'open' ? 'reopenQuestions' : 'dismissQuestions'
        return {
          result: undefined,
          entries: [{ action, target: `assistant-questions/${Math.min(...ids)}`, after: { questions: moved } }],
          topics: ['missed-questions'],
        }
      }),

    removeOld: async () => {
      const removed = await db
        .delete(questions)
        .where(lt(questions.askedOn, dayBefore(KEPT_DAYS)))
        .returning({ id: questions.id })
      return removed.length
    },

    fill: (by, rows, phrases) =>
      audit.change(by, async (tx) => {
        const nothing = { result: undefined, entries: [], topics: [] }
        if (await wasEverDone(tx, ['fillQuestions'])) return nothing
        await tx.insert(questions).values(rows)
        await tx.insert(assistantPhrases).values(phrases)
        const after = { questions: rows.length, phrases: phrases.length }
        return { ...nothing, entries: [{ action: 'fillQuestions', target: 'assistant-questions', after }] }
      }),
  }
}

/** The number of open questions. Each wording counts once. */
export async function countOpenQuestions(db: Db): Promise<number> {
  const isOpen = and(ne(questions.reason, 'up'), eq(questions.state, 'open'), ne(questions.words, ''))
  const [row] = await db
    .select({ open: countDistinct(questions.words) })
    .from(questions)
    .where(isOpen)
  return row?.open ?? 0
}

const alreadyHandled = () =>
  new HttpError(
    409,
    'changed_meanwhile',
    msg('Somebody else has dealt with this question meanwhile. The list shows it now.'),
  )

/**
 * Part of a change: moves all rows of these questions to another state and returns the number of questions. Throws a
 * conflict when another user has already moved them. The audit log records numbers only, because a question is deleted
 * after 90 days and nothing of it may remain.
 */
export async function moveQuestions(
  tx: Transaction,
  ids: readonly number[],
  from: QuestionState,
  to: QuestionState,
  phraseId: number | null = null,
): Promise<number> {
  const named = await tx
    .select({ words: questions.words })
    .from(questions)
    .where(inArray(questions.id, [...ids]))
    .for('update')
  if (named.length === 0) throw notFound(msg('These questions are no longer kept.'))
  const words = [...new Set(named.map((row) => row.words))]
  const moved = await tx
    .update(questions)
    .set({ state: to, phraseId })
    .where(and(inArray(questions.words, words), eq(questions.state, from)))
    .returning({ words: questions.words })
  if (moved.length === 0) throw alreadyHandled()
  return new Set(moved.map((row) => row.words)).size
}
