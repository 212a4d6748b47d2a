import { yieldToEventLoop } from '#server/slices.ts'

/** The features of a text, such as its words, and the label that the text is an example of. */
export interface Example<L> {
  features: readonly string[]
  label: L
}

/** The number of training rounds, and the initial learning rate. */
const ROUNDS = 12
const LEARNING_RATE = 0.1
/** Smaller errors change no weight. Most examples reach this after a few rounds. */
const MIN_ERROR = 0.001
/** Learning from this many examples takes far less time than one slice. */
const ROWS_PER_SLICE = 32

/** The weight of each feature for each label. The weights of one feature are adjacent. */
interface TrainedModel<L> {
  labels: readonly L[]
  places: ReadonlyMap<string, number>
  weights: Float64Array
}

/** The size of the shared arrays. The memory of thousands of short arrays would never be released. */
const POOL_SIZE = 65_536

/** Stores short lists of numbers in a few large arrays. */
function createNumberPool(): (numbers: readonly number[]) => Uint32Array {
  let pool = new Uint32Array()
  let used = 0
  return (numbers) => {
    if (used + numbers.length > pool.length) {
      pool = new Uint32Array(Math.max(POOL_SIZE, numbers.length))
      used = 0
    }
    pool.set(numbers, used)
    used += numbers.length
    return pool.subarray(used - numbers.length, used)
  }
}

interface Row {
  features: Uint32Array
  label: number
  weight: number
}

/**
 * Trains a logistic regression that tells from features how likely each label is. Training is deterministic. `weightOf`
 * is the weight of an example of a label. It trains in slices and lets other work run in between.
 */
export async function trainClassifier<L>(
  examples: Iterable<Example<L>> | AsyncIterable<Example<L>>,
  weightOf: (label: L) => number,
): Promise<(features: readonly string[]) => ReadonlyMap<L, number>> {
  const model = await train(examples, weightOf)
  return (features) => {
    const known = new Set(features.flatMap((feature) => model.places.get(feature) ?? []))
    const probabilities = new Float64Array(model.labels.length)
    predict(model, new Uint32Array([...known]), probabilities)
    return new Map(model.labels.map((label, at) => [label, probabilities[at] ?? 0]))
  }
}

async function train<L>(
  examples: Iterable<Example<L>> | AsyncIterable<Example<L>>,
  weightOf: (label: L) => number,
): Promise<TrainedModel<L>> {
  const labels: L[] = []
  const places = new Map<string, number>()
  const placeOf = (feature: string) => places.get(feature) ?? places.set(feature, places.size).size - 1
  const store = createNumberPool()
  const rows: Row[] = []
  for await (const { features, label } of examples) {
    await yieldToEventLoop()
    if (!labels.includes(label)) labels.push(label)
    rows.push({
      features: store([...new Set(features.map(placeOf))]),
      label: labels.indexOf(label),
      weight: weightOf(label),
    })
  }
  const model = { labels, places, weights: new Float64Array(labels.length * places.size) }
  const squaredGradients = new Float64Array(model.weights.length).fill(1)
  const probabilities = new Float64Array(labels.length)
  shuffle(rows)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, row] of rows.entries()) {
      if (at % ROWS_PER_SLICE === 0) await yieldToEventLoop()
      updateWeights(model, squaredGradients, row, probabilities)
    }
  }
  return model
}

function updateWeights<L>(
  model: TrainedModel<L>,
  squaredGradients: Float64Array,
  row: Row,
  probabilities: Float64Array,
): void {
  const { weights } = model
  const { features, label, weight } = row
  predict(model, features, probabilities)
  for (let other = 0; other < probabilities.length; other++) {
    const wrong = weight * ((probabilities[other] ?? 0) - (other === label ? 1 : 0))
    if (Math.abs(wrong) < MIN_ERROR) continue
    for (let nth = 0; nth < features.length; nth++) {
      const at = (features[nth] ?? 0) * probabilities.length + other
      const change = (squaredGradients[at] ?? 0) + wrong * wrong
      squaredGradients[at] = change
      weights[at] = (weights[at] ?? 0) - (LEARNING_RATE * wrong) / Math.sqrt(change)
    }
  }
}

/**
 * Writes the probability of each label into `probabilities`, by index. It uses plain loops because it runs a hundred thousand
 * times at a start.
 */
function predict<L>({ weights }: TrainedModel<L>, features: Uint32Array, probabilities: Float64Array): void {
  const count = probabilities.length
  probabilities.fill(0)
  for (let nth = 0; nth < features.length; nth++) {
    const from = (features[nth] ?? 0) * count
    for (let label = 0; label < count; label++) {
      probabilities[label] = (probabilities[label] ?? 0) + (weights[from + label] ?? 0)
    }
  }
  let max = Number.NEGATIVE_INFINITY
  for (let label = 0; label < count; label++) max = Math.max(max, probabilities[label] ?? 0)
  let sum = 0
  for (let label = 0; label < count; label++) {
    const share = Math.exp((probabilities[label] ?? 0) - max)
    probabilities[label] = share
    sum += share
  }
  for (let label = 0; label < count; label++) probabilities[label] = (probabilities[label] ?? 0) / sum
}

/** Shuffles examples so that those of one label do not follow each other. The order is the same each time. */
function shuffle<T>(all: T[]): void {
  let random = 1
  for (let left = all.length - 1; left > 0; left--) {
    random = (random * 48_271) % 2_147_483_647
    const at = random % (left + 1)
    const [one, other] = [all[left], all[at]]
    if (one === undefined || other === undefined) continue
    all[left] = other
    all[at] = one
  }
}
