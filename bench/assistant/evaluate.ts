import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { judgePrompt, readSupported } from '#features/assistant/server/claim-judge.ts'
import { createModel } from '#features/assistant/server/gateway.ts'
import { type Environment, readEnvironment } from '#server/config/environment.ts'
import { readYaml } from '#server/config/yaml.ts'
import { root } from '#server/paths.ts'
import { hasChecks, type Judge, measureClaims, measureTrouble } from './measured-checks.ts'
import { index, KINDS, placeOf, type Question, type QuestionSet, questionsIn, SETS } from './question-sets.ts'

/*
 * npm run eval:assistant: measures how well the search finds the rules for hand-written questions, without a model. It
 * prints the train and tune sets. With `-- --held-out` it prints only the held-out sets, which nobody may look at while
 * working on the search. With `--model` the language model of the site's settings checks the statements.
 */

/**
 * For one kind of question: how many there are, how many have a right rule among the first three, and how many find no
 * rule.
 */
interface KindFigures {
  kind: Question['kind']
  count: number
  foundInThree: number
  notFound: number
}

/**
 * The results. `recall` is the share of answerable questions whose rule is among the first 1, 3 or 5. `admitted` counts
 * the unanswerable questions for which no rule is found.
 */
export interface Figures {
  kinds: KindFigures[]
  answerable: number
  recall: { 1: number; 3: number; 5: number }
  /** The mean of 1/rank of the first right answer among ten. */
  mrr: number
  /** The answerable questions for which the assistant says that it finds no rule. */
  doubted: number
  unanswerable: number
  admitted: number
  misuse: number
  misuseAdmitted: number
  /** The 95th percentile of the time per question, in milliseconds. */
  slow: number
  /** The questions without a right rule among the first three. */
  missed: string[]
}

const Quoted = z.strictObject({ question: z.string(), rule: z.string(), says: z.string() })

/** Questions with a known rule: their number, and those whose quote lacks the decisive words. */
export async function evaluateQuotes(): Promise<{ count: number; missed: string[] }> {
  const questions = readYaml(join(root, 'bench/assistant/quotes.yaml'), z.array(Quoted))
  const { passages, retrieval } = await index()
  const missed = questions.filter(({ question, rule, says }) => {
    const passage = passages.find(({ href }) => href === placeOf(rule))
    if (passage === undefined) throw new Error(`quotes.yaml names ${rule}, which is no place in the rules`)
    return !retrieval.quote([question], passage).includes(says)
  })
  return { count: questions.length, missed: missed.map(({ question }) => question) }
}

/** Throws when a question expects a place that the rules do not have. */
export async function evaluate(...files: QuestionSet[]): Promise<Figures> {
  const [first] = files
  const questions = files.flatMap(questionsIn)
  const { places, retrieval } = await index(first)

  const asked = questions.map((question) => {
    const expected = question.expects.map(placeOf)
    const unknown = expected.find((place) => !places.has(place))
    if (unknown !== undefined) throw new Error(`${files.join(', ')} expects ${unknown}, which is no place in the rules`)
    const began = performance.now()
    const { found, fits } = retrieval.search([...question.before, question.question], 10)
    const took = performance.now() - began
    const hrefs = found.map(({ passage }) => passage.href)
    const ranks = expected.map((place) => hrefs.indexOf(place) + 1 || Number.POSITIVE_INFINITY)
    // A user who asks for something forbidden may get the rule that forbids it.
    const isForbidden = question.kind === 'misuse' && Math.min(...ranks) === 1
    return { ...question, ranks, took, admits: !fits || isForbidden }
  })
  const answerable = asked.filter(({ kind, expects }) => kind !== 'misuse' && expects.length > 0)
  const of = (kind: Question['kind']) => asked.filter((one) => one.kind === kind)
  const admitting = (of: typeof asked) => of.filter(({ admits }) => admits).length
  const recall = (count: number) =>
    answerable.filter((one) => matchesSearch(one, count)).length / Math.max(1, answerable.length)
  const kinds = KINDS.map((kind) => ({ kind, questions: of(kind) })).filter(({ questions }) => questions.length > 0)
  return {
    kinds: kinds.map(({ kind, questions }) => ({
      kind,
      count: questions.length,
      foundInThree: questions.filter((one) => matchesSearch(one, 3)).length,
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
    slow: asked.map(({ took }) => took).sort((a, b) => a - b)[Math.floor(asked.length * 0.95)] ?? 0,
    missed: answerable.filter((one) => !matchesSearch(one, 3)).map(({ question }) => question),
  }
}

/**
 * Whether enough right places are among the first `count`. One is enough, except for questions about two rules, which
 * need both if there is room for both.
 */
function matchesSearch({ kind, ranks }: { kind: Question['kind']; ranks: number[] }, count: number): boolean {
  const found = ranks.filter((rank) => rank <= count).length
  return found >= (kind === 'two-rules' ? Math.min(count, ranks.length) : 1)
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

async function print(label: string, ...files: QuestionSet[]): Promise<void> {
  const share = (part: number) => part.toFixed(3)
  const { recall, ...figures } = await evaluate(...files)
  console.log(`\n${label}, without a model`)
  console.log(
    `  recall at 1, 3, 5  ${share(recall[1])}  ${share(recall[3])}  ${share(recall[5])} of ${figures.answerable}`,
  )
  console.log(`  MRR                ${share(figures.mrr)}`)
  console.log(`  wrongly refused    ${shareOf(figures.doubted, figures.answerable)}`)
  console.log(`  95 of 100 within   ${figures.slow.toFixed(1)} ms`)
  console.log('  kind           count  right rule in the first three  answered "could not find a rule"')
  for (const { kind, count, foundInThree, notFound } of figures.kinds) {
    const found = kind === 'unanswerable' || kind === 'misuse' ? '–' : shareOf(foundInThree, count)
    console.log(`  ${kind.padEnd(13)} ${String(count).padStart(6)}  ${found.padEnd(29)}  ${shareOf(notFound, count)}`)
  }
  if (argv.includes('--missed') && !argv.includes('--held-out')) {
    for (const question of figures.missed) console.log(`  missed: ${question}`)
  }
}

/** A judge that calls the language model of the site's settings as the assistant does. */
function judgeOf({ assistant }: Environment): Judge {
  if (assistant === null) throw new Error('--model needs ASSISTANT_API_URL and ASSISTANT_MODEL')
  const model = createModel(assistant)
  return async (statements) => {
    const { text } = await model.ask(judgePrompt(statements), { temperature: 0 })
    return readSupported(text, statements.length)
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const isHeldOut = (file: QuestionSet) => SETS[file].startsWith('Held-out')
  const sets = (Object.keys(SETS) as QuestionSet[]).filter((file) => isHeldOut(file) === argv.includes('--held-out'))
  for (const file of sets) await print(`${SETS[file]} (bench/assistant/${file}.yaml)`, file)
  for (const part of ['Train', 'Tune', 'Held-out']) {
    const ofPart = sets.filter((file) => SETS[file].startsWith(part))
    if (ofPart.length > 1) await print(`All of ${part.toLowerCase()}`, ...ofPart)
  }
  const part = argv.includes('--held-out') ? 'held-out' : 'tune'
  if (hasChecks(part)) {
    const { kinds, harmless } = await measureTrouble(part)
    console.log(`\nMessages of people in trouble, and harmless ones that look alike (${part})`)
    for (const { kind, count, caught } of [...kinds, { kind: 'harmless', ...harmless }]) {
      console.log(
        `  ${kind.padEnd(13)} ${String(count).padStart(6)}  answered before any rule ${shareOf(caught, count)}`,
      )
    }
    const { wrong, fair } = await measureClaims(part, argv.includes('--model') ? judgeOf(readEnvironment()) : undefined)
    console.log(
      `\nStatements of a model under a quotation (${part}), ${argv.includes('--model') ? 'by' : 'without'} a model`,
    )
    console.log(`  false         ${String(wrong.count).padStart(6)}  shown ${shareOf(wrong.shown.length, wrong.count)}`)
    console.log(`  fair          ${String(fair.count).padStart(6)}  shown ${shareOf(fair.shown.length, fair.count)}`)
  }
}
