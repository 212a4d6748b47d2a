import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'

/** Verifications that somebody began. Nothing of what they submit to the provider is here, nor their address. */
export const verificationSessions = pgTable(
  'verification_sessions',
  {
    /** Random: all that the provider knows of whom it verifies besides the e-mail address. */
    id: uuid().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
    status: text({ enum: ['started'] }).notNull(),
  },
  (t) => [index('verification_sessions_user_id').on(t.userId)],
)
