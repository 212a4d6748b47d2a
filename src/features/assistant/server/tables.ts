import { customType, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** Rules and codes as vectors, by the model that made them and the SHA-256 of the text: made anew when a text changes. */
export const passageEmbeddings = pgTable(
  'passage_embeddings',
  {
    model: text().notNull(),
    hash: text().notNull(),
    /** 32-bit numbers, little-endian. */
    vector: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.model, t.hash] })],
)
