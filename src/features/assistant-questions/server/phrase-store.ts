import { and, desc, eq, max } from 'drizzle-orm'
import { type Audit, asJson } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/unique.ts'
import { alreadyExists, HttpError, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { PhraseDraft } from '../contract.ts'
import { MAX_PHRASES, normalizedWords } from '../rules.ts'
import { moveQuestions } from './question-store.ts'
import { assistantPhrases as phrases, assistantQuestions as questions } from './tables.ts'

export interface AddedPhrase {
  id: number
  phrase: string
  href: string
  addedAt: string
  addedBy: string
}

export interface PhraseStore {
  /** All phrases, the newest first. */
  listPhrases(): Promise<AddedPhrase[]>
  /** Adds a phrase, or replaces an existing one, and takes its questions off the list. */
  addPhrase(by: By & { actor: Member }, draft: PhraseDraft): Promise<AddedPhrase>
  /** Removes a phrase and puts its questions back on the list. Returns the id of the newest row of each. */
  removePhrase(by: By, id: number): Promise<number[]>
}

const GONE = msg('This phrase no longer exists.')

/** The added phrases of each rule and code, by its address. */
export async function listAddedPhrases(db: Db): Promise<Map<string, string[]>> {
  const rows = await db.select().from(phrases).orderBy(phrases.id)
  const byHref = new Map<string, string[]>()
  for (const { href, phrase } of rows) byHref.set(href, [...(byHref.get(href) ?? []), phrase])
  return byHref
}

export function createPhraseStore(deps: {
  database: Pick<Database, 'db'>
  audit: Audit
  clock: () => Date
}): PhraseStore {
  const { audit, clock } = deps
  const { db } = deps.database

  /**
   * The error when another user has just added this phrase. It names the existing phrase; replacing it silently would
   * undo that user's work.
   */
  async function addedMeanwhile(phrase: string): Promise<HttpError> {
    const [row] = await db
      .select()
      .from(phrases)
      .where(eq(phrases.words, normalizedWords(phrase)))
    if (row === undefined)
      return alreadyExists({ phrase: msg('Somebody has changed this phrase just now. Try again.') })
    const { phrase: added, addedByName } = row
    const why = withValues('{name} has added “{phrase}” already. The list of phrases shows which rule it leads to.', {
      name: addedByName,
      phrase: added,
    })
    return alreadyExists({ phrase: why }, itemOf(row))
  }

  return {
    listPhrases: async () => (await db.select().from(phrases).orderBy(desc(phrases.id))).map(itemOf),

    addPhrase: (by, { phrase, href, questions: ids, replaces }) =>
      audit
        .change(by, async (tx) => {
          const replaced = replaces === undefined ? undefined : await removeReplaced(tx, replaces, phrase)
          if ((await tx.$count(phrases)) >= MAX_PHRASES) throw new HttpError(409, 'too_many_phrases', TOO_MANY)
          const [added] = await tx
            .insert(phrases)
            .values({
              phrase,
              words: normalizedWords(phrase),
              href,
              addedAt: clock(),
              addedById: by.actor.id,
              addedByName: by.actor.name.toWellFormed(),
            })
            .returning()
          if (added === undefined) throw new Error('The database returned no row for the phrase it added')
          if (replaced !== undefined) {
            await tx.update(questions).set({ phraseId: added.id }).where(eq(questions.phraseId, replaced.id))
          }
          const answered = ids.length === 0 ? 0 : await moveQuestions(tx, ids, 'open', 'asked-as', added.id)
          return {
            result: itemOf(added),
            entries: [
              {
                action: 'addPhrase',
                target: targetOf(added),
                ...(replaced && { before: asJson({ phrase: replaced.phrase, href: replaced.href }) }),
                after: asJson({ phrase, href, questions: answered }),
              },
            ],
            topics: ['asked-as', 'missed-questions'],
          }
        })
        .catch(async (error: unknown) => {
          throw isUniqueViolation(error) ? await addedMeanwhile(phrase) : error
        }),

    removePhrase: (by, id) =>
      audit.change(by, async (tx) => {
        const [removed] = await tx.delete(phrases).where(eq(phrases.id, id)).returning()
        if (removed === undefined) throw notFound(GONE)
        const back = await tx
          .select({ id: max(questions.id) })
          .from(questions)
          .where(eq(questions.phraseId, id))
          .groupBy(questions.words)
        await tx.update(questions).set({ state: 'open', phraseId: null }).where(eq(questions.phraseId, id))
        const { phrase, href } = removed
        return {
          result: back.flatMap((row) => row.id ?? []),
          entries: [{ action: 'removePhrase', target: targetOf(removed), before: asJson({ phrase, href }) }],
          topics: ['asked-as', 'missed-questions'],
        }
      }),
  }
}

/** Part of a change: removes a phrase that a new one with the same words replaces. */
async function removeReplaced(tx: Transaction, id: number, phrase: string) {
  const isReplaced = and(eq(phrases.id, id), eq(phrases.words, normalizedWords(phrase)))
  const [removed] = await tx.delete(phrases).where(isReplaced).returning()
  return removed
}

const TOO_MANY = withValues('There are {max} phrases already. Remove those that no longer help.', {
  max: ({ language }) => MAX_PHRASES.toLocaleString(language),
})
const targetOf = ({ id }: { id: number }) => `assistant-phrases/${id}`

function itemOf({ id, phrase, href, addedAt, addedByName }: typeof phrases.$inferSelect): AddedPhrase {
  return { id, phrase, href, addedAt: addedAt.toISOString(), addedBy: addedByName }
}
