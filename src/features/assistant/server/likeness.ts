import { setImmediate as letOthers } from 'node:timers/promises'

/** What a text shows, such as its words, and what it is an example of. */
export interface Example<L> {
  signs: readonly string[]
  label: L
}

/** How often every example is looked at, and how far a weight is moved the first time. */
const ROUNDS = 12
const STEP = 0.1
/** So many examples are looked at in some ten milliseconds. */
const AT_ONCE = 1_000

/**
 * Learns from examples which signs speak for which label (a logistic regression, each time the same), and answers how
 * likely each label is for other signs. `weightOf` says how much an example of a label counts. Learning takes about a
 * second of computing, in which others get their turn.
 */
export async function learnLikeness<L>(
  examples: readonly Example<L>[],
  weightOf: (label: L) => number,
): Promise<(signs: readonly string[]) => ReadonlyMap<L, number>> {
  const labels = [...new Set(examples.map(({ label }) => label))]
  const places = new Map<string, number>()
  const placeOf = (sign: string) => places.get(sign) ?? places.set(sign, places.size).size - 1
  const rows = mixed(examples).map(({ signs, label }) => ({
    signs: Uint32Array.from(new Set(signs), placeOf),
    label: labels.indexOf(label),
    weight: weightOf(label),
  }))
  // By label, then by place.
  const weights = new Float64Array(labels.length * places.size)
  const changes = new Float64Array(weights.length).fill(1)

  function likely(signs: Uint32Array): number[] {
    const scores = labels.map((_, label) => {
      let score = 0
      for (const place of signs) score += weights[label * places.size + place] ?? 0
      return score
    })
    const most = Math.max(...scores)
    const shares = scores.map((score) => Math.exp(score - most))
    const sum = shares.reduce((total, share) => total + share, 0)
    return shares.map((share) => share / sum)
  }

  function learn({ signs, label, weight }: (typeof rows)[number]): void {
    for (const [other, share] of likely(signs).entries()) {
      const wrong = weight * (share - (other === label ? 1 : 0))
      for (const place of signs) {
        const at = other * places.size + place
        const change = (changes[at] ?? 0) + wrong * wrong
        changes[at] = change
        weights[at] = (weights[at] ?? 0) - (STEP * wrong) / Math.sqrt(change)
      }
    }
  }

  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, row] of rows.entries()) {
      if (at % AT_ONCE === 0) await letOthers()
      learn(row)
    }
  }
  return (signs) => {
    const known = Uint32Array.from(new Set(signs.flatMap((sign) => places.get(sign) ?? [])))
    const shares = likely(known)
    return new Map(labels.map((label, at) => [label, shares[at] ?? 0]))
  }
}

/** Examples in an order by chance, so that those of one label do not follow each other. The same order each time. */
function mixed<T>(examples: readonly T[]): T[] {
  const all = [...examples]
  let chance = 1
  for (let left = all.length - 1; left > 0; left--) {
    chance = (chance * 48_271) % 2_147_483_647
    const at = chance % (left + 1)
    const [one, other] = [all[left], all[at]]
    if (one === undefined || other === undefined) continue
    all[left] = other
    all[at] = one
  }
  return all
}
