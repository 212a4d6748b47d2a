import { asc, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/database/database.ts'
import { evidence, evidenceParts } from './tables.ts'

/** How a picture lies in the database: its bytes in parts, of which many are read at a time by a backup. */
const PART = 48 * 1024

export async function writeParts(tx: Transaction, evidenceId: number, bytes: Uint8Array): Promise<void> {
  for (let part = 0; part * PART < bytes.length; part += 1) {
    const cut = bytes.subarray(part * PART, (part + 1) * PART)
    await tx.insert(evidenceParts).values({ evidenceId, part, bytes: cut })
  }
}

/** None where the picture was deleted meanwhile. */
export async function readParts(db: Db, evidenceId: number): Promise<Uint8Array> {
  const parts = await db
    .select({ bytes: evidenceParts.bytes })
    .from(evidenceParts)
    .where(eq(evidenceParts.evidenceId, evidenceId))
    .orderBy(asc(evidenceParts.part))
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}

/** The bytes of all pictures, with those that can still be put back. */
export async function sizeOfAll(db: Db): Promise<number> {
  const [sum] = await db.select({ bytes: sql<string>`coalesce(sum(size), 0)::text` }).from(evidence)
  return Number(sum?.bytes)
}
