import { join } from 'node:path'
import * as z from 'zod'
import { createAudit } from '#features/audit/server/store.ts'
import { DAY, utcDayOf } from '#lib/dates.ts'
import { createChanges } from '#server/changes.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { SeedDeps } from '#server/feature.ts'
import { normalizedWords } from '../rules.ts'
import { createQuestionStore, type QuestionRow } from './question-store.ts'

const Question = z.strictObject({
  question: z.string(),
  /** One entry per time that it was asked: how many days ago. */
  ago: z.array(z.int()),
  /** The rules that the player was shown. */
  rules: z.array(z.string()).default([]),
  isDismissed: z.boolean().default(false),
})

const File = z.strictObject({
  unanswered: z.array(Question),
  disliked: z.array(Question),
  phrases: z.array(z.strictObject({ phrase: z.string(), href: z.string(), ago: z.int(), by: z.string() })),
})

/** The questions of the demo's players. */
export const readQuestions = (demoDir: string) => readYaml(join(demoDir, 'questions.yaml'), File)

/** The age of each thumb up, in days. */
const LIKED = Array.from({ length: 38 }, (_, at) => (at * 7) % 29)

/** Fills the demo once with unanswered questions, thumbs, and two phrases. */
export async function seedQuestions({ database, clock, people, demoDir }: SeedDeps): Promise<void> {
  const { unanswered, disliked, phrases } = readQuestions(demoDir)
  const before = (ago: number) => new Date(clock().getTime() - ago * DAY)
  const rows = (seeds: typeof unanswered, reason: 'unanswered' | 'down') =>
    seeds.flatMap(({ question, ago, rules, isDismissed }) =>
      ago.map(
        (days, at): QuestionRow => ({
          reason,
          question,
          words: normalizedWords(question),
          rules: [...rules],
          askedOn: utcDayOf(before(days)),
          answer: reason === 'down' ? `demo ${question} ${at}` : null,
          state: isDismissed ? 'dismissed' : 'open',
        }),
      ),
    )
  const liked = LIKED.map(
    (days, at): QuestionRow => ({
      ...{ reason: 'up', question: '', words: '', rules: [], askedOn: utcDayOf(before(days)), answer: `demo ${at}` },
    }),
  )
  const added = phrases.map(({ phrase, href, ago, by }) => ({
    ...{ phrase, href, words: normalizedWords(phrase), addedAt: before(ago) },
    ...{ addedById: by, addedByName: people.find(({ id }) => id === by)?.globalName ?? by },
  }))
  // A private change feed is enough: at this point of the start nothing listens for changes yet.
  const audit = createAudit({ database, clock, changes: createChanges() })
  const store = createQuestionStore({ database, clock, audit })
  const questions = [...rows(unanswered, 'unanswered'), ...rows(disliked, 'down'), ...liked]
  await store.fill({ actor: null, requestId: 'start' }, questions, added.reverse())
}
