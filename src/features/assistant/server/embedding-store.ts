import { eq, ne, notInArray, or } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { passageEmbeddings } from './tables.ts'

/** Vectors by the hash of their text. */
export type Vectors = ReadonlyMap<string, Float32Array>

export interface EmbeddingStore {
  list(model: string): Promise<Vectors>
  add(model: string, vectors: Vectors): Promise<void>
  /** Removes the vectors of texts that no passage has any more, and the vectors of other models. */
  removeOthers(model: string, hashes: readonly string[]): Promise<void>
}

export function createEmbeddingStore({ db }: Pick<Database, 'db'>): EmbeddingStore {
  return {
    list: async (model) => {
      const rows = await db.select().from(passageEmbeddings).where(eq(passageEmbeddings.model, model))
      return new Map(rows.map(({ hash, vector }) => [hash, numbersOf(vector)]))
    },
    add: async (model, vectors) => {
      const rows = [...vectors].map(([hash, vector]) => ({ model, hash, vector: new Uint8Array(vector.buffer) }))
      await db.insert(passageEmbeddings).values(rows).onConflictDoNothing()
    },
    removeOthers: async (model, hashes) => {
      const { model: ofModel, hash } = passageEmbeddings
      await db.delete(passageEmbeddings).where(or(ne(ofModel, model), notInArray(hash, [...hashes])))
    },
  }
}

/** The bytes are copied, because those of a row may not be aligned for a Float32Array. */
function numbersOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer)
}
