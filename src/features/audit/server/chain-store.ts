import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, asc, desc, eq, gt, ilike, like, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Db } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import { type AuditEntry, ChainCheck, type Json } from '../contract.ts'
import { append, CUT, GENESIS, hashOf, lockChain, type Row } from './store.ts'
import { auditErasures, auditLog, believedClock } from './tables.ts'

/** The first row of the chain that differs from what was written, and why. */
export interface BrokenChain {
  seq: number
  why: string
}

export interface WalkedChain {
  /** The number of intact rows, from the first row that is kept. */
  rows: number
  /** The hash of the last intact row. */
  head: string
  /** The number of intact rows from which a person was erased. */
  erased: number
  broken: BrokenChain | null
}

/** The action of the row that records the erasure of a person. */
export const ERASED = 'erasePerson'

const ErasureEntry = z.object({ rows: z.number(), sha256: z.string() })
const CutEntry = z.object({ through: z.number(), hash: z.string() })

/** The rows of one erasure. `sum` gives the number and the digest that the erasure's own row records. */
class ErasureDigest {
  #digest = createHash('sha256')
  rows = 0
  constructor(readonly first: number) {}

  add(seq: number, hash: string): void {
    this.rows++
    this.#digest.update(`${seq} ${hash}\n`)
  }

  /** May be called only once, because it closes the digest. */
  sum(): z.infer<typeof ErasureEntry> {
    return { rows: this.rows, sha256: this.#digest.digest('hex') }
  }
}

/** Small enough that hashing one page does not delay other requests noticeably. */
const PAGE = 500

/**
 * Checks the whole chain from its first row, page by page, and lets other requests run in between. `onPage` gets the
 * number of rows that are intact so far, and may throw to stop the check. Rows missing at the end cannot be told from
 * rows that were never written. The current content of a row from which a person was erased must match the digest in
 * the row of that erasure. The last row that was cut off must match the row that records the cut.
 */
export async function verifyAudit(db: Db, onPage?: (rows: number) => void): Promise<WalkedChain> {
  const [first] = await db.select().from(auditLog).orderBy(asc(auditLog.seq)).limit(1)
  const start = (first?.seq ?? 1) - 1
  let seq = start
  let previousHash = GENESIS
  let erased = 0
  const whole = (broken: BrokenChain | null): WalkedChain => ({ rows: seq - start, head: previousHash, erased, broken })
  if (first !== undefined && start > 0) {
    const cut = await findCut(db)
    if (cut?.through !== start || cut.hash !== first.previousHash) {
      return whole({ seq: first.seq, why: `row ${start} is missing` })
    }
    previousHash = cut.hash
  }
  const erasures = new Map<number, ErasureDigest>()
  const note = (row: number, erasure: number, hash: string) => {
    const known = erasures.get(erasure) ?? new ErasureDigest(row)
    erasures.set(erasure, known)
    known.add(row, hash)
  }
  for (const each of await erasuresBetween(db, 0, start)) note(each.seq, each.erasure, each.hash)
  for (;;) {
    const page = await db.select().from(auditLog).where(gt(auditLog.seq, seq)).orderBy(asc(auditLog.seq)).limit(PAGE)
    const found = await erasuresBetween(db, seq, page.at(-1)?.seq ?? seq)
    for (const row of page) {
      const broken = (why: string) => whole({ seq: row.seq, why })
      if (row.seq !== seq + 1) return broken(`row ${seq + 1} is missing`)
      if (row.previousHash !== previousHash) return broken('it does not follow the row before it')
      const own = found.filter((each) => each.seq === row.seq)
      if ((own.at(-1)?.hash ?? row.hash) !== hashOf(row)) return broken('its content is not what was written')
      if (own.length > 0) erased++
      if (row.action === ERASED) {
        const noted = erasures.get(row.seq) ?? new ErasureDigest(row.seq)
        erasures.delete(row.seq)
        const entry = ErasureEntry.safeParse(row.after)
        const sum = noted.sum()
        if (!entry.success || entry.data.rows !== sum.rows || entry.data.sha256 !== sum.sha256) {
          return whole({ seq: noted.first, why: `what it says now is not what row ${row.seq} vouches for` })
        }
      }
      for (const each of own) note(each.seq, each.erasure, each.hash)
      seq = row.seq
      previousHash = row.hash
    }
    onPage?.(seq - start)
    if (page.length < PAGE) break
    await setImmediate()
  }
  const [left] = [...erasures.values()].sort((a, b) => a.first - b.first)
  return whole(left === undefined ? null : { seq: left.first, why: 'no row vouches for what it says now' })
}

/** The erasures of the rows after `from` up to `to`, ordered by row and then by erasure. */
function erasuresBetween(db: Db, from: number, to: number): Promise<(typeof auditErasures.$inferSelect)[]> {
  const { seq, erasure } = auditErasures
  return db
    .select()
    .from(auditErasures)
    .where(and(gt(seq, from), lte(seq, to)))
    .orderBy(asc(seq), asc(erasure))
}

/** The last row that was cut off, with its hash. Null when the log was never cut. */
async function findCut(db: Db): Promise<z.infer<typeof CutEntry> | null> {
  const [row] = await db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.action, CUT))
    .orderBy(desc(auditLog.seq))
    .limit(1)
  return CutEntry.safeParse(row?.after).data ?? null
}

/** The columns of a row that may name people. */
export type ErasableColumns = Pick<Row, 'actorId' | 'actorName' | 'target' | 'before' | 'after'>

/** What to search rows for. `words` match anywhere in a text; `usernames` match a whole text or behind an @. */
export interface AuditSearch {
  words: readonly string[]
  usernames: readonly string[]
}

/**
 * Erases a person from every row that contains one of `words`. `rewrite` returns the new content of a row. One new row
 * records the erasure, with a digest over all rewritten rows. Runs in the caller's transaction, during which nobody
 * else writes to the log.
 */
export async function eraseFromAudit(
  tx: Db,
  by: By & { at: Date },
  words: AuditSearch,
  rewrite: (columns: ErasableColumns) => ErasableColumns,
  entry: Omit<AuditEntry, 'action' | 'after'> & { after: { [key: string]: Json } },
): Promise<number> {
  await lockChain(tx)
  await tx.execute(sql`select set_config('site.audit_log', 'erase', true)`)
  const [last] = await tx.select({ seq: auditLog.seq }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1)
  const erasure = (last?.seq ?? 0) + 1
  const sum = new ErasureDigest(erasure)
  for (let seq = 0; ; ) {
    const page = await tx
      .select()
      .from(auditLog)
      .where(and(gt(auditLog.seq, seq), containsAny(words)))
      .orderBy(asc(auditLog.seq))
      .limit(PAGE)
    const changed = page.flatMap((row) => {
      const { actorId, actorName, target, before, after: said } = row
      const after = { ...row, ...rewrite({ actorId, actorName, target, before, after: said }) }
      return JSON.stringify(after) === JSON.stringify(row) ? [] : [after]
    })
    if (changed.length > 0) {
      const list = JSON.stringify(changed)
      await tx.execute(sql`
        update ${auditLog} set actor_id = r."actorId", actor_name = r."actorName", target = r.target,
          before = r.before, after = r.after
        from jsonb_to_recordset(${list}::jsonb)
          as r(seq bigint, "actorId" text, "actorName" text, target text, before jsonb, after jsonb)
        where ${auditLog.seq} = r.seq`)
      const hashes = changed.map((row) => ({ seq: row.seq, erasure, hash: hashOf(row) }))
      for (const { seq: at, hash } of hashes) sum.add(at, hash)
      await tx.insert(auditErasures).values(hashes)
    }
    seq = page.at(-1)?.seq ?? seq
    if (page.length < PAGE) break
  }
  await append(tx, by, by.at, [{ ...entry, action: ERASED, after: { ...entry.after, ...sum.sum() } }])
  await tx.execute(sql`select set_config('site.audit_log', '', true)`)
  return sum.rows
}

/** The rows that contain one of these words, in the order of the log. */
export function listAuditContaining(db: Db, words: AuditSearch, after: number, limit: number): Promise<Row[]> {
  return db
    .select()
    .from(auditLog)
    .where(and(gt(auditLog.seq, after), containsAny(words)))
    .orderBy(asc(auditLog.seq))
    .limit(limit)
}

function containsAny({ words, usernames }: AuditSearch): SQL | undefined {
  const { actorId, actorName, target, before, after } = auditLog
  const texts = [actorId, actorName, target]
  const json = [sql`${before}::text`, sql`${after}::text`]
  const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    ...words.flatMap((word) => [
      ...texts.map((column) => like(column, pattern(word))),
      // JSON puts a backslash before each quote and backslash.
      ...json.map((column) => like(column, pattern(JSON.stringify(word).slice(1, -1)))),
    ]),
    ...usernames.flatMap((username) => [
      ...texts.map((column) => eq(column, username)),
      ...json.map((column) => like(column, pattern(JSON.stringify(username)))),
      ...[...texts, ...json].map((column) => ilike(column, pattern(`@${username}`))),
    ]),
  )
}

/** The most rows that one transaction cuts off, so that other writers wait only briefly. */
const MAX_ROWS_PER_CUT = 20_000

/**
 * Removes the rows before the first row that is not older than `oldest`. A new row records the cut with the number and
 * the hash of the last removed row, so that the remaining rows are still a chain. Returns the number of removed rows.
 */
export async function cutAudit(database: Pick<Database, 'db'>, oldest: Date, at: Date): Promise<number> {
  let total = 0
  for (;;) {
    const rows = await database.db.transaction(async (tx) => {
      await lockChain(tx)
      const first = tx
        .select({ seq: auditLog.seq, at: auditLog.at })
        .from(auditLog)
        .orderBy(asc(auditLog.seq))
        .limit(MAX_ROWS_PER_CUT)
        .as('first')
      const [found] = await tx
        .select({
          from: sql<string | null>`min(${first.seq})`,
          kept: sql<
            string | null
          >`min(${first.seq}) filter (where ${first.at} >= ${oldest.toISOString()}::timestamptz)`,
          to: sql<string | null>`max(${first.seq})`,
        })
        .from(first)
      if (found === undefined || found.from === null) return 0
      const from = Number(found.from)
      const through = found.kept === null ? Number(found.to) : Number(found.kept) - 1
      const [last] = await tx.select().from(auditLog).where(eq(auditLog.seq, through))
      if (through < from || last === undefined) return 0
      const entry = { action: CUT, target: 'audit', after: { rows: through - from + 1, through, hash: last.hash } }
      await append(tx, { actor: null, requestId: 'retention' }, at, [entry])
      await tx.execute(sql`select set_config('site.audit_log', 'cut', true)`)
      await tx.delete(auditLog).where(lte(auditLog.seq, through))
      await tx.delete(auditErasures).where(lte(auditErasures.erasure, through))
      await tx.execute(sql`select set_config('site.audit_log', '', true)`)
      return through - from + 1
    })
    total += rows
    if (rows < MAX_ROWS_PER_CUT) return total
  }
}

/** The times of the first row, the newest row and the last cut. Null when the log is empty. */
export async function findAuditTimes(db: Db): Promise<{ first: Date; newest: Date; cutAt: Date | null } | null> {
  const at = () => db.select({ at: auditLog.at }).from(auditLog)
  const [first] = await at().orderBy(asc(auditLog.seq)).limit(1)
  const [newest] = await at().orderBy(desc(auditLog.seq)).limit(1)
  const [cut] = await at().where(eq(auditLog.action, CUT)).orderBy(desc(auditLog.seq)).limit(1)
  return first && newest ? { first: first.at, newest: newest.at, cutAt: cut?.at ?? null } : null
}

/**
 * The newest time at which the clock was trusted. Before the first start that recorded it, the time of the newest row
 * of the audit log.
 */
export async function findTrustedTime(db: Db): Promise<Date | null> {
  const [row] = await db.select().from(believedClock)
  return row?.at ?? (await findAuditTimes(db))?.newest ?? null
}

/** Records a time at which the clock was trusted. A stored later time stays. */
export async function saveTrustedTime(db: Db, at: Date): Promise<void> {
  const later = sql`greatest(${believedClock.at}, excluded.at)`
  await db
    .insert(believedClock)
    .values({ at })
    .onConflictDoUpdate({ target: believedClock.one, set: { at: later } })
}

/** The number of rows older than `oldest`. */
export const countAuditBefore = (db: Db, oldest: Date): Promise<number> => db.$count(auditLog, lt(auditLog.at, oldest))

/** The last finished check of the chain, read from its row in the log. */
export async function findLastCheck(db: Db): Promise<ChainCheck | null> {
  const [row] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, CHECKED))
    .orderBy(desc(auditLog.at), desc(auditLog.seq))
    .limit(1)
  if (row === undefined) return null
  const after = typeof row.after === 'object' && row.after !== null ? row.after : {}
  const parsed = ChainCheck.safeParse({ ...after, at: row.at.toISOString(), by: row.actorName })
  return parsed.data ?? null
}

export const CHECKED = 'verifyAuditChain'
