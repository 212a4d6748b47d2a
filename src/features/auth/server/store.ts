import { and, eq, lt, or } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { Membership } from '#server/discord/discord.ts'
import { ATTEMPT_LIFETIME, SESSION_LIMITS } from '../rules.ts'
import { sessions, signInAttempts, users } from './tables.ts'

export type User = typeof users.$inferSelect
export type Session = typeof sessions.$inferSelect
export type SignInAttempt = typeof signInAttempts.$inferSelect

export async function findSession(db: Db, tokenHash: string): Promise<{ session: Session; user: User } | null> {
  const [row] = await db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(sessions.userId, users.id))
    .where(eq(sessions.tokenHash, tokenHash))
  return row ?? null
}

export async function addSession(db: Db, session: Omit<Session, 'id'>): Promise<Session> {
  const [added] = await db.insert(sessions).values(session).returning()
  if (added === undefined) throw new Error('the session was not written')
  return added
}

export async function touchSession(db: Db, id: string, lastSeenAt: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, id))
}

export async function removeSession(db: Db, tokenHash: string): Promise<Session | null> {
  const [removed] = await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning()
  return removed ?? null
}

/** What Discord said at sign-in. */
export async function saveUser(db: Db, user: User): Promise<void> {
  const { id: _, ...said } = user
  await db.insert(users).values(user).onConflictDoUpdate({ target: users.id, set: said })
}

/** What Discord said when it was asked again; no membership means that the person left the guild. */
export async function saveMembership(db: Db, id: string, membership: Membership | null, readAt: Date): Promise<User> {
  const [saved] = await db
    .update(users)
    .set({
      inGuild: membership !== null,
      roleIds: membership?.roles ?? [],
      nick: membership?.nick ?? null,
      guildAvatar: membership?.avatar ?? null,
      rolesReadAt: readAt,
    })
    .where(eq(users.id, id))
    .returning()
  if (saved === undefined) throw new Error('the person is no longer known')
  return saved
}

export async function addSignInAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
  await db.insert(signInAttempts).values(attempt)
}

/** Takes an attempt out, so that it can be used once only, and only by the browser that began it. */
export async function takeSignInAttempt(db: Db, state: string, browserHash: string): Promise<SignInAttempt | null> {
  const [taken] = await db
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.state, state), eq(signInAttempts.browserHash, browserHash)))
    .returning()
  return taken ?? null
}

/** Clears what nobody can use any more: attempts to sign in that took too long, sessions past every limit. */
export async function removeStale(db: Db, now: Date): Promise<void> {
  const { idle, absolute } = SESSION_LIMITS.member
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await db.delete(signInAttempts).where(lt(signInAttempts.createdAt, ago(ATTEMPT_LIFETIME)))
  await db.delete(sessions).where(or(lt(sessions.createdAt, ago(absolute)), lt(sessions.lastSeenAt, ago(idle))))
}
