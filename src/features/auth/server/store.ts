import { and, arrayContains, arrayOverlaps, desc, eq, gt, gte, inArray, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { Membership } from '#server/discord/member.ts'
import { ATTEMPT_LIFETIME, latestCredible, SESSION_LIMITS } from '../rules.ts'
import { sessions, signInAttempts, users } from './tables.ts'

export type User = typeof users.$inferSelect
export type Session = typeof sessions.$inferSelect
/** Selects sessions of one person: all of them, only the one with this id, or all but that one. */
export type WhichSessions = 'all' | { only: string } | { allBut: string }
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

/** The ids among these whose sessions still exist. */
export async function findOpenSessionIds(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(inArray(sessions.id, ids))
  return new Set(rows.map(({ id }) => id))
}

/** Removes sessions of one person and returns them. */
export async function removeSessionsOf(db: Db, userId: string, which: WhichSessions): Promise<Session[]> {
  const condition =
    which === 'all' ? undefined : 'only' in which ? eq(sessions.id, which.only) : ne(sessions.id, which.allBut)
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), condition))
    .returning()
}

/** The sessions of one person, the latest used first. Includes sessions past their limits. */
export async function listSessionsOf(db: Db, userId: string): Promise<Session[]> {
  return db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.lastSeenAt), sessions.id)
}

export async function findUser(db: Db, id: string): Promise<User | null> {
  const [found] = await db.select().from(users).where(eq(users.id, id))
  return found ?? null
}

/**
 * Everybody with a session, with the number of their sessions within the limits: `member` by the limits of members,
 * `staff` by those of staff.
 */
export async function countSessions(
  db: Db,
  now: Date,
): Promise<{ user: Pick<User, 'id' | 'username' | 'globalName' | 'roleIds'>; member: number; staff: number }[]> {
  const within = ({ idle, absolute }: { idle: number; absolute: number }) => {
    const [seen, begun] = [new Date(now.getTime() - idle), new Date(now.getTime() - absolute)]
    return sql<number>`count(*) filter (where ${and(gte(sessions.lastSeenAt, seen), gte(sessions.createdAt, begun))})::int`
  }
  return db
    .select({
      user: { id: users.id, username: users.username, globalName: users.globalName, roleIds: users.roleIds },
      member: within(SESSION_LIMITS.member),
      staff: within(SESSION_LIMITS.staff),
    })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .groupBy(users.id)
}

/** The people among these ids who ever signed in. */
export async function listUsers(db: Db, ids: readonly string[]): Promise<User[]> {
  return db
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
}

/** The people who ever signed in and who either are in the guild with one of these roles or have one of these ids. */
export async function listUsersWith(db: Db, roleIds: readonly string[], ids: readonly string[]): Promise<User[]> {
  const hasRole = and(eq(users.inGuild, true), arrayOverlaps(users.roleIds, [...roleIds]))
  return db
    .select()
    .from(users)
    .where(or(roleIds.length === 0 ? undefined : hasRole, inArray(users.id, [...ids])))
}

/** Everybody with a session, in any process. */
export async function listSignedIn(db: Db): Promise<User[]> {
  return db
    .select()
    .from(users)
    .where(inArray(users.id, db.select({ id: sessions.userId }).from(sessions)))
}

/**
 * Adds a row for a person who is about to sign in. A role change that arrives between Discord's answer and `saveUser`
 * then has a row to update.
 */
export async function prepareUserRow(db: Db, { id, username }: Pick<User, 'id' | 'username'>): Promise<void> {
  await db
    .insert(users)
    .values({ id, username, inGuild: false, roleIds: [], rolesReadAt: new Date(0), scopes: [] })
    .onConflictDoNothing()
}

/** The stored roles were not read after `readAt`. The SQL form of `isNewer` in the rules. */
const isNotNewer = (readAt: Date) => or(lte(users.rolesReadAt, readAt), gt(users.rolesReadAt, latestCredible(readAt)))

/** Saves a person at sign-in. Stored roles stay if they were read later than these. */
export async function saveUser(db: Db, user: User): Promise<User> {
  const { id: _, ...fields } = user
  const isNewer = and(gt(users.rolesReadAt, user.rolesReadAt), lte(users.rolesReadAt, latestCredible(user.rolesReadAt)))
  const newest = <C extends keyof typeof users._.columns>(name: C) => {
    const column = users[name]
    return sql`case when ${isNewer} then ${column} else excluded.${sql.identifier(column.name)} end`
  }
  const [saved] = await db
    .insert(users)
    .values(user)
    .onConflictDoUpdate({
      target: users.id,
      set: {
        ...fields,
        inGuild: newest('inGuild'),
        roleIds: newest('roleIds'),
        nick: newest('nick'),
        guildAvatar: newest('guildAvatar'),
        rolesReadAt: newest('rolesReadAt'),
      },
    })
    .returning()
  if (saved === undefined) throw new Error('the person was not written')
  return saved
}

/**
 * Saves a person's membership of the guild as read at `readAt`. Null means that the person is not in the guild. A
 * stored membership stays if it was read later. Returns the person as stored now, or null if they never signed in.
 */
export async function saveMembership(
  db: Db,
  id: string,
  membership: Membership | null,
  readAt: Date,
): Promise<User | null> {
  const [saved] = await db
    .update(users)
    .set({
      inGuild: membership !== null,
      roleIds: membership?.roles ?? [],
      nick: membership?.nick ?? null,
      guildAvatar: membership?.avatar ?? null,
      rolesReadAt: readAt,
    })
    .where(and(eq(users.id, id), isNotNewer(readAt)))
    .returning()
  return saved ?? findUser(db, id)
}

/** Records that the memberships of these people were read again and had not changed. */
export async function confirmMemberships(db: Db, ids: readonly string[], readAt: Date): Promise<User[]> {
  return db
    .update(users)
    .set({ rolesReadAt: readAt })
    .where(and(inArray(users.id, [...ids]), isNotNewer(readAt)))
    .returning()
}

/**
 * Removes a deleted role from everybody, without changing when their roles were read. Returns the people who had it.
 */
export async function removeRole(db: Db, roleId: string): Promise<User[]> {
  return db
    .update(users)
    .set({ roleIds: sql`array_remove(${users.roleIds}, ${roleId})` })
    .where(arrayContains(users.roleIds, [roleId]))
    .returning()
}

export async function addSignInAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
  await db.insert(signInAttempts).values(attempt)
}

/** Removes an attempt and returns it. An attempt can be used only once, and only by the browser that began it. */
export async function takeSignInAttempt(db: Db, state: string, browserHash: string): Promise<SignInAttempt | null> {
  const [taken] = await db
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.state, state), eq(signInAttempts.browserHash, browserHash)))
    .returning()
  return taken ?? null
}

/** Removes sign-in attempts that took too long and sessions past every limit. */
export async function removeStale(db: Db, now: Date, longest = Number.POSITIVE_INFINITY): Promise<void> {
  const { idle, absolute } = SESSION_LIMITS.member
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await db.delete(signInAttempts).where(lt(signInAttempts.createdAt, ago(ATTEMPT_LIFETIME)))
  await db
    .delete(sessions)
    .where(or(lt(sessions.createdAt, ago(Math.min(absolute, longest))), lt(sessions.lastSeenAt, ago(idle))))
}
