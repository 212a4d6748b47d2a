import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { REPORTED, STATUSES } from '../rules.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Verifications that somebody began. Nothing of what they submit to the provider is here, nor their address. */
export const verificationSessions = pgTable(
  'verification_sessions',
  {
    /** Random: all that the provider knows of whom it verifies besides the e-mail address. */
    id: uuid().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Counts the changes, so that a decision on an older state is refused. */
    version: integer().notNull().default(1),
    status: text({ enum: STATUSES }).notNull(),
    group: text(),
    createdAt: time('created_at').notNull(),
    pendingAt: time('pending_at'),
    verifiedAt: time('verified_at'),
    decidedAt: time('decided_at'),
    decidedById: text('decided_by_id'),
    decidedByName: text('decided_by_name'),
    reason: text(),
    expiredAt: time('expired_at'),
  },
  (t) => [
    index('verification_sessions_user_id').on(t.userId),
    index('verification_sessions_status').on(t.status, t.createdAt),
  ],
)

/** What the provider said, to know it again: it may say it twice, and nothing tells one message from another. */
export const verificationReports = pgTable(
  'verification_reports',
  {
    verificationId: uuid('verification_id')
      .notNull()
      .references(() => verificationSessions.id, { onDelete: 'cascade' }),
    status: text({ enum: REPORTED }).notNull(),
    group: text().notNull(),
    /** As the provider wrote it: which time zone it means is not documented. */
    reportedAt: text('reported_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'verification_reports_pk', columns: [t.verificationId, t.status, t.group, t.reportedAt] }),
  ],
)

/** Discord roles that follow from approvals: written with the approval, given afterwards, tried until it works. */
export const verificationRoles = pgTable(
  'verification_roles',
  {
    verificationId: uuid('verification_id')
      .primaryKey()
      .references(() => verificationSessions.id, { onDelete: 'cascade' }),
    attempts: integer().notNull().default(0),
    /** Null once it is given. */
    nextAttemptAt: time('next_attempt_at'),
    error: text(),
    givenAt: time('given_at'),
    roleId: text('role_id'),
  },
  (t) => [index('verification_roles_next_attempt_at').on(t.nextAttemptAt)],
)
