import { eq, sql } from 'drizzle-orm'
import type { Topic } from '#lib/topics.ts'
import type { Transaction } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import { importRows, imports } from './tables.ts'

/** Which file goes into which list. */
export interface ImportSource {
  list: Topic
  file: string | undefined
  /** Which program wrote it, and its SHA-256: its records say so for ever. */
  origin?: { source: string; sha256: string }
}

/** Keeps what the work does to the records of a list, so that it can be undone. Work that changes none is not kept. */
export async function keepImport<T>(
  tx: Transaction,
  by: By,
  { at, list, file, origin }: ImportSource & { at: Date },
  work: (importId: number) => Promise<T>,
): Promise<T> {
  const values = { at, list, file: file || null, byId: by.actor?.id, byName: by.actor?.name.toWellFormed(), ...origin }
  const [added] = await tx.insert(imports).values(values).returning({ id: imports.id })
  if (added === undefined) throw new Error('The database returned no row for the import it added')
  // The trigger `keep_imported` goes by it.
  await tx.execute(sql`select set_config('site.import', ${String(added.id)}, true)`)
  const result = await work(added.id)
  await tx.execute(sql`select set_config('site.import', '', true)`)
  const { before, hash } = importRows
  const [counts] = await tx
    .select({
      added: sql<number>`count(*) filter (where ${before} is null)::int`,
      changed: sql<number>`count(*) filter (where ${before} is not null and ${hash} is not null)::int`,
      removed: sql<number>`count(*) filter (where ${hash} is null)::int`,
    })
    .from(importRows)
    .where(eq(importRows.importId, added.id))
  const isAny = counts !== undefined && Object.values(counts).some((count) => count > 0)
  await (isAny
    ? tx.update(imports).set(counts).where(eq(imports.id, added.id))
    : tx.delete(imports).where(eq(imports.id, added.id)))
  return result
}
