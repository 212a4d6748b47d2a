import { sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The tokens that game servers call with. None is ever deleted: actions say which of them brought them. */
export const ingestTokens = pgTable(
  'ingest_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    label: text().notNull(),
    /** SHA-256 of the token, which is random enough that nobody finds it from this. */
    hash: text().notNull().unique(),
    madeAt: moment('made_at').notNull(),
    madeById: text('made_by_id'),
    madeByName: text('made_by_name'),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  // Two in use of one name could not be told apart where their name stands.
  (t) => [uniqueIndex('ingest_tokens_label').on(sql`lower(${t.label})`).where(sql`${t.revokedAt} is null`)],
)
