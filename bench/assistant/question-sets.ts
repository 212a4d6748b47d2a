import { join } from 'node:path'
import * as z from 'zod'
import { passagesOfCodes } from '#app/law-book.ts'
import { passagesOf } from '#features/assistant/rules.ts'
import { readGlossary, readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { createRetrieval } from '#features/assistant/server/retrieval.ts'
import { readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { formsOf } from '#features/assistant/server/word-forms-of.ts'
import { createWording } from '#features/assistant/server/wording.ts'
import { PenalCodeFile, TenCodeFile } from '#features/codes/contract.ts'
import { readCodePhrases, readLaw, readSynonyms } from '#features/codes/server/gateway.ts'
import { localeOf } from '#lib/locale.ts'
import { ENGLISH } from '#lib/messages.ts'
import { readCommunity } from '#server/config/community.ts'
import { readYaml } from '#server/config/yaml.ts'
import { root } from '#server/paths.ts'

/*
 * The question sets that measure the search, by their authors.
 * - players.yaml (train): by the author of the glossary and the "asked as" lines, written together with them. It
 *   contains follow-up questions.
 * - questions.yaml (train): the rules and the stop words were written with these questions in view. It shows the best
 *   that the search can do.
 * - askers-train.yaml (train) and askers-tune.yaml (tune): one list by an author who had seen neither the glossary
 *   nor the phrases, halved at random. The "I do not know" decision is fitted on the first; its threshold is set on the
 *   second.
 * - writers-train.yaml (train) and writers-tune.yaml (tune): one list with questions for every rule and every kind,
 *   halved at random. The author had read only the rules and the law book, and wrote phrases afterwards.
 * - held-out.yaml (tune): by the same authors, written after the rules. Thresholds may be chosen on it.
 * - strangers.yaml (held-out): by an author who had read only the rules. Nothing may be chosen on it.
 * - newcomers.yaml (held-out): the same by another author, written later and looked at less.
 * - visitors.yaml (held-out): by a third author who had read the rules and the law book. It was measured once.
 * - lagunenwacht.yaml (tune): German questions for the rules of examples/lagunenwacht, by an author who had read
 *   these rules and their phrases. It shows that German is understood, but not how well strangers are understood.
 * - trouble-tune.yaml and claims-tune.yaml (tune): see measured-checks.ts.
 */
export const SETS = {
  players: 'Train: questions by the person who wrote the glossary and the phrases',
  questions: 'Train: questions that the rules were worded with in view',
  'askers-train': 'Train: questions by somebody who had not seen the glossary or the phrases',
  'writers-train': 'Train: questions for every rule and code, by one person who had read the rules only',
  'askers-tune': 'Tune: the other half of the same list',
  'writers-tune': 'Tune: the other half of the same list',
  'held-out': 'Tune: questions written after the rules, by the same people',
  lagunenwacht: 'German: questions for the rules of examples/lagunenwacht, by somebody who had read them',
  strangers: 'Held-out: questions by somebody who had read only the rules',
  newcomers: 'Held-out: questions by another such person, who wrote later',
  visitors: 'Held-out: questions by a third such person, measured once',
} as const
export type QuestionSet = keyof typeof SETS
/** The sets with questions about the shipped community's rules. */
export const SHIPPED = (Object.keys(SETS) as QuestionSet[]).filter((file) => file !== 'lagunenwacht')

export const KINDS = [
  'plain',
  'paraphrase',
  'misspelt',
  'direct',
  'two-rules',
  'follow-up',
  'law',
  'unanswerable',
  'misuse',
] as const

const Question = z.strictObject({
  question: z.string(),
  kind: z.enum(KINDS),
  /** The earlier questions of the conversation, the oldest first. */
  before: z.array(z.string()).default([]),
  expects: z.array(z.string()),
})
export type Question = z.infer<typeof Question>

export const community = join(root, 'community')

/** The rules and the law book for a set, with their index. An index is built once for all sets of a community. */
export function index(file?: QuestionSet): ReturnType<typeof makeIndex> {
  const dir = file === 'lagunenwacht' ? join(root, 'examples/lagunenwacht') : community
  const known = made.get(dir) ?? makeIndex(dir)
  made.set(dir, known)
  return known
}
const made = new Map<string, ReturnType<typeof makeIndex>>()
async function makeIndex(dir: string) {
  const site = readCommunity(dir).site
  const locale = localeOf(site)
  const law = dir === community ? lawBook(locale) : []
  const passages = [...readRulebooks(dir).flatMap(passagesOf), ...law]
  const wording = createWording(formsOf(locale), readGlossary(dir), dir === community ? readSynonyms(dir) : [])
  return {
    passages,
    places: new Set(passages.map(({ href }) => href)),
    retrieval: await createRetrieval(passages, readOutsideTopics(dir), wording),
  }
}

const lawBook = (locale: string) =>
  passagesOfCodes(
    readYaml(join(community, 'codes/ten-codes.yaml'), TenCodeFile),
    readYaml(join(community, 'codes/penal-codes.yaml'), PenalCodeFile),
    readCodePhrases(community),
    readLaw(community).lawIn(locale),
    ENGLISH,
  )

export const questionsIn = (file: QuestionSet) =>
  readYaml(join(root, `bench/assistant/${file}.yaml`), z.array(Question))

/** `general-conduct#12-minimum-age` → `/rules/general-conduct#12-minimum-age` */
export function placeOf(address: string): string {
  return /^(ten|penal)-codes#/.test(address) ? `/${address}` : `/rules/${address}`
}
