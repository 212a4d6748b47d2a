import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { passagesOfCodes } from '#app/law-book.ts'
import { passagesOf } from '#features/assistant/rules.ts'
import { search } from '#features/assistant/server/answer.ts'
import { createRetrieval } from '#features/assistant/server/retrieval.ts'
import { readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { PenalCodeFile, TenCodeFile } from '#features/codes/contract.ts'
import { readYaml } from '#server/config/yaml.ts'
import { root } from '#server/paths.ts'

/*
 * npm run eval:assistant: how well the rules are found for questions written by hand, without a model. The rules and
 * the stop words were worded with questions.yaml in view, so its figures say what the search can do; held-out.yaml was
 * written afterwards and says what to expect of strangers.
 */
const Question = z.strictObject({
  question: z.string(),
  kind: z.enum(['plain', 'paraphrase', 'misspelt', 'two-rules', 'unanswerable', 'misuse']),
  expects: z.array(z.string()),
})
type Question = z.infer<typeof Question>

/** Of the questions that the rules answer, the share found among the first so many; the rest admitted as not found. */
export interface Figures {
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

export function evaluate(file: 'questions' | 'held-out'): Figures {
  const questions = readYaml(join(root, `bench/assistant/${file}.yaml`), z.array(Question))
  const passages = [
    ...readRulebooks(community).flatMap(passagesOf),
    ...passagesOfCodes(
      readYaml(join(community, 'codes/ten-codes.yaml'), TenCodeFile),
      readYaml(join(community, 'codes/penal-codes.yaml'), PenalCodeFile),
    ),
  ]
  const retrieval = createRetrieval(passages)
  const places = new Set(passages.map(({ href }) => href))

  const asked = questions.map((question) => {
    const expected = question.expects.map(placeOf)
    const unknown = expected.find((place) => !places.has(place))
    if (unknown !== undefined) throw new Error(`${file}.yaml expects ${unknown}, which is no place in the rules`)
    const found = retrieval.find(question.question, 10).map(({ passage }) => passage.href)
    const ranks = expected.map((place) => found.indexOf(place) + 1 || Number.POSITIVE_INFINITY)
    return { ...question, ranks, admits: !search(retrieval, [question.question]).fits }
  })
  const answerable = asked.filter(({ expects }) => expects.length > 0)
  const of = (kind: Question['kind']) => asked.filter((one) => one.kind === kind)
  const admitting = (of: typeof asked) => of.filter(({ admits }) => admits).length
  const recall = (count: number) =>
    answerable.filter((one) => isFound(one, count)).length / Math.max(1, answerable.length)
  return {
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

if (argv[1] === fileURLToPath(import.meta.url)) {
  const share = (part: number) => part.toFixed(3)
  for (const [file, label] of [
    ['questions', 'Questions that the rules were worded with in view'],
    ['held-out', 'Held-out questions, written after the rules'],
  ] as const) {
    const { recall, ...figures } = evaluate(file)
    console.log(`\n${label} (bench/assistant/${file}.yaml), without a model`)
    console.log(`  answerable         ${figures.answerable}`)
    console.log(`  recall at 1, 3, 5  ${share(recall[1])}  ${share(recall[3])}  ${share(recall[5])}`)
    console.log(`  MRR                ${share(figures.mrr)}`)
    console.log(
      `  doubted            ${figures.doubted} answerable questions were answered with "could not find a rule"`,
    )
    if (figures.unanswerable > 0) {
      console.log(`  admitted           ${figures.admitted} of ${figures.unanswerable} unanswerable questions`)
      console.log(`                     ${figures.misuseAdmitted} of ${figures.misuse} attempts at misuse`)
    }
    if (argv.includes('--missed')) for (const question of figures.missed) console.log(`  missed: ${question}`)
  }
}
