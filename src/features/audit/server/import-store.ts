import { eq, sql } from 'drizzle-orm'
import type { Topic } from '#lib/topics.ts'
import type { Transaction } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import { importRows, imports } from './tables.ts'

/** The list and the file of an import. */
export interface ImportSource {
  list: Topic
  file: string | undefined
  /**
   * The program that wrote the file, and the file's SHA-256. Both are kept for good, because the imported records refer
   * to them.
   */
  origin?: { source: string; sha256: string }
}

/**
 * Records what `work` does to the records of a list, so that the import can be undone. Nothing is kept when no record
 * changed.
 */
export async function recordImport<T>(
  tx: Transaction,
  by: By,
  { at, list, file, origin }: ImportSource & { at: Date },
  work: (importId: number) => Promise<T>,
): Promise<T> {
  const values = { at, list, file: file || null, byId: by.actor?.id, byName: by.actor?.name.toWellFormed(), ...origin }
  const [added] = await tx.insert(imports).values(values).returning({ id: imports.id })
  if (added === undefined) throw new Error('The database returned no row for the import it added')
  // The trigger `keep_imported` reads this setting.
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
