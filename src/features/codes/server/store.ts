import { eq } from 'drizzle-orm'
import type { Member } from '#lib/access.ts'
import type { Db } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/unique.ts'
import { alreadyThere, changedMeanwhile, notFound } from '#server/http/http-error.ts'
import type { PenalCode, PenalCodeDraft, TenCode, TenCodeDraft } from '../contract.ts'
import { compareCodes, compareStatutes, penalCodeAnchor, tenCodeAnchor } from '../rules.ts'
import { codesArrived, penalCodes, tenCodes } from './tables.ts'

type TenCodeRow = typeof tenCodes.$inferSelect
type PenalCodeRow = typeof penalCodes.$inferSelect

/** Who writes, and when; nobody where the site's own command imports. */
export interface Author {
  actor: Pick<Member, 'id' | 'username'> | null
  at: Date
}

/** Every ten-code, by code in numeric-aware order. */
export async function listTenCodes(db: Db): Promise<TenCode[]> {
  const rows = await db.select().from(tenCodes)
  return rows.map(tenCodeOf).sort((a, b) => compareCodes(a.code, b.code))
}

export async function addTenCode(db: Db, draft: TenCodeDraft, author: Author): Promise<TenCode> {
  const added = await once(TEN_CODE_TWICE, () =>
    db
      .insert(tenCodes)
      .values({ ...tenCodeColumns(draft), ...created(author) })
      .returning(),
  )
  return tenCodeOf(theOne(added))
}

/** Refuses with the current item when it is not the version that was read. */
export async function changeTenCode(
  db: Db,
  id: number,
  { version, ...draft }: TenCodeDraft & { version: number },
  author: Author,
): Promise<{ before: TenCode; after: TenCode }> {
  const [before] = await db.select().from(tenCodes).where(eq(tenCodes.id, id)).for('update')
  if (before === undefined) throw notFound('This code is no longer in the list.')
  if (before.version !== version) throw changedMeanwhile(tenCodeOf(before))
  const changed = await once(TEN_CODE_TWICE, () =>
    db
      .update(tenCodes)
      .set({ ...tenCodeColumns(draft), ...updated(author), version: version + 1 })
      .where(eq(tenCodes.id, id))
      .returning(),
  )
  return { before: tenCodeOf(before), after: tenCodeOf(theOne(changed)) }
}

export async function removeTenCode(db: Db, id: number): Promise<TenCode> {
  const [removed] = await db.delete(tenCodes).where(eq(tenCodes.id, id)).returning()
  if (removed === undefined) throw notFound('This code is no longer in the list.')
  return tenCodeOf(removed)
}

/** Every penal code, in the order of the statute book. */
export async function listPenalCodes(db: Db): Promise<PenalCode[]> {
  const rows = await db.select().from(penalCodes)
  return rows.map(penalCodeOf).sort((a, b) => compareStatutes(a.statute, b.statute))
}

export async function addPenalCode(db: Db, draft: PenalCodeDraft, author: Author): Promise<PenalCode> {
  const added = await once(STATUTE_TWICE, () =>
    db
      .insert(penalCodes)
      .values({ ...penalCodeColumns(draft), ...created(author) })
      .returning(),
  )
  return penalCodeOf(theOne(added))
}

/** Refuses with the current item when it is not the version that was read. */
export async function changePenalCode(
  db: Db,
  id: number,
  { version, ...draft }: PenalCodeDraft & { version: number },
  author: Author,
): Promise<{ before: PenalCode; after: PenalCode }> {
  const [before] = await db.select().from(penalCodes).where(eq(penalCodes.id, id)).for('update')
  if (before === undefined) throw notFound('This statute is no longer in the list.')
  if (before.version !== version) throw changedMeanwhile(penalCodeOf(before))
  const changed = await once(STATUTE_TWICE, () =>
    db
      .update(penalCodes)
      .set({ ...penalCodeColumns(draft), ...updated(author), version: version + 1 })
      .where(eq(penalCodes.id, id))
      .returning(),
  )
  return { before: penalCodeOf(before), after: penalCodeOf(theOne(changed)) }
}

export async function removePenalCode(db: Db, id: number): Promise<PenalCode> {
  const [removed] = await db.delete(penalCodes).where(eq(penalCodes.id, id)).returning()
  if (removed === undefined) throw notFound('This statute is no longer in the list.')
  return penalCodeOf(removed)
}

/**
 * Fills the list, once in the life of an installation: what staff removed stays away. `read` is only called when that
 * has not happened yet. Answers how many codes arrived.
 */
export async function fillTenCodes(db: Db, at: Date, read: () => TenCodeDraft[]): Promise<number> {
  if (!(await markArrived(db, 'ten-codes', at))) return 0
  const rows = read().map((draft) => ({ ...tenCodeColumns(draft), createdAt: at, updatedAt: at }))
  if (rows.length === 0) return 0
  return (await db.insert(tenCodes).values(rows).onConflictDoNothing().returning({ id: tenCodes.id })).length
}

/** As `fillTenCodes`. */
export async function fillPenalCodes(db: Db, at: Date, read: () => PenalCodeDraft[]): Promise<number> {
  if (!(await markArrived(db, 'penal-codes', at))) return 0
  const rows = read().map((draft) => ({ ...penalCodeColumns(draft), createdAt: at, updatedAt: at }))
  if (rows.length === 0) return 0
  return (await db.insert(penalCodes).values(rows).onConflictDoNothing().returning({ id: penalCodes.id })).length
}

/**
 * Notes that a list has begun: files fill it no more. True the first time. Of processes that start at once, the later
 * waits here for the first.
 */
export async function markArrived(
  db: Db,
  list: (typeof codesArrived.$inferInsert)['list'],
  at: Date,
): Promise<boolean> {
  const marked = await db.insert(codesArrived).values({ list, at }).onConflictDoNothing().returning()
  return marked.length > 0
}

function tenCodeColumns({ code, meaning, category, color }: TenCodeDraft) {
  return { anchor: tenCodeAnchor(code), code, meaning, category, color }
}

function penalCodeColumns(draft: PenalCodeDraft) {
  const { statute, title, class: grade, fine, jail, points, notes } = draft
  return { anchor: penalCodeAnchor(statute), statute, title, class: grade, fine, jail, points, notes }
}

function created(author: Author) {
  return {
    ...updated(author),
    createdByUsername: author.actor?.username ?? null,
    createdByDiscord: author.actor?.id ?? null,
    createdAt: author.at,
  }
}

function updated({ actor, at }: Author) {
  return { updatedByUsername: actor?.username ?? null, updatedByDiscord: actor?.id ?? null, updatedAt: at }
}

function tenCodeOf(row: TenCodeRow): TenCode {
  const { id, code, meaning, category, color } = row
  return { id, code, meaning, category, color, ...authorshipOf(row) }
}

function penalCodeOf(row: PenalCodeRow): PenalCode {
  const { id, statute, title, class: grade, fine, jail, points, notes } = row
  return { id, statute, title, class: grade, fine, jail, points, notes, ...authorshipOf(row) }
}

function authorshipOf(row: TenCodeRow | PenalCodeRow) {
  return {
    created_by_username: row.createdByUsername,
    created_by_discord: row.createdByDiscord,
    created_at: row.createdAt.toISOString(),
    updated_by_username: row.updatedByUsername,
    updated_by_discord: row.updatedByDiscord,
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  }
}

const TEN_CODE_TWICE = { code: 'This code is already in the list.' }
const STATUTE_TWICE = { statute: 'This statute is already in the list.' }

/** Runs a write that may break the rule that each code stands in its list once. */
async function once<T>(fields: Record<string, string>, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyThere(fields) : error
  }
}

function theOne<T>([row]: T[]): T {
  if (row === undefined) throw new Error('the database wrote a row and did not give it back')
  return row
}
