import type { Wording } from './wording.ts'

/** The length of a quote in characters. A longer best sentence is quoted whole. */
const LENGTH = 260

const SENTENCE = /[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*['"’”)]*(?:\s+|$)/g

/**
 * The scores of a sentence that answers how long or how many, and of a sentence that states a consequence: when the
 * question asks for one, and when it does not. A matching word scores up to 1.
 */
const FOR_ANSWER = 1.2
const FOR_CONSEQUENCE = 0.9
const ANY_CONSEQUENCE = 0.2
/** The penalty of a last sentence that only summarises the rest. */
const FOR_REPEATING = 0.6

/**
 * Creates the function that quotes a passage: it picks the sentences that match the question and those that state what
 * follows from it, in the order of the text, with … where sentences are left out.
 */
export function createQuotes({ concepts, terms, forms }: Wording): (question: string, text: string) => string {
  return (question, text) => {
    if (text.length <= LENGTH) return text
    const sentences = text.match(SENTENCE)?.map((part) => part.trim()) ?? [text]
    const asked = concepts(question).map(({ alternatives }) => alternatives)
    const answers = Object.entries(forms.answers)
      .filter(([kind]) => asked.some((alternatives) => alternatives.has(kind)))
      .map(([, answer]) => answer)
    const termsIn = sentences.map((sentence) => new Set(terms(sentence)))
    const isConsequenceAsked = forms.asksConsequence.test(question)

    const scores = sentences.map((sentence, at) => {
      let score = 0
      for (const alternatives of asked) {
        const held = (names: ReadonlySet<string>) =>
          Math.max(0, ...[...alternatives].map(([name, meant]) => (names.has(name) ? meant : 0)))
        const here = held(termsIn[at] ?? new Set())
        // A word that is in many sentences counts less.
        if (here > 0) score += here / Math.sqrt(termsIn.filter((names) => held(names) > 0).length)
      }
      const isAnswer = answers.some((answer) => answer.test(sentence))
      const follows = forms.consequence.test(sentence)
      if (isAnswer) score += FOR_ANSWER
      if (follows) score += isConsequenceAsked ? FOR_CONSEQUENCE : ANY_CONSEQUENCE
      const repeats = at > 1 && at === sentences.length - 1 && !isAnswer && !follows
      return repeats ? score - FOR_REPEATING : score
    })
    return quoted(sentences, scores)
  }
}

/** The sentence with the highest score, and as many other sentences as fit. Those with a score come first. */
function quoted(sentences: readonly string[], scores: readonly number[]): string {
  const order = [...sentences.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  const [best = 0] = order
  const after = [...sentences.keys()].filter((at) => at > best)
  const taken = new Set([best])
  let length = sentences[best]?.length ?? 0
  for (const at of [...order.filter((at) => (scores[at] ?? 0) > 0), ...after]) {
    const more = (sentences[at]?.length ?? 0) + 1
    if (taken.has(at) || length + more > LENGTH) continue
    taken.add(at)
    length += more
  }
  let quote = ''
  let last = -1
  for (const at of [...taken].sort((a, b) => a - b)) {
    quote += `${at === last + 1 ? ' ' : ' … '}${sentences[at]}`
    last = at
  }
  return `${quote.trim()}${last < sentences.length - 1 ? ' …' : ''}`
}
