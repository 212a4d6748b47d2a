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
  type QuestionState,
  SUMMED_DAYS,
  withoutIds,
  wordsOf,
} from '../rules.ts'
import { assistantPhrases, assistantQuestions as questions } from './tables.ts'

/** A thumb under an answer; null takes back the one that was given. */
export interface Thumb {
  answer: string
  thumb: 'up' | 'down' | null
  question: string
  rules: readonly string[]
}

/** All that is kept of one question. */
export interface KeptQuestion {
  /** Of its newest row: what changes go by. */
  id: number
  question: string
  unanswered: number
  down: number
  lastDay: string
  rules: string[]
  isDismissed: boolean
  /** A member asked it, not only visitors. */
  fromMember: boolean
}

export interface Sums {
  unanswered: number
  up: number
  down: number
}

export interface QuestionStore {
  /** Keeps a question that no rule answered. The same question again on the same day only counts. */
  keepUnanswered(question: string, rules: readonly string[], fromMember: boolean): Promise<void>
  /** Keeps a thumb, in the place of the one that the same answer had. */
  keepThumb(given: Thumb): Promise<void>
  /** What was not answered or got a thumb down, without what a phrase answers since; those of members first, the last asked first. */
  listQuestions(): Promise<KeptQuestion[]>
  /** How the first of these is asked; null where none is kept any more. */
  findQuestion(ids: readonly number[]): Promise<string | null>
  /** Of the last 30 days. */
  sum(): Promise<Sums>
  /** Of the last 30 days those that had room for no other question that was not answered, the last first. */
  listFullDays(): Promise<string[]>
  /** Takes questions off the list, or puts them back. */
  changeQuestions(by: By, ids: readonly number[], state: 'open' | 'dismissed'): Promise<void>
  /** Removes what is older than it is kept; answers how many rows that was. */
  removeOld(): Promise<number>
  /** Puts the demo's rows in, once in the life of the database. */
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

  /** Whether today may have another row of these. */
  async function isRoom(tx: Db, kind: SQL | undefined, most: number): Promise<boolean> {
    const [kept] = await tx
      .select({ rows: count() })
      .from(questions)
      .where(and(eq(questions.askedOn, today()), kind))
    return (kept?.rows ?? 0) < most
  }

  return {
    keepUnanswered: async (typed, rules, fromMember) => {
      const question = withoutIds(typed)
      const words = wordsOf(question)
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
        if (counted.length > 0 || !(await isRoom(tx, ofSame, MAX_MISSED_A_DAY))) return
        await tx
          .insert(questions)
          .values({ reason: 'unanswered', question, words, rules: [...rules], askedOn: today(), fromMember })
      })
    },

    keepThumb: async ({ answer, thumb, question: typed, rules }) => {
      if (thumb === null) return void (await db.delete(questions).where(eq(questions.answer, answer)))
      const question = thumb === 'up' ? '' : withoutIds(typed)
      const row = { reason: thumb, question, words: wordsOf(question), rules: thumb === 'up' ? [] : [...rules] }
      await db.transaction(async (tx) => {
        const changed = await tx
          .update(questions)
          .set(row)
          .where(eq(questions.answer, answer))
          .returning({ id: questions.id })
        if (changed.length > 0 || !(await isRoom(tx, ne(questions.reason, 'unanswered'), MAX_THUMBS_A_DAY))) return
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

/** How many questions wait to be looked at, each wording once. */
export async function countOpenQuestions(db: Db): Promise<number> {
  const isOpen = and(ne(questions.reason, 'up'), eq(questions.state, 'open'), ne(questions.words, ''))
  const [row] = await db
    .select({ open: countDistinct(questions.words) })
    .from(questions)
    .where(isOpen)
  return row?.open ?? 0
}

const dealtWith = () =>
  new HttpError(
    409,
    'changed_meanwhile',
    msg('Somebody else has dealt with this question meanwhile. The list shows it now.'),
  )

/**
 * Within a change: puts every row of the questions that these rows ask into another state; answers how many questions it
 * was. What somebody else has moved meanwhile is a conflict. The audit log keeps numbers only: a question goes after 90
 * days, and nothing of it may stay behind.
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
  if (moved.length === 0) throw dealtWith()
  return new Set(moved.map((row) => row.words)).size
}
