import { letOthers } from '#server/slices.ts'

/** The features of a text, such as its words, and the label that the text is an example of. */
export interface Example<L> {
  signs: readonly string[]
  label: L
}

/** The number of training rounds, and the initial learning rate. */
const ROUNDS = 12
const STEP = 0.1
/** Smaller errors change no weight. Most examples reach this after a few rounds. */
const RIGHT = 0.001
/** Learning from this many examples takes far less time than one slice. */
const FEW_ROWS = 32

/** The weight of each sign for each label. The weights of one sign are adjacent. */
interface Learnt<L> {
  labels: readonly L[]
  places: ReadonlyMap<string, number>
  weights: Float64Array
}

/** The size of the shared arrays. The memory of thousands of short arrays would never be released. */
const TOGETHER = 65_536

/** Stores short lists of numbers in a few large arrays. */
function createKeeping(): (numbers: readonly number[]) => Uint32Array {
  let together = new Uint32Array()
  let used = 0
  return (numbers) => {
    if (used + numbers.length > together.length) {
      together = new Uint32Array(Math.max(TOGETHER, numbers.length))
      used = 0
    }
    together.set(numbers, used)
    used += numbers.length
    return together.subarray(used - numbers.length, used)
  }
}

interface Row {
  signs: Uint32Array
  label: number
  weight: number
}

/**
 * Trains a logistic regression that tells from signs how likely each label is. Training is deterministic. `weightOf` is
 * the weight of an example of a label. It trains in slices and lets other work run in between.
 */
export async function learnLikeness<L>(
  examples: Iterable<Example<L>> | AsyncIterable<Example<L>>,
  weightOf: (label: L) => number,
): Promise<(signs: readonly string[]) => ReadonlyMap<L, number>> {
  const learnt = await learn(examples, weightOf)
  return (signs) => {
    const known = new Set(signs.flatMap((sign) => learnt.places.get(sign) ?? []))
    const shares = new Float64Array(learnt.labels.length)
    likely(learnt, new Uint32Array([...known]), shares)
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
  const keep = createKeeping()
  const rows: Row[] = []
  for await (const { signs, label } of examples) {
    await letOthers()
    if (!labels.includes(label)) labels.push(label)
    rows.push({
      signs: keep([...new Set(signs.map(placeOf))]),
      label: labels.indexOf(label),
      weight: weightOf(label),
    })
  }
  const learnt = { labels, places, weights: new Float64Array(labels.length * places.size) }
  const changes = new Float64Array(learnt.weights.length).fill(1)
  const shares = new Float64Array(labels.length)
  mix(rows)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, row] of rows.entries()) {
      if (at % FEW_ROWS === 0) await letOthers()
      learnFrom(learnt, changes, row, shares)
    }
  }
  return learnt
}

function learnFrom<L>(learnt: Learnt<L>, changes: Float64Array, row: Row, shares: Float64Array): void {
  const { weights } = learnt
  const { signs, label, weight } = row
  likely(learnt, signs, shares)
  for (let other = 0; other < shares.length; other++) {
    const wrong = weight * ((shares[other] ?? 0) - (other === label ? 1 : 0))
    if (Math.abs(wrong) < RIGHT) continue
    for (let nth = 0; nth < signs.length; nth++) {
      const at = (signs[nth] ?? 0) * shares.length + other
      const change = (changes[at] ?? 0) + wrong * wrong
      changes[at] = change
      weights[at] = (weights[at] ?? 0) - (STEP * wrong) / Math.sqrt(change)
    }
  }
}

/**
 * Writes the probability of each label into `shares`, by index. It uses plain loops because it runs a hundred thousand
 * times at a start.
 */
function likely<L>({ weights }: Learnt<L>, signs: Uint32Array, shares: Float64Array): void {
  const count = shares.length
  shares.fill(0)
  for (let nth = 0; nth < signs.length; nth++) {
    const from = (signs[nth] ?? 0) * count
    for (let label = 0; label < count; label++) {
      shares[label] = (shares[label] ?? 0) + (weights[from + label] ?? 0)
    }
  }
  let most = Number.NEGATIVE_INFINITY
  for (let label = 0; label < count; label++) most = Math.max(most, shares[label] ?? 0)
  let sum = 0
  for (let label = 0; label < count; label++) {
    const share = Math.exp((shares[label] ?? 0) - most)
    shares[label] = share
    sum += share
  }
  for (let label = 0; label < count; label++) shares[label] = (shares[label] ?? 0) / sum
}

/** Shuffles examples so that those of one label do not follow each other. The order is the same each time. */
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
