import type { Db } from '#server/database/database.ts'
import { verificationSessions } from './tables.ts'

export type VerificationSession = typeof verificationSessions.$inferSelect

export async function addVerificationSession(db: Db, session: VerificationSession): Promise<void> {
  await db.insert(verificationSessions).values(session)
}
