import { and, eq, isNotNull, lte, min } from 'drizzle-orm'
import type { Audit } from '#features/audit/server/store.ts'
import type { Changes } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import { TOPICS, targetOf } from './store.ts'
import { verificationRoles, verificationSessions } from './tables.ts'

/** A role that is due to be given. */
export interface DueRole {
  verificationId: string
  userId: string
  attempts: number
}

/** Stores the Discord roles of approvals until each is given. */
export interface RoleStore {
  listDueRoles(): Promise<DueRole[]>
  /** When the next role is due. Null when none waits. */
  findNextAttempt(): Promise<Date | null>
  roleGiven(by: By, due: DueRole, roleId: string): Promise<void>
  /** Records a failed attempt. It writes no audit row, but open pages are updated. */
  roleFailed(due: DueRole, error: string, nextAttemptAt: Date): Promise<void>
}

export function createRoleStore({
  database: { db },
  audit,
  changes,
  clock,
}: {
  database: Database
  audit: Audit
  changes: Changes
  clock: () => Date
}): RoleStore {
  return {
    listDueRoles: () =>
      db
        .select({
          verificationId: verificationRoles.verificationId,
          userId: verificationSessions.userId,
          attempts: verificationRoles.attempts,
        })
        .from(verificationRoles)
        .innerJoin(verificationSessions, eq(verificationSessions.id, verificationRoles.verificationId))
        .where(lte(verificationRoles.nextAttemptAt, clock()))
        .orderBy(verificationRoles.nextAttemptAt),

    findNextAttempt: async () => {
      const [row] = await db
        .select({ at: min(verificationRoles.nextAttemptAt) })
        .from(verificationRoles)
        .where(isNotNull(verificationRoles.nextAttemptAt))
      return row?.at ?? null
    },

    roleGiven: (by, { verificationId, userId, attempts }, roleId) =>
      audit.change(by, async (tx) => {
        const [given] = await tx
          .update(verificationRoles)
          .set({ givenAt: clock(), nextAttemptAt: null, attempts: attempts + 1, error: null, roleId })
          .where(and(eq(verificationRoles.verificationId, verificationId), isNotNull(verificationRoles.nextAttemptAt)))
          .returning()
        const entry = { action: 'giveVerifiedRole', target: targetOf(verificationId), after: { userId, roleId } }
        return { result: undefined, entries: given === undefined ? [] : [entry], topics: TOPICS }
      }),

    roleFailed: async ({ verificationId, attempts }, error, nextAttemptAt) => {
      await db.transaction(async (tx) => {
        await tx
          .update(verificationRoles)
          .set({ attempts: attempts + 1, error, nextAttemptAt })
          .where(and(eq(verificationRoles.verificationId, verificationId), isNotNull(verificationRoles.nextAttemptAt)))
        await changes.announceElsewhere(TOPICS, tx)
      })
      for (const topic of TOPICS) changes.announce(topic)
    },
  }
}
