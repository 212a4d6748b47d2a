import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie } from 'cookie'
import * as z from 'zod'
import type { Audit } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { CommunityRoles } from '#server/config/community.ts'
import type { Database } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { limitLookUps } from '#server/http/limits.ts'
import type { By } from '#server/http/serve.ts'
import type { Log } from '#server/log.ts'
import type { Processes } from '#server/processes/processes.ts'
import { discordName, type Given, hasStaffSession, isLive, isNewer, rightsOf, SEEN_PRECISION } from '../rules.ts'
import {
  findOpenSessionIds,
  findSession,
  removeSession,
  removeSessionsOf,
  removeStale,
  type Session,
  touchSession,
  type User,
  type WhichSessions,
} from './store.ts'

export interface SessionsDeps {
  database: Database
  processes: Processes
  discord: Pick<Discord, 'avatarUrl'>
  audit: Audit
  log: Log
  clock: () => Date
  roles: CommunityRoles
  /** What single roles give beside those. */
  capabilityRoles: readonly Given[]
  ownerIds: readonly string[]
  secureCookies: boolean
  /** What the key is derived from that marks the tokens of this site. */
  clientSecret: string
  /** What people are called here; without it what Discord calls them. */
  nameOf?: (user: User) => string
  /** How long a session lasts at most, in milliseconds, where that is less than what is usual. */
  longestSession?: number
  /** While the clock cannot be believed no session is removed for its age; none that is too old is served either. */
  isClockRight?: () => boolean
}

/** Somebody with a session: what Discord last said of them, and what that makes them here. */
export interface Person {
  user: User
  member: Member
}

/** A session as every request needs it: held in memory, so that knowing who calls costs no query. */
export interface LiveSession {
  /** Not the token nor its hash: it may be shown. */
  id: string
  token: string
  person: Person
  createdAt: Date
  lastSeenAt: Date
}

/** `replaced`: the same browser signed in again, so its tabs go on with a new session. */
type End = 'ended' | 'replaced'
type Listener = (session: LiveSession, how: End) => void

/** Who asks, as far as it is known before their session is: a request, or the handshake of a live connection. */
export interface Caller {
  headers: { cookie?: string | undefined }
  ip: string
}

/** Who is signed in, as far as this process was asked: sessions and their people, in memory before the database. */
export interface Sessions {
  /** Name of the session cookie: `__Host-` where the site is served over https. */
  cookieName: string
  /** The token in a cookie header, of whatever session, or null. */
  tokenIn(cookieHeader: string | undefined): string | null
  /**
   * The live session that a caller's cookie names, or null. It counts as seen. Throws a 429 for an address that brought
   * too many cookies that name none, unless this one bears the mark of a token that was given out here.
   */
  of(caller: Caller): LiveSession | null | Promise<LiveSession | null>
  /** The same where it is in memory and may be trusted: the database is not asked, and null says nothing. */
  held(cookieHeader: string | undefined): LiveSession | null
  /** Begins a session with a new token, which `write` writes down, and answers with the token. */
  begin(write: (token: string) => Promise<{ session: Session; user: User }>): Promise<string>
  /** Whether a session still lives. It does not count as seen: an open tab must not keep it from going idle. */
  isOpen(session: LiveSession): boolean
  /** Takes over what Discord says of a person now, for all their sessions, unless something newer is known. */
  know(user: User): Person
  /** Names everybody in memory anew, when `nameOf` may say something else. */
  rename(): void
  /** Everybody in memory, by their ids. */
  known(): string[]
  /** The person with a session that was used since the start. */
  personOf(userId: string): Person | undefined
  end(session: LiveSession, how?: End): Promise<void>
  /** Ends these sessions of one person, in every browser; answers how many there were. */
  endOf(by: By, userId: string, which: WhichSessions): Promise<number>
  /**
   * Ends the sessions past their limits that were used here and nowhere else since, and tells their listeners. Of
   * several processes only the holder clears the tables of those that nobody used, and of attempts to sign in.
   */
  sweep(): Promise<void>
  onEnded(listener: Listener): void
  /** Somebody may now do more or less than before. */
  onRights(listener: (userId: string) => void): void
}

/** What processes tell each other when sessions end. */
export const ENDED = 'sessions-ended'
const Ended = z.object({ ids: z.array(z.string()), how: z.enum(['ended', 'replaced']) })
/** As many as surely fit into what one process can tell another at once. */
const IDS_A_TELLING = 100

/** Tells every other process which sessions ended, when that is committed. */
export async function tellEnded(
  processes: Pick<Processes, 'tell'>,
  ids: readonly string[],
  how: End,
  within: Parameters<Processes['tell']>[2],
): Promise<void> {
  for (let at = 0; at < ids.length; at += IDS_A_TELLING) {
    await processes.tell(ENDED, { ids: ids.slice(at, at + IDS_A_TELLING), how }, within)
  }
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

const MARK_BYTES = 16

/**
 * Tokens of sessions bear a mark that only this site can make, so that made-up ones are known without a look-up. Older
 * tokens bear none, nor does the mark fit after the client secret was changed: those are looked up within a limit.
 */
function createMark(clientSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', clientSecret, '', 'session token', 32))
  const markOf = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, MARK_BYTES)
  return {
    newMarkedToken: () => {
      const text = newToken()
      return `${text}.${markOf(text).toString('base64url')}`
    },
    isMarked: (token: string) => {
      const [text = '', mark = ''] = token.split('.')
      const bytes = Buffer.from(mark, 'base64url')
      return (
        bytes.length === MARK_BYTES &&
        `${text}.${bytes.toString('base64url')}` === token &&
        timingSafeEqual(bytes, markOf(text))
      )
    },
  }
}

/** So long before a session would end here the database is asked, so that its open tabs never take it for ended. */
const LOOKED_UP_AHEAD = 5 * 60_000

/** Cookies a minute from one address that name no session: after a restart each browser brings one that does. */
const UNKNOWN_A_MINUTE = 30
/** Milliseconds for which a token that named no session is not looked up again, and how many such are remembered. */
const UNKNOWN_FOR = 60_000
const MAX_UNKNOWN = 10_000

const isMeant = (which: WhichSessions, { id }: LiveSession) =>
  which === 'all' || ('only' in which ? id === which.only : id !== which.allBut)

/** What the audit log calls it. */
const endingOf = (which: WhichSessions) =>
  which === 'all' ? 'removeUserSessions' : 'only' in which ? 'removeOwnSession' : 'removeOtherSessions'

const RIGHT_NAMES = ['isOwner', 'isManagement', 'isStaff', 'isES', 'canESQuick', 'capabilities'] as const

/** What of a user is read together with their roles. */
function membershipOf({ inGuild, roleIds, nick, guildAvatar, rolesReadAt }: User) {
  return { inGuild, roleIds, nick, guildAvatar, rolesReadAt }
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { database, discord, clock, log, processes, longestSession, nameOf = discordName } = deps
  const cookieName = deps.secureCookies ? '__Host-sid' : 'sid'
  const people = new Map<string, Person>()
  const live = new Map<string, LiveSession>()
  const listeners: Listener[] = []
  const rightsListeners: ((userId: string) => void)[] = []
  const time = monotonicClock(clock)
  const { newMarkedToken, isMarked } = createMark(deps.clientSecret)
  const limitUnknown = limitLookUps(UNKNOWN_A_MINUTE, 60)
  /** Look-ups under way, by token: many calls of one page wait for one. */
  const loading = new Map<string, Promise<LiveSession | null>>()
  /** Hashes of tokens that name no session, with until when that is remembered. No session is made with a known token. */
  const unknown = new Map<string, number>()
  let endings = 0

  function memberOf(user: User): Member {
    return {
      id: user.id,
      username: user.username,
      name: nameOf(user),
      avatarUrl: discord.avatarUrl({ id: user.id, avatar: user.avatar }, { avatar: user.guildAvatar }),
      ...rightsOf(user, deps.roles, deps.ownerIds, deps.capabilityRoles),
    }
  }

  function know(user: User): Person {
    const known = people.get(user.id)
    if (known === undefined) {
      const person: Person = { user, member: memberOf(user) }
      people.set(user.id, person)
      return person
    }
    const before = known.member
    const newest = isNewer(known.user.rolesReadAt, user.rolesReadAt) ? { ...user, ...membershipOf(known.user) } : user
    Object.assign(known, { user: newest, member: memberOf(newest) })
    if (RIGHT_NAMES.some((name) => String(known.member[name]) !== String(before[name]))) {
      log.info({ userId: user.id }, 'rights changed')
      for (const listener of rightsListeners) listener(user.id)
    }
    return known
  }

  function hold(token: string, session: Session, user: User): LiveSession {
    const person = know(user)
    const begun = { id: session.id, token, person, createdAt: session.createdAt, lastSeenAt: session.lastSeenAt }
    live.set(token, begun)
    return begun
  }

  async function begin(write: (token: string) => Promise<{ session: Session; user: User }>): Promise<string> {
    const token = newMarkedToken()
    const endingsBefore = endings
    const { session, user } = await write(token)
    // Where a session ended meanwhile it may be this one: the database is asked when it is used.
    if (endings === endingsBefore) hold(token, session, user)
    else know(user)
    return token
  }

  function forget(session: LiveSession, how: End): void {
    live.delete(session.token)
    for (const listener of listeners) listener(session, how)
  }

  async function end(session: LiveSession, how: End = 'ended'): Promise<void> {
    await database.db.transaction(async (tx) => {
      await removeSession(tx, hashOf(session.token))
      await tellEnded(processes, [session.id], how, tx)
    })
    endings++
    forget(session, how)
  }

  /** Those that no longer are in the database ended while nobody could be heard. */
  async function findEnded(): Promise<void> {
    const known = [...live.values()]
    const open = await findOpenSessionIds(
      database.db,
      known.map(({ id }) => id),
    )
    endings++
    for (const session of known) if (!open.has(session.id)) forget(session, 'ended')
  }

  processes.hear(ENDED, (said) => {
    endings++
    const ended = Ended.safeParse(said)
    if (!ended.success) return look()
    for (const session of live.values()) if (ended.data.ids.includes(session.id)) forget(session, ended.data.how)
  })
  processes.onReconnect(look)

  function look(): void {
    findEnded().catch((error: unknown) => log.warn({ err: error }, 'could not look which sessions ended meanwhile'))
  }

  async function endOf(by: By, userId: string, which: WhichSessions): Promise<number> {
    const removed = await deps.audit.change(by, async (tx) => {
      const rows = await removeSessionsOf(tx, userId, which)
      const before = rows.map(({ device, createdAt }) => ({ device, createdAt: createdAt.toISOString() }))
      await tellEnded(
        processes,
        rows.map((row) => row.id),
        'ended',
        tx,
      )
      const entry = { action: endingOf(which), target: `users/${userId}` }
      return { result: rows.length, entries: rows.length === 0 ? [] : [{ ...entry, before }], topics: [] }
    })
    endings++
    for (const session of live.values()) {
      if (session.person.user.id === userId && isMeant(which, session)) forget(session, 'ended')
    }
    return removed
  }

  /** The session if it still lives; touched, but written down once a minute only. */
  function touched(session: LiveSession): LiveSession | null {
    const now = clock()
    if (!isLive(session, hasStaffSession(session.person.member), now, longestSession)) return null
    if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_PRECISION) {
      session.lastSeenAt = now
      touchSession(database.db, session.id, now).catch((error: unknown) => {
        log.warn({ err: error }, 'could not write when a session was last seen')
      })
    }
    return session
  }

  function load(token: string, caller: Caller): null | Promise<LiveSession | null> {
    const hash = hashOf(token)
    if ((unknown.get(hash) ?? 0) > time()) return null
    const underWay = processes.isConnected() ? loading.get(token) : undefined
    if (underWay !== undefined) return underWay
    const looked =
      live.has(token) || isMarked(token) ? read(token, hash) : limitUnknown(caller.ip, () => read(token, hash))
    const reading = looked.finally(() => {
      if (loading.get(token) === reading) loading.delete(token)
    })
    loading.set(token, reading)
    return reading
  }

  async function read(token: string, hash: string): Promise<LiveSession | null> {
    const endingsBefore = endings
    const found = await findSession(database.db, hash)
    if (found === null) {
      remember(hash)
      const known = live.get(token)
      if (known !== undefined) forget(known, 'ended')
      return null
    }
    // A session ended while this was read: what was read may be that one, and must not come back to life.
    if (endings !== endingsBefore) return read(token, hash)
    const known = live.get(token)
    if (known === undefined) return touched(hold(token, found.session, found.user))
    // Asked although it was known: this process cannot hear what others know of the person now.
    know(found.user)
    return touched(seenElsewhere(known, found.session))
  }

  function remember(hash: string): void {
    const [oldest] = unknown.keys()
    if (oldest !== undefined && unknown.size >= MAX_UNKNOWN) unknown.delete(oldest)
    unknown.set(hash, time() + UNKNOWN_FOR)
  }

  /** Other processes write down when they see a session, and say nothing of it. */
  function seenElsewhere(session: LiveSession, { lastSeenAt }: Session): LiveSession {
    if (lastSeenAt > session.lastSeenAt) session.lastSeenAt = lastSeenAt
    return session
  }

  function tokenIn(cookieHeader: string | undefined): string | null {
    return (cookieHeader === undefined ? undefined : parseCookie(cookieHeader)[cookieName]) || null
  }

  /** Who cannot hear of a session's end asks the database each time. */
  const heldAs = (token: string) => (processes.isConnected() ? live.get(token) : undefined)

  return {
    cookieName,
    tokenIn,
    of: (caller) => {
      const token = tokenIn(caller.headers.cookie)
      if (token === null) return null
      const known = heldAs(token)
      return (known && touched(known)) ?? load(token, caller)
    },
    held: (cookieHeader) => {
      const known = heldAs(tokenIn(cookieHeader) ?? '')
      return known ? touched(known) : null
    },
    begin,
    isOpen: (session) =>
      live.get(session.token) === session &&
      isLive(session, hasStaffSession(session.person.member), clock(), longestSession),
    know,
    rename: () => {
      for (const person of people.values()) person.member = memberOf(person.user)
    },
    known: () => [...people.keys()],
    personOf: (userId) => people.get(userId),
    end,
    endOf,
    sweep: async () => {
      if (deps.isClockRight?.() === false) return
      const now = clock()
      for (const [hash, until] of unknown) if (until <= time()) unknown.delete(hash)
      const soon = new Date(now.getTime() + LOOKED_UP_AHEAD)
      for (const session of live.values()) {
        if (isLive(session, hasStaffSession(session.person.member), soon, longestSession)) continue
        const found = await findSession(database.db, hashOf(session.token))
        if (found !== null) seenElsewhere(session, found.session)
        if (!isLive(session, hasStaffSession(session.person.member), now, longestSession)) await end(session)
      }
      if (processes.isLeader()) await removeStale(database.db, now, longestSession)
      const used = new Set([...live.values()].map((session) => session.person.user.id))
      for (const id of people.keys()) if (!used.has(id)) people.delete(id)
    },
    onEnded: (listener) => {
      listeners.push(listener)
    },
    onRights: (listener) => {
      rightsListeners.push(listener)
    },
  }
}
