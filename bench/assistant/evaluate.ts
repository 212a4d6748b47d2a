import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { passagesOfCodes } from '#app/law-book.ts'
import { passagesOf } from '#features/assistant/rules.ts'
import { readGlossary, readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { createRetrieval } from '#features/assistant/server/retrieval.ts'
import { readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { createWording } from '#features/assistant/server/wording.ts'
import { PenalCodeFile, TenCodeFile } from '#features/codes/contract.ts'
import { readCodePhrases, readSynonyms } from '#features/codes/server/gateway.ts'
import { readYaml } from '#server/config/yaml.ts'
import { root } from '#server/paths.ts'
import { measureClaims, measureTrouble } from './held-out-checks.ts'

/*
 * npm run eval:assistant: how well the rules are found for questions written by hand, without a model. It prints train
 * and tune; with `-- --held-out` the held-out sets alone, which nobody looks at while they work on the search.
 * - players.yaml (train): written with the glossary and the "asked as" lines by the same person; holds follow-ups.
 * - questions.yaml (train): the rules and the stop words were worded with it in view. It says what the search can do.
 * - askers-train.yaml (train) and askers-tune.yaml (tune): one list by somebody who had seen neither the glossary nor the
 *   phrases, halved by chance. "I do not know" is fitted on the first and cut on the second.
 * - writers-train.yaml (train) and writers-tune.yaml (tune): one list with questions for every rule and every kind, by
 *   somebody who had read only the rules and the law book and who wrote phrases afterwards, halved by chance.
 * - held-out.yaml (tune): written by the same people after the rules. Thresholds may be chosen on it.
 * - strangers.yaml (held-out): written by somebody who had read only the rules. Nothing may be chosen on it.
 * - newcomers.yaml (held-out): the same by another person, written later and looked at less.
 * - trouble-held-out.yaml and claims-held-out.yaml (held-out): see held-out-checks.ts.
 */
const SETS = {
  players: 'Train: questions by the person who wrote the glossary and the phrases',
  questions: 'Train: questions that the rules were worded with in view',
  'askers-train': 'Train: questions by somebody who had not seen the glossary or the phrases',
  'writers-train': 'Train: questions for every rule and code, by one person who had read the rules only',
  'askers-tune': 'Tune: the other half of the same list',
  'writers-tune': 'Tune: the other half of the same list',
  'held-out': 'Tune: questions written after the rules, by the same people',
  strangers: 'Held-out: questions by somebody who had read only the rules',
  newcomers: 'Held-out: questions by another such person, who wrote later',
} as const
type QuestionSet = keyof typeof SETS

const KINDS = [
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
  /** The earlier questions of the conversation, oldest first. */
  before: z.array(z.string()).default([]),
  expects: z.array(z.string()),
})
type Question = z.infer<typeof Question>

/** How many of a kind there are, how many have a right rule among the first three, and how many find no rule. */
interface KindFigures {
  kind: Question['kind']
  count: number
  foundInThree: number
  notFound: number
}

/** Of the questions that the rules answer, the share found among the first so many; the rest admitted as not found. */
export interface Figures {
  kinds: KindFigures[]
  answerable: number
  recall: { 1: number; 3: number; 5: number }
  /** Mean of 1/rank of the first right answer among ten. */
  mrr: number
  /** Answerable questions that the assistant says it finds no rule for. */
  doubted: number
  unanswerable: number
  admitted: number
  misuse: number
  misuseAdmitted: number
  /** What was asked and not found among the first three. */
  missed: string[]
}

const community = join(root, 'community')

const Quoted = z.strictObject({ question: z.string(), rule: z.string(), says: z.string() })

/** For questions whose rule is known: those whose quotation of it does not hold the words that decide, and how many there are. */
export async function evaluateQuotes(): Promise<{ count: number; missed: string[] }> {
  const questions = readYaml(join(root, 'bench/assistant/quotes.yaml'), z.array(Quoted))
  made ??= makeIndex()
  const { passages, retrieval } = await made
  const missed = questions.filter(({ question, rule, says }) => {
    const passage = passages.find(({ href }) => href === placeOf(rule))
    if (passage === undefined) throw new Error(`quotes.yaml names ${rule}, which is no place in the rules`)
    return !retrieval.quote([question], passage).includes(says)
  })
  return { count: questions.length, missed: missed.map(({ question }) => question) }
}

/** The rules and the law book with their index, made once for all sets. */
let made: ReturnType<typeof makeIndex> | undefined
async function makeIndex() {
  const passages = [
    ...readRulebooks(community).flatMap(passagesOf),
    ...passagesOfCodes(
      readYaml(join(community, 'codes/ten-codes.yaml'), TenCodeFile),
      readYaml(join(community, 'codes/penal-codes.yaml'), PenalCodeFile),
      readCodePhrases(community),
    ),
  ]
  const wording = createWording(readGlossary(community), readSynonyms(community))
  return {
    passages,
    places: new Set(passages.map(({ href }) => href)),
    retrieval: await createRetrieval(passages, readOutsideTopics(community), wording),
  }
}

/** Throws where a question expects a place that the rules do not have. */
export async function evaluate(file: QuestionSet): Promise<Figures> {
  const questions = readYaml(join(root, `bench/assistant/${file}.yaml`), z.array(Question))
  made ??= makeIndex()
  const { places, retrieval } = await made

  const asked = questions.map((question) => {
    const expected = question.expects.map(placeOf)
    const unknown = expected.find((place) => !places.has(place))
    if (unknown !== undefined) throw new Error(`${file}.yaml expects ${unknown}, which is no place in the rules`)
    const { found, fits } = retrieval.search([...question.before, question.question], 10)
    const hrefs = found.map(({ passage }) => passage.href)
    const ranks = expected.map((place) => hrefs.indexOf(place) + 1 || Number.POSITIVE_INFINITY)
    return { ...question, ranks, admits: !fits }
  })
  const answerable = asked.filter(({ expects }) => expects.length > 0)
  const of = (kind: Question['kind']) => asked.filter((one) => one.kind === kind)
  const admitting = (of: typeof asked) => of.filter(({ admits }) => admits).length
  const recall = (count: number) =>
    answerable.filter((one) => isFound(one, count)).length / Math.max(1, answerable.length)
  const kinds = KINDS.map((kind) => ({ kind, questions: of(kind) })).filter(({ questions }) => questions.length > 0)
  return {
    kinds: kinds.map(({ kind, questions }) => ({
      kind,
      count: questions.length,
      foundInThree: questions.filter((one) => isFound(one, 3)).length,
      notFound: admitting(questions),
    })),
    answerable: answerable.length,
    recall: { 1: recall(1), 3: recall(3), 5: recall(5) },
    mrr: answerable.reduce((sum, { ranks }) => sum + 1 / Math.min(...ranks), 0) / Math.max(1, answerable.length),
    doubted: admitting(answerable),
    unanswerable: of('unanswerable').length,
    admitted: admitting(of('unanswerable')),
    misuse: of('misuse').length,
    misuseAdmitted: admitting(of('misuse')),
    missed: answerable.filter((one) => !isFound(one, 3)).map(({ question }) => question),
  }
}

/** Any of the places is a right answer; of two rules as many are needed as can be among so few. */
function isFound({ kind, ranks }: { kind: Question['kind']; ranks: number[] }, count: number): boolean {
  const found = ranks.filter((rank) => rank <= count).length
  return found >= (kind === 'two-rules' ? Math.min(count, ranks.length) : 1)
}

/** `general-conduct#12-minimum-age` → `/rules/general-conduct#12-minimum-age` */
function placeOf(address: string): string {
  return /^(ten|penal)-codes#/.test(address) ? `/${address}` : `/rules/${address}`
}

/** A share with its 95 % interval (Wilson's score interval), in percent. */
export function shareOf(part: number, whole: number): string {
  const z2 = 1.96 ** 2
  const share = part / whole
  const centre = (share + z2 / (2 * whole)) / (1 + z2 / whole)
  const half = (1.96 * Math.sqrt((share * (1 - share)) / whole + z2 / (4 * whole ** 2))) / (1 + z2 / whole)
  const percent = (value: number) => Math.round(value * 100)
  return `${percent(share)} % (${percent(centre - half)}–${percent(centre + half)})`
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const share = (part: number) => part.toFixed(3)
  const sets = (Object.keys(SETS) as QuestionSet[]).filter(
    (file) => SETS[file].startsWith('Held-out') === argv.includes('--held-out'),
  )
  for (const file of sets) {
    const label = SETS[file]
    const { recall, ...figures } = await evaluate(file)
    console.log(`\n${label} (bench/assistant/${file}.yaml), without a model`)
    console.log(
      `  recall at 1, 3, 5  ${share(recall[1])}  ${share(recall[3])}  ${share(recall[5])} of ${figures.answerable}`,
    )
    console.log(`  MRR                ${share(figures.mrr)}`)
    console.log(`  wrongly refused    ${shareOf(figures.doubted, figures.answerable)}`)
    console.log('  kind           count  right rule in the first three  answered "could not find a rule"')
    for (const { kind, count, foundInThree, notFound } of figures.kinds) {
      const found = kind === 'unanswerable' || kind === 'misuse' ? '–' : shareOf(foundInThree, count)
      console.log(`  ${kind.padEnd(13)} ${String(count).padStart(6)}  ${found.padEnd(29)}  ${shareOf(notFound, count)}`)
    }
    if (argv.includes('--missed') && !label.startsWith('Held-out')) {
      for (const question of figures.missed) console.log(`  missed: ${question}`)
    }
  }
  if (argv.includes('--held-out')) {
    const { kinds, harmless } = await measureTrouble()
    console.log('\nHeld-out: messages of people in trouble, and harmless ones that look alike')
    for (const { kind, count, caught } of [...kinds, { kind: 'harmless', ...harmless }]) {
      console.log(
        `  ${kind.padEnd(13)} ${String(count).padStart(6)}  answered before any rule ${shareOf(caught, count)}`,
      )
    }
    const { wrong, fair } = measureClaims()
    console.log('\nHeld-out: statements of a model under a quotation')
    console.log(`  false         ${String(wrong.count).padStart(6)}  shown ${shareOf(wrong.shown, wrong.count)}`)
    console.log(`  fair          ${String(fair.count).padStart(6)}  shown ${shareOf(fair.shown, fair.count)}`)
  }
}
