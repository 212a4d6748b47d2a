import { customType, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** The vectors of rules and codes, by model and by the SHA-256 of the text. A changed text gets a new vector. */
export const passageEmbeddings = pgTable(
  'passage_embeddings',
  {
    model: text().notNull(),
    hash: text().notNull(),
    /** 32-bit floating-point numbers, little-endian. */
    vector: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.model, t.hash] })],
)
