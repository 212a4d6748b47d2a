import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, asc, desc, eq, gt, gte, inArray, isNull, like, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import { type AuditEntry, type AuditQuery, ChainCheck, type Json, MOST_FOUND } from '../contract.ts'
import { momentsOf } from '../rules.ts'
import { auditErasures, auditLog, kindOf } from './tables.ts'

/** The hash before the first row. */
const GENESIS = '0'.repeat(64)
/** Rows are written one after another, or two would name the same predecessor. Any constant will do. */
const CHAIN_LOCK = 7_204_511

type Row = typeof auditLog.$inferSelect
type Hashed = Omit<Row, 'hash'>

export interface Audit {
  /**
   * One change by one person: the work, its audit rows and, after the commit, its announcement in every process; or none
   * of them. The work returns what the caller gets and what is written down; no entries means that nothing changed.
   */
  change<T>(
    by: By,
    topics: readonly Topic[],
    work: (tx: Transaction) => Promise<{ result: T; entries: AuditEntry[] }>,
  ): Promise<T>
}

export function createAudit(deps: {
  database: Database
  changes: Changes
  clock: () => Date
  /** What else is written with every change, in its transaction. */
  alongside?: (tx: Transaction, by: By, entries: readonly AuditEntry[]) => Promise<void>
}): Audit {
  return {
    change: async (by, topics, work) => {
      const { result, entries } = await deps.database.db.transaction(async (tx) => {
        const done = await work(tx)
        if (done.entries.length > 0) {
          await append(tx, by, deps.clock(), done.entries)
          await deps.alongside?.(tx, by, done.entries)
          await deps.changes.announceElsewhere(topics, tx)
        }
        return done
      })
      if (entries.length > 0) for (const topic of topics) deps.changes.announce(topic)
      return result
    },
  }
}

async function append(tx: Db, by: By, at: Date, entries: AuditEntry[]): Promise<void> {
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
  /** How many rows are whole, from the first that is kept. */
  rows: number
  /** Hash of the last of them. */
  head: string
  /** Out of how many of them a person was erased. */
  erased: number
  broken: BrokenChain | null
}

/** What a person erased, and rows that were cut off, leave in the log. */
export const ERASED = 'erasePerson'
const CUT = 'cutAuditLog'

const ErasureSaid = z.object({ rows: z.number(), sha256: z.string() })
const CutSaid = z.object({ through: z.number(), hash: z.string() })

/** The rows of one erasure, summed up as its own row does. */
class Erased {
  #digest = createHash('sha256')
  rows = 0
  constructor(readonly first: number) {}

  add(seq: number, hash: string): void {
    this.rows++
    this.#digest.update(`${seq} ${hash}\n`)
  }

  /** Ends it. */
  sum(): z.infer<typeof ErasureSaid> {
    return { rows: this.rows, sha256: this.#digest.digest('hex') }
  }
}

/** Small enough that nobody waits for the hashes of one page. */
const PAGE = 500

/**
 * Walks the whole chain from its first row, page by page; others are served in between. `onPage` hears how many rows
 * are whole so far, and may throw to end it. Rows missing at the end cannot be told from rows never written. A row that
 * a person was erased from must be what the later row of that erasure vouches for, and so must the end of what was cut.
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
  const erasures = new Map<number, Erased>()
  const note = (row: number, erasure: number, hash: string) => {
    const known = erasures.get(erasure) ?? new Erased(row)
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
        const noted = erasures.get(row.seq) ?? new Erased(row.seq)
        erasures.delete(row.seq)
        const said = z.safeParse(ErasureSaid, row.after)
        const sum = noted.sum()
        if (!said.success || said.data.rows !== sum.rows || said.data.sha256 !== sum.sha256) {
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

/** Of the rows after `from` up to `to`, in their order and that of their erasures. */
function erasuresBetween(db: Db, from: number, to: number): Promise<(typeof auditErasures.$inferSelect)[]> {
  const { seq, erasure } = auditErasures
  return db
    .select()
    .from(auditErasures)
    .where(and(gt(seq, from), lte(seq, to)))
    .orderBy(asc(seq), asc(erasure))
}

/** Where the log was last cut. */
async function findCut(db: Db): Promise<z.infer<typeof CutSaid> | null> {
  const [row] = await db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.action, CUT))
    .orderBy(desc(auditLog.seq))
    .limit(1)
  const said = z.safeParse(CutSaid, row?.after)
  return said.success ? said.data : null
}

/** What a row says of people. */
export type AuditSaid = Pick<Row, 'actorId' | 'actorName' | 'target' | 'before' | 'after'>

/**
 * Erases a person from every row that says one of `words`: `rewrite` answers what the row says from now on. One row
 * tells of it, and vouches for all of them. Takes the caller's transaction, in which nobody else writes to the log.
 */
export async function eraseFromAudit(
  tx: Db,
  by: By & { at: Date },
  words: readonly string[],
  rewrite: (said: AuditSaid) => AuditSaid,
  told: Omit<AuditEntry, 'action' | 'after'> & { after: { [key: string]: Json } },
): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`)
  await tx.execute(sql`select set_config('site.audit_log', 'erase', true)`)
  const [last] = await tx.select({ seq: auditLog.seq }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1)
  const erasure = (last?.seq ?? 0) + 1
  const sum = new Erased(erasure)
  for (let seq = 0; ; ) {
    const page = await tx
      .select()
      .from(auditLog)
      .where(and(gt(auditLog.seq, seq), saysAny(words)))
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
  await append(tx, by, by.at, [{ ...told, action: ERASED, after: { ...told.after, ...sum.sum() } }])
  await tx.execute(sql`select set_config('site.audit_log', '', true)`)
  return sum.rows
}

/** Rows that say one of these words anywhere, in the order of the log. */
export function listAuditSaying(db: Db, words: readonly string[], after: number, limit: number): Promise<Row[]> {
  return db
    .select()
    .from(auditLog)
    .where(and(gt(auditLog.seq, after), saysAny(words)))
    .orderBy(asc(auditLog.seq))
    .limit(limit)
}

function saysAny(words: readonly string[]): SQL | undefined {
  const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    ...words.flatMap((word) => [
      ...[auditLog.actorId, auditLog.actorName, auditLog.target].map((column) => like(column, pattern(word))),
      // In JSON a quote or a backslash has another before it.
      ...[auditLog.before, auditLog.after].map(
        (column) => sql`${column}::text like ${pattern(JSON.stringify(word).slice(1, -1))}`,
      ),
    ]),
  )
}

/** Rows cut off in one transaction: nobody waits long for their turn to write. */
const CUT_AT_ONCE = 20_000

/**
 * Cuts off the rows before the first that is not older than `oldest`. The cut is itself a row, which carries the number
 * and the hash of the last row that went, so that the rest is still a chain from there. Answers how many rows went.
 */
export async function cutAudit(database: Pick<Database, 'db'>, oldest: Date, at: Date): Promise<number> {
  let total = 0
  for (;;) {
    const rows = await database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`)
      const first = tx
        .select({ seq: auditLog.seq, at: auditLog.at })
        .from(auditLog)
        .orderBy(asc(auditLog.seq))
        .limit(CUT_AT_ONCE)
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
    if (rows < CUT_AT_ONCE) return total
  }
}

/** Whether one of these was ever done. In a log that was cut it may have been: better not a second time. */
export async function wasEverDone(db: Db, actions: readonly string[]): Promise<boolean> {
  const found = await db
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(inArray(auditLog.action, [...actions, CUT]))
    .limit(1)
  return found.length > 0
}

/** How many rows there are, and the number of the last: they are numbered without a gap. */
async function extentOf(db: Db): Promise<{ total: number; last: number }> {
  const number = db.select({ seq: auditLog.seq }).from(auditLog).limit(1)
  const [first] = await number.orderBy(asc(auditLog.seq))
  const [last] = await db.select({ seq: auditLog.seq }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1)
  return { total: first && last ? last.seq - first.seq + 1 : 0, last: last?.seq ?? 0 }
}

export async function countAudit(db: Db): Promise<number> {
  return (await extentOf(db)).total
}

/** One page of the log, the latest first. */
export async function listAudit(db: Db, query: AuditQuery): Promise<{ rows: Row[]; total: number; isCapped: boolean }> {
  const { page, pageSize } = query
  const where = conditionsOf(query)
  if (where.length === 0) {
    // By its number any page is as near as the first.
    const { total, last: end } = await extentOf(db)
    const last = end - (page - 1) * pageSize
    const numbers = and(lte(auditLog.seq, last), gt(auditLog.seq, last - pageSize))
    const rows = last <= 0 ? [] : await db.select().from(auditLog).where(numbers).orderBy(desc(auditLog.seq))
    return { rows, total, isCapped: false }
  }
  const found = and(...where)
  const offset = (page - 1) * pageSize
  const rows =
    offset >= MOST_FOUND
      ? []
      : await db
          .select()
          .from(auditLog)
          .where(found)
          .orderBy(desc(auditLog.at), desc(auditLog.seq))
          .limit(Math.min(pageSize, MOST_FOUND - offset))
          .offset(offset)
  if (rows.length < pageSize && (rows.length > 0 || offset === 0) && offset + rows.length < MOST_FOUND) {
    return { rows, total: offset + rows.length, isCapped: false }
  }
  const counted = db
    .select({ one: sql`1` })
    .from(auditLog)
    .where(found)
    // As the page is read: without it the planner may walk an index that has nothing to do with the filter.
    .orderBy(desc(auditLog.at), desc(auditLog.seq))
    .limit(MOST_FOUND + 1)
    .as('counted')
  const [{ count } = { count: 0 }] = await db.select({ count: sql<number>`count(*)::int` }).from(counted)
  return { rows, total: Math.min(count, MOST_FOUND), isCapped: count > MOST_FOUND }
}

function conditionsOf({ actor, action, target, ...days }: AuditQuery): SQL[] {
  const { since, before } = momentsOf(days)
  return [
    actor === undefined ? [] : actor === 'site' ? isNull(auditLog.actorId) : eq(auditLog.actorId, actor),
    action === undefined ? [] : eq(auditLog.action, action),
    target === undefined
      ? []
      : target.includes('/')
        ? eq(auditLog.target, target)
        : eq(kindOf(auditLog.target), target),
    since === undefined ? [] : gte(auditLog.at, since),
    before === undefined ? [] : lt(auditLog.at, before),
  ].flat()
}

/** Every action there is, one look into the index for each: a log has few of them, however long it is. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ action: string }>(sql`
    with recursive found as (
      (select action from ${auditLog} order by action limit 1)
      union all
      select (select next.action from ${auditLog} next where next.action > found.action order by next.action limit 1)
      from found where found.action is not null
    )
    select action from found where action is not null`)
  return rows.map(({ action }) => action).sort()
}

/** The last check of the chain that came to its end: it is a row of the log. */
export async function findLastCheck(db: Db): Promise<ChainCheck | null> {
  const [row] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, CHECKED))
    .orderBy(desc(auditLog.at), desc(auditLog.seq))
    .limit(1)
  if (row === undefined) return null
  const said = typeof row.after === 'object' && row.after !== null ? row.after : {}
  const parsed = z.safeParse(ChainCheck, { ...said, at: row.at.toISOString(), by: row.actorName })
  return parsed.success ? parsed.data : null
}

export const CHECKED = 'verifyAuditChain'

/**
 * A record as the audit log keeps it: plain JSON, dates as ISO 8601. Half a character, as a text that was cut leaves
 * one, becomes the replacement character: PostgreSQL would do so in a text and refuse it in jsonb.
 */
export function asJson(record: object | Json): Json {
  return JSON.parse(
    JSON.stringify(record, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)),
  )
}
