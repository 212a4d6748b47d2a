import { createHash } from 'node:crypto'
import { asc, desc, gt, sql } from 'drizzle-orm'
import { TOPICS, type Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import type { AuditEntry, Json } from '../contract.ts'
import { auditLog } from './tables.ts'

/** The hash before the first row. */
const GENESIS = '0'.repeat(64)
/** Rows are written one after another, or two would name the same predecessor. Any constant will do. */
const CHAIN_LOCK = 7_204_511

type Row = typeof auditLog.$inferSelect
type Hashed = Omit<Row, 'hash'>

export interface Audit {
  /**
   * One change by one person: the work, its audit rows and, after the commit, its announcement; or none of them. The
   * work returns what the caller gets and what is written down; no entries means that nothing changed.
   */
  change<T>(
    by: By,
    topics: readonly Topic[],
    work: (tx: Transaction) => Promise<{ result: T; entries: AuditEntry[] }>,
  ): Promise<T>
  /**
   * Announces what other processes wrote to the same database since the last call, such as `npm run import` beside a
   * running site: targets begin with their topic. The first call only takes note of where the log ends.
   */
  follow(): Promise<void>
}

export function createAudit(deps: { database: Database; changes: Changes; clock: () => Date }): Audit {
  let seen: number | null = null
  const own = new Set<string>()
  return {
    change: async (by, topics, work) => {
      const { result, entries } = await deps.database.db.transaction(async (tx) => {
        const done = await work(tx)
        if (done.entries.length > 0) await append(tx, by, deps.clock(), done.entries)
        return done
      })
      if (entries.length > 0 && seen !== null) own.add(by.requestId)
      if (entries.length > 0) for (const topic of topics) deps.changes.announce(topic)
      return result
    },

    follow: async () => {
      // Rows are written one after another, so none can appear below one that was seen.
      const query = deps.database.db
        .select({ seq: auditLog.seq, target: auditLog.target, requestId: auditLog.requestId })
        .from(auditLog)
        .orderBy(desc(auditLog.seq))
      if (seen === null) {
        seen = (await query.limit(1))[0]?.seq ?? 0
        return
      }
      const rows = await query.where(gt(auditLog.seq, seen))
      seen = rows[0]?.seq ?? seen
      const foreign = rows.filter(({ requestId }) => !own.has(requestId)).map(({ target }) => target.split('/')[0])
      for (const { requestId } of rows) own.delete(requestId)
      for (const topic of TOPICS) if (foreign.includes(topic)) deps.changes.announce(topic)
    },
  }
}

async function append(tx: Transaction, by: By, at: Date, entries: AuditEntry[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`)
  const [last] = await tx.select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1)
  let seq = last?.seq ?? 0
  let previousHash = last?.hash ?? GENESIS
  const rows = entries.map(({ action, target, before, after }): Row => {
    const row: Hashed = {
      seq: ++seq,
      at,
      actorId: by.actor?.id ?? null,
      actorName: by.actor?.name.toWellFormed() ?? null,
      action,
      target,
      before: asJson(before ?? null),
      after: asJson(after ?? null),
      requestId: by.requestId,
      previousHash,
    }
    previousHash = hashOf(row)
    return { ...row, hash: previousHash }
  })
  // PostgreSQL takes 65,535 parameters a statement; a row has eleven.
  for (let start = 0; start < rows.length; start += 5_000) {
    await tx.insert(auditLog).values(rows.slice(start, start + 5_000))
  }
}

function hashOf(row: Hashed): string {
  const { seq, at, actorId, actorName, action, target, before, after, requestId, previousHash } = row
  const said = [seq, at.toISOString(), actorId, actorName, action, target, before, after, requestId, previousHash]
  return createHash('sha256').update(JSON.stringify(said, inKeyOrder)).digest('hex')
}

/** jsonb keeps no order of keys, so the hash is taken over the sorted ones. */
function inKeyOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Where the chain does not hold: the first row that is not as it was written, and why. */
export interface BrokenChain {
  seq: number
  why: string
}

export interface WalkedChain {
  /** How many rows are whole, from the first. */
  rows: number
  /** Hash of the last of them. */
  head: string
  broken: BrokenChain | null
}

const PAGE = 5_000

/** Walks the whole chain from its first row. Rows missing at the end cannot be told from rows never written. */
export async function verifyAudit(db: Database['db']): Promise<WalkedChain> {
  let seq = 0
  let previousHash = GENESIS
  for (;;) {
    const page = await db.select().from(auditLog).where(gt(auditLog.seq, seq)).orderBy(asc(auditLog.seq)).limit(PAGE)
    for (const row of page) {
      const broken = (why: string) => ({ rows: seq, head: previousHash, broken: { seq: row.seq, why } })
      if (row.seq !== seq + 1) return broken(`row ${seq + 1} is missing`)
      if (row.previousHash !== previousHash) return broken('it does not follow the row before it')
      if (row.hash !== hashOf(row)) return broken('its content is not what was written')
      seq = row.seq
      previousHash = row.hash
    }
    if (page.length < PAGE) return { rows: seq, head: previousHash, broken: null }
  }
}

/**
 * A record as the audit log keeps it: plain JSON, dates as ISO 8601. Half a character, as a text that was cut leaves
 * one, becomes the replacement character: PostgreSQL would do so in a text and refuse it in jsonb.
 */
export function asJson(record: object | Json): Json {
  return JSON.parse(
    JSON.stringify(record, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)),
  )
}
