import { letOthers } from '#server/slices.ts'

/** What a text shows, such as its words, and what it is an example of. */
export interface Example<L> {
  signs: readonly string[]
  label: L
}

/** How often every example is looked at, and how far a weight is moved the first time. */
const ROUNDS = 12
const STEP = 0.1
/** What is wrong by less moves nothing: most examples are right after few rounds. */
const RIGHT = 0.001

/** How much each sign speaks for each label: the weights of one sign stand beside each other. */
interface Learnt<L> {
  labels: readonly L[]
  places: ReadonlyMap<string, number>
  weights: Float64Array
}

interface Row {
  signs: Uint32Array
  label: number
  weight: number
}

/**
 * Learns from examples which signs speak for which label (a logistic regression, each time the same), and answers how
 * likely each label is for other signs. `weightOf` says how much an example of a label counts. It learns in slices, in
 * between which others get their turn.
 */
export async function learnLikeness<L>(
  examples: Iterable<Example<L>> | AsyncIterable<Example<L>>,
  weightOf: (label: L) => number,
): Promise<(signs: readonly string[]) => ReadonlyMap<L, number>> {
  const learnt = await learn(examples, weightOf)
  return (signs) => {
    const known = new Set(signs.flatMap((sign) => learnt.places.get(sign) ?? []))
    const shares = likely(learnt, known)
    return new Map(learnt.labels.map((label, at) => [label, shares[at] ?? 0]))
  }
}

async function learn<L>(
  examples: Iterable<Example<L>> | AsyncIterable<Example<L>>,
  weightOf: (label: L) => number,
): Promise<Learnt<L>> {
  const labels: L[] = []
  const places = new Map<string, number>()
  const placeOf = (sign: string) => places.get(sign) ?? places.set(sign, places.size).size - 1
  const rows: Row[] = []
  for await (const { signs, label } of examples) {
    await letOthers()
    if (!labels.includes(label)) labels.push(label)
    rows.push({
      signs: Uint32Array.from(new Set(signs), placeOf),
      label: labels.indexOf(label),
      weight: weightOf(label),
    })
  }
  const learnt = { labels, places, weights: new Float64Array(labels.length * places.size) }
  const changes = new Float64Array(learnt.weights.length).fill(1)
  mix(rows)
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of rows) {
      await letOthers()
      learnFrom(learnt, changes, row)
    }
  }
  return learnt
}

function learnFrom<L>(learnt: Learnt<L>, changes: Float64Array, { signs, label, weight }: Row): void {
  const { labels, weights } = learnt
  const count = labels.length
  for (const [other, share] of likely(learnt, signs).entries()) {
    const wrong = weight * (share - (other === label ? 1 : 0))
    if (Math.abs(wrong) < RIGHT) continue
    for (const place of signs) {
      const at = place * count + other
      const change = (changes[at] ?? 0) + wrong * wrong
      changes[at] = change
      weights[at] = (weights[at] ?? 0) - (STEP * wrong) / Math.sqrt(change)
    }
  }
}

/** How likely each label is, by its place. */
function likely<L>({ labels, weights }: Learnt<L>, signs: Iterable<number>): Float64Array {
  const shares = new Float64Array(labels.length)
  for (const place of signs) {
    for (let label = 0; label < shares.length; label++) {
      shares[label] = (shares[label] ?? 0) + (weights[place * shares.length + label] ?? 0)
    }
  }
  const most = Math.max(...shares)
  let sum = 0
  for (const [label, score] of shares.entries()) {
    const share = Math.exp(score - most)
    shares[label] = share
    sum += share
  }
  return shares.map((share) => share / sum)
}

/** Puts examples in an order by chance, so that those of one label do not follow each other. The same order each time. */
function mix<T>(all: T[]): void {
  let chance = 1
  for (let left = all.length - 1; left > 0; left--) {
    chance = (chance * 48_271) % 2_147_483_647
    const at = chance % (left + 1)
    const [one, other] = [all[left], all[at]]
    if (one === undefined || other === undefined) continue
    all[left] = other
    all[at] = one
  }
}
