import { asc, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/database/database.ts'
import { evidence, evidenceParts } from './tables.ts'

/** The size of the parts in which the bytes of a picture are stored. A backup reads many parts at a time. */
const PART = 48 * 1024

export async function writeParts(tx: Transaction, evidenceId: number, bytes: Uint8Array): Promise<void> {
  for (let part = 0; part * PART < bytes.length; part += 1) {
    const cut = bytes.subarray(part * PART, (part + 1) * PART)
    await tx.insert(evidenceParts).values({ evidenceId, part, bytes: cut })
  }
}

/** The bytes of a picture. Empty when it was deleted meanwhile. */
export async function readParts(db: Db, evidenceId: number): Promise<Uint8Array> {
  const parts = await db
    .select({ bytes: evidenceParts.bytes })
    .from(evidenceParts)
    .where(eq(evidenceParts.evidenceId, evidenceId))
    .orderBy(asc(evidenceParts.part))
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}

/** The size in bytes of all pictures, including removed ones that can still be restored. */
export async function sizeOfAll(db: Db): Promise<number> {
  const [sum] = await db.select({ bytes: sql<string>`coalesce(sum(size), 0)::text` }).from(evidence)
  return Number(sum?.bytes)
}
