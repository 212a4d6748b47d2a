import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from './changes.ts'

/** A response that is built once and sent to many callers: its bytes in each encoding, and its ETag. */
export interface Snapshot {
  type: string
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** Quality 4 takes 0.15 ms for a roster of 200 people. Quality 11 would block the site for 40 ms at each change. */
export const BROTLI_QUALITY = 4

export function makeSnapshot(text: string, type = 'application/json; charset=utf-8'): Snapshot {
  const plain = Buffer.from(text)
  return {
    type,
    // The tag is weak because every encoding of the text has the same one (RFC 9110, 8.8.1).
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    gzip: gzipSync(plain),
  }
}

/**
 * Topics that change too often to rebuild a page each time. The page may show data of them up to `milliseconds` old.
 */
export interface MaxStale {
  topics: readonly Topic[]
  milliseconds: number
  clock: () => Date
}

/**
 * Caches one snapshot, made by `make`, until one of its topics changes. Callers that come while it is being made share
 * the same promise. A snapshot whose making began before a change is not cached. `variant` returns another value that
 * the snapshot depends on, such as the year. When the value changes, the snapshot is made again.
 */
export function keepSnapshot(
  changes: Changes,
  topics: readonly Topic[],
  make: () => Promise<Snapshot>,
  { maxStale, variant }: { maxStale?: MaxStale; variant?: () => number } = {},
): () => Snapshot | Promise<Snapshot> {
  let kept: Snapshot | Promise<Snapshot> | null = null
  let madeFor: number | undefined
  let madeAt = 0
  let isAging = false
  const time = maxStale && monotonicClock(maxStale.clock)
  changes.on((changed) => {
    if (topics.includes(changed)) kept = null
    if (maxStale?.topics.includes(changed)) isAging = true
  })
  return () => {
    // Read the clock only when it matters: this code runs for every response.
    if (isAging && maxStale && time && time() - madeAt >= maxStale.milliseconds) kept = null
    const wanted = variant?.()
    if (kept !== null && wanted === madeFor) return kept
    madeFor = wanted
    isAging = false
    madeAt = time?.() ?? 0
    const making: Promise<Snapshot> = make().then(
      (snapshot) => {
        if (kept === making) kept = snapshot
        return snapshot
      },
      (error: unknown) => {
        if (kept === making) kept = null
        throw error
      },
    )
    kept = making
    return making
  }
}

/** A list that hides fields from the people in it. */
export interface ListByReader<T> {
  read(): Promise<T>
  textOf(list: T): string
  /** The ids of the people from whom the list hides fields. */
  aboutWhom(list: T): Iterable<string>
  shownTo(list: T, reader: string): T
  /** The moment from which the list differs even without a change. `at` returns null if there is no such moment. */
  expires?: { clock: () => Date; at(list: T): Date | null } | undefined
}

/** As `keepSnapshot`, with one snapshot for all readers and another for each reader from whom fields are hidden. */
export function keepSnapshotByReader<T>(
  changes: Changes,
  topics: readonly Topic[],
  { read, textOf, aboutWhom, shownTo, expires }: ListByReader<T>,
): (reader: string | null) => Snapshot | Promise<Snapshot> {
  const made = new WeakMap<Snapshot, { list: T; about: ReadonlySet<string>; own: Map<string, Snapshot> }>()
  let until: Date | null = null
  let expired = 0
  let readings = 0
  const make = async () => {
    readings += 1
    const reading = readings
    const list = await read()
    // If a later read has begun meanwhile, this one must not set the expiry.
    if (reading === readings) until = expires?.at(list) ?? null
    const snapshot = makeSnapshot(textOf(list))
    made.set(snapshot, { list, about: new Set(aboutWhom(list)), own: new Map() })
    return snapshot
  }
  // Each expiry returns a new number, so `keepSnapshot` makes the list again.
  const variant = () => {
    if (expires !== undefined && until !== null && expires.clock() >= until) {
      until = null
      expired += 1
    }
    return expired
  }
  const shared = keepSnapshot(changes, topics, make, { variant })

  function forReader(snapshot: Snapshot, reader: string | null): Snapshot {
    const from = made.get(snapshot)
    if (reader === null || !from?.about.has(reader)) return snapshot
    const known = from.own.get(reader)
    if (known !== undefined) return known
    const own = makeSnapshot(textOf(shownTo(from.list, reader)))
    from.own.set(reader, own)
    return own
  }

  return (reader) => {
    const snapshot = shared()
    return snapshot instanceof Promise
      ? snapshot.then((ready) => forReader(ready, reader))
      : forReader(snapshot, reader)
  }
}
