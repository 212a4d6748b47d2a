import { createHash } from 'node:crypto'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Budget } from '#server/http/limits.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { Passage } from '../rules.ts'
import { CircuitOpen, createCircuitBreaker } from './circuit-breaker.ts'
import type { EmbeddingStore, Vectors } from './embedding-store.ts'
import { type Embedder, ModelFailed } from './gateway.ts'
import type { RuleIndex } from './rule-index.ts'

/** Sorts these passages by meaning, those nearest to the question first. Empty when no embeddings are available. */
export type Ranking = (
  question: string,
  passages: readonly Passage[],
  signal?: AbortSignal,
) => Promise<readonly Passage[]>

export interface Embeddings {
  nearest: Ranking
  /** Embeds the passages again after they have changed. */
  refresh(): void
}

export interface EmbeddingsDeps {
  embedder: Embedder
  store: EmbeddingStore
  scheduler: Scheduler
  ruleIndex: Pick<RuleIndex, 'newest'>
  budget: Budget
  clock: () => Date
  log: Log
  /** How long to wait for a question's vector, in milliseconds. */
  questionMs?: number
}

const QUESTION_MS = 1_500
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Embedding starts this many milliseconds after the start, so that the first page loads come first. */
const AFTER_START = 5_000
/** The maximum number of texts in one call, and the characters used of each text, which no rule exceeds. */
const BATCH = 64
const MAX_TEXT = 4_000
const NEAREST = 40

/**
 * Ranks passages by meaning. One process embeds new texts, shortly after the start and after each change, and all
 * processes read the vectors from the database. While there are no vectors, or when the service does not answer, the
 * search works without them.
 */
export function createEmbeddings(deps: EmbeddingsDeps): Embeddings {
  const { embedder, store, scheduler, budget, clock, log } = deps
  const time = monotonicClock(clock)
  const breaker = createCircuitBreaker({
    clock,
    isDown: (error) => error instanceof ModelFailed && error.isDown,
    firstByteMs: deps.questionMs ?? QUESTION_MS,
  })
  let kept: { passages: readonly Passage[]; entries: Entry[]; isWhole: boolean; readAt: number } | null = null

  async function entriesOf(passages: readonly Passage[]): Promise<Entry[]> {
    const isKept = kept?.passages === passages && (kept.isWhole || time() - kept.readAt < MINUTE)
    if (kept !== null && isKept) return kept.entries
    const vectors = await store.list(embedder.model)
    const wanted = textsOf(passages)
    const found = wanted.flatMap(({ hash, passage }) => {
      const vector = vectors.get(hash)
      return vector === undefined ? [] : [{ passage, vector }]
    })
    kept = { passages, entries: found, isWhole: found.length === wanted.length, readAt: time() }
    return found
  }

  const embedding = scheduler.add({
    name: 'embedding the rules',
    runsIn: 'leader',
    every: 6 * HOUR,
    startsAfter: AFTER_START,
    retryAfter: MINUTE,
    work: async (signal) => {
      const { passages } = await deps.ruleIndex.newest()
      const wanted = new Map(textsOf(passages).map(({ hash, text }) => [hash, text]))
      const known = await store.list(embedder.model)
      const missing = [...wanted].filter(([hash]) => !known.has(hash))
      for (let at = 0; at < missing.length && !signal.aborted; at += BATCH) {
        const batch = missing.slice(at, at + BATCH)
        const { vectors } = await embedder.embed(
          batch.map(([, text]) => text),
          signal,
        )
        await store.add(embedder.model, vectorsOf(batch, vectors))
      }
      if (known.size + missing.length > wanted.size) await store.removeOthers(embedder.model, [...wanted.keys()])
      if (missing.length > 0) kept = null
      return undefined
    },
  })

  return {
    refresh: embedding.wake,
    nearest: async (question, passages, signal) => {
      const known = await entriesOf(passages)
      if (known.length === 0) return []
      try {
        const { vectors, tokens } = await breaker.run((ending) => embedder.embed([question], ending), signal)
        await budget.spend(tokens)
        return nearestOf(known, vectors[0] ?? new Float32Array())
      } catch (error) {
        if (signal?.aborted === true || !(error instanceof ModelFailed || error instanceof CircuitOpen)) throw error
        if (error instanceof ModelFailed || error.cause !== undefined) {
          log.warn({ err: error }, 'questions are looked up without their embedding')
        }
        return []
      }
    },
  }
}

interface Entry {
  passage: Passage
  vector: Float32Array
}

/** Each passage has two vectors, one for its text and one for its phrases. The nearer of them counts. */
function textsOf(passages: readonly Passage[]): { hash: string; text: string; passage: Passage }[] {
  return passages.flatMap((passage) =>
    [`${passage.trail} › ${passage.title}\n${passage.text}`, (passage.asked ?? []).join('\n')]
      .filter((text) => text !== '')
      .map((text) => text.slice(0, MAX_TEXT))
      .map((text) => ({ hash: createHash('sha256').update(text).digest('hex'), text, passage })),
  )
}

function vectorsOf(batch: readonly (readonly [string, string])[], vectors: readonly Float32Array[]): Vectors {
  return new Map(
    batch.flatMap(([hash], at) => {
      const vector = vectors[at]
      return vector === undefined ? [] : [[hash, vector] as const]
    }),
  )
}

function nearestOf(entries: readonly Entry[], question: Float32Array): Passage[] {
  const best = new Map<Passage, number>()
  for (const { passage, vector } of entries) {
    const likeness = productOf(vector, question)
    if (likeness > (best.get(passage) ?? -1)) best.set(passage, likeness)
  }
  return [...best]
    .sort(([, one], [, other]) => other - one)
    .slice(0, NEAREST)
    .map(([passage]) => passage)
}

function productOf(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return -1
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
