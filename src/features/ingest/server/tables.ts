import { sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The tokens of game servers. They are never deleted, because actions refer to the token that brought them. */
export const ingestTokens = pgTable(
  'ingest_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    label: text().notNull(),
    /** SHA-256 of the token. The token is random enough that nobody can find it from the hash. */
    hash: text().notNull().unique(),
    madeAt: moment('made_at').notNull(),
    madeById: text('made_by_id'),
    madeByName: text('made_by_name'),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  // Two tokens in use must not have the same name, because pages show only the name.
  (t) => [uniqueIndex('ingest_tokens_label').on(sql`lower(${t.label})`).where(sql`${t.revokedAt} is null`)],
)
