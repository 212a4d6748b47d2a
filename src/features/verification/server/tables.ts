import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { REPORTED, STATUSES } from '../rules.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/**
 * Verifications that were started. The table contains nothing that the person submits to the provider, and no e-mail
 * address.
 */
export const verificationSessions = pgTable(
  'verification_sessions',
  {
    /** A random id. With the e-mail address it is all that the provider receives about the person. */
    id: uuid().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Increases with each change, so that a decision on an outdated state is rejected. */
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

/**
 * The provider's reports, to recognise repetitions: the provider may send a report twice, and its messages have no ids.
 */
export const verificationReports = pgTable(
  'verification_reports',
  {
    verificationId: uuid('verification_id')
      .notNull()
      .references(() => verificationSessions.id, { onDelete: 'cascade' }),
    status: text({ enum: REPORTED }).notNull(),
    group: text().notNull(),
    /** The provider's time, unchanged. Its time zone is not documented. */
    reportedAt: text('reported_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'verification_reports_pk', columns: [t.verificationId, t.status, t.group, t.reportedAt] }),
  ],
)

/**
 * The Discord roles of approvals. A row is written with the approval; the role is given afterwards and retried until it
 * works.
 */
export const verificationRoles = pgTable(
  'verification_roles',
  {
    verificationId: uuid('verification_id')
      .primaryKey()
      .references(() => verificationSessions.id, { onDelete: 'cascade' }),
    attempts: integer().notNull().default(0),
    /** Null once the role is given. */
    nextAttemptAt: time('next_attempt_at'),
    error: text(),
    givenAt: time('given_at'),
    roleId: text('role_id'),
  },
  (t) => [index('verification_roles_next_attempt_at').on(t.nextAttemptAt)],
)
