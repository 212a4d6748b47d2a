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
import {
  discordName,
  hasStaffSession,
  isLive,
  isNewer,
  type RoleCapability,
  rightsOf,
  SEEN_PRECISION,
} from '../rules.ts'
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
  /** The capabilities that single roles give in addition to `roles`. */
  capabilityRoles: readonly RoleCapability[]
  ownerIds: readonly string[]
  secureCookies: boolean
  /** The secret from which the key for signing session tokens is derived. */
  clientSecret: string
  /** Gives a person's name on this site. Defaults to the name in Discord. */
  nameOf?: (user: User) => string
  /** The community's own limit (ms) for the age of a session, where it is shorter than the usual limit. */
  longestSession?: number
  /**
   * While the clock is not trusted, no session is removed for its age. A session that is too old is still not accepted.
   */
  isClockRight?: () => boolean
}

/** A person with a session: the data that Discord last gave, and the rights that follow from it here. */
export interface Person {
  user: User
  member: Member
}

/** A session with its person. It is kept in memory, so that identifying a caller costs no query. */
export interface LiveSession {
  /** Neither the token nor its hash, so the id may be shown. */
  id: string
  token: string
  person: Person
  createdAt: Date
  lastSeenAt: Date
}

/** `replaced` means that the same browser signed in again, so its tabs continue with the new session. */
type End = 'ended' | 'replaced'
type Listener = (session: LiveSession, how: End) => void

/** A caller before their session is known: a request, or the handshake of a live connection. */
export interface Caller {
  headers: { cookie?: string | undefined }
  ip: string
}

/**
 * The sessions and people that this process has seen. They are kept in memory and read from the database when they are
 * not there.
 */
export interface Sessions {
  /** The name of the session cookie. It starts with `__Host-` where the site is served over HTTPS. */
  cookieName: string
  /** The session token in a cookie header, valid or not. Null when there is none. */
  tokenIn(cookieHeader: string | undefined): string | null
  /**
   * The live session of a caller's cookie, or null. The call counts as a use of the session. Throws a 429 when the
   * address has sent too many cookies without a session, unless this token bears the signature of this site.
   */
  of(caller: Caller): LiveSession | null | Promise<LiveSession | null>
  /**
   * The live session of a cookie header if memory alone can answer. Null may also mean that the database must be asked.
   */
  sessionInMemory(cookieHeader: string | undefined): LiveSession | null
  /** Begins a session with a new token. `write` saves the session. Returns the token. */
  begin(write: (token: string) => Promise<{ session: Session; user: User }>): Promise<string>
  /**
   * Whether a session is still live. The check does not count as a use: an open tab must not keep a session from going
   * idle.
   */
  isOpen(session: LiveSession): boolean
  /** Updates a person in all of their sessions. Roles that were read later than these stay. */
  updatePerson(user: User): Person
  /** Applies `nameOf` again to everybody in memory. To be called when names may have changed. */
  refreshNames(): void
  /** The IDs of everybody in memory. */
  idsInMemory(): string[]
  /** A person in memory. Undefined when none of their sessions was used since the process started. */
  personOf(userId: string): Person | undefined
  end(session: LiveSession, how?: End): Promise<void>
  /** Ends these sessions of one person in every browser. Returns how many there were. */
  endOf(by: By, userId: string, which: WhichSessions): Promise<number>
  /**
   * Ends the sessions in memory that are past their limits and were not used in another process since, and calls the
   * listeners. Only the leader of several processes also removes expired sessions and sign-in attempts from the tables.
   */
  sweep(): Promise<void>
  onEnded(listener: Listener): void
  /** Calls the listener when a person's rights change. */
  onRights(listener: (userId: string) => void): void
}

/** The channel on which processes tell each other that sessions ended. */
export const SESSIONS_ENDED = 'sessions-ended'
const EndedMessage = z.object({ ids: z.array(z.string()), how: z.enum(['ended', 'replaced']) })
/** This many IDs fit into one message between processes. */
const IDS_PER_MESSAGE = 100

/** Tells every other process which sessions ended. The message is sent when `within` commits. */
export async function announceEndedSessions(
  processes: Pick<Processes, 'publish'>,
  ids: readonly string[],
  how: End,
  within: Parameters<Processes['publish']>[2],
): Promise<void> {
  for (let at = 0; at < ids.length; at += IDS_PER_MESSAGE) {
    await processes.publish(SESSIONS_ENDED, { ids: ids.slice(at, at + IDS_PER_MESSAGE), how }, within)
  }
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

const SIGNATURE_BYTES = 16

/**
 * Signs session tokens with a key of this site, so that made-up tokens are recognized without a query. Older tokens
 * have no signature, and signatures become invalid when the client secret changes. Those tokens are looked up within a
 * limit.
 */
function createTokenSigner(clientSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', clientSecret, '', 'session token', 32))
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES)
  return {
    newSignedToken: () => {
      const text = newToken()
      return `${text}.${signatureOf(text).toString('base64url')}`
    },
    isSigned: (token: string) => {
      const [text = '', signature = ''] = token.split('.')
      const bytes = Buffer.from(signature, 'base64url')
      return (
        bytes.length === SIGNATURE_BYTES &&
        `${text}.${bytes.toString('base64url')}` === token &&
        timingSafeEqual(bytes, signatureOf(text))
      )
    },
  }
}

/**
 * A session in memory is read from the database this long (ms) before it would expire. It may have been used in another
 * process, and its open tabs must not take it for ended.
 */
const LOOK_UP_BEFORE_EXPIRY = 5 * 60_000

/**
 * How many cookies without a known session one address may send in a minute. After a restart the cookies of valid
 * sessions are unknown too.
 */
const UNKNOWN_TOKENS_PER_MINUTE = 30
/** How long (ms) a token without a session is not looked up again, and how many such tokens are remembered. */
const UNKNOWN_TOKEN_KEPT_FOR = 60_000
const MAX_UNKNOWN_TOKENS = 10_000

const isSelected = (which: WhichSessions, { id }: LiveSession) =>
  which === 'all' || ('only' in which ? id === which.only : id !== which.allBut)

/** The action that the audit log records for ending these sessions. */
const auditActionOf = (which: WhichSessions) =>
  which === 'all' ? 'removeUserSessions' : 'only' in which ? 'removeOwnSession' : 'removeOtherSessions'

const RIGHT_NAMES = ['isOwner', 'isManagement', 'isStaff', 'isES', 'canESQuick', 'capabilities'] as const

/** The fields of a user that are read together with the roles. */
function membershipOf({ inGuild, roleIds, nick, guildAvatar, rolesReadAt }: User) {
  return { inGuild, roleIds, nick, guildAvatar, rolesReadAt }
}

/**
 * Keeps the sessions in use in memory. Over 60 lines because its functions share the maps of sessions and people, and
 * the count of ended sessions that tells a look-up whether it may be outdated.
 */
export function createSessions(deps: SessionsDeps): Sessions {
  const { database, discord, clock, log, processes, longestSession, nameOf = discordName } = deps
  const cookieName = deps.secureCookies ? '__Host-sid' : 'sid'
  const peopleById = new Map<string, Person>()
  const sessionsByToken = new Map<string, LiveSession>()
  const listeners: Listener[] = []
  const rightsListeners: ((userId: string) => void)[] = []
  const time = monotonicClock(clock)
  const { newSignedToken, isSigned } = createTokenSigner(deps.clientSecret)
  const limitUnknown = limitLookUps(UNKNOWN_TOKENS_PER_MINUTE, 60)
  /** Look-ups that are under way, by token. The calls of one page share one look-up. */
  const lookUpsByToken = new Map<string, Promise<LiveSession | null>>()
  /**
   * Hashes of tokens without a session, with the time at which each is forgotten. A new session never reuses a token.
   */
  const unknownUntilByHash = new Map<string, number>()
  let endedCount = 0

  function memberOf(user: User): Member {
    return {
      id: user.id,
      username: user.username,
      name: nameOf(user),
      avatarUrl: discord.avatarUrl({ id: user.id, avatar: user.avatar }, { avatar: user.guildAvatar }),
      ...rightsOf(user, deps.roles, deps.ownerIds, deps.capabilityRoles),
    }
  }

  function updatePerson(user: User): Person {
    const known = peopleById.get(user.id)
    if (known === undefined) {
      const person: Person = { user, member: memberOf(user) }
      peopleById.set(user.id, person)
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

  function keepInMemory(token: string, session: Session, user: User): LiveSession {
    const person = updatePerson(user)
    const begun = { id: session.id, token, person, createdAt: session.createdAt, lastSeenAt: session.lastSeenAt }
    sessionsByToken.set(token, begun)
    return begun
  }

  async function begin(write: (token: string) => Promise<{ session: Session; user: User }>): Promise<string> {
    const token = newSignedToken()
    const endedBefore = endedCount
    const { session, user } = await write(token)
    // When a session ended meanwhile, it may be this one. It is then read from the database when it is used.
    if (endedCount === endedBefore) keepInMemory(token, session, user)
    else updatePerson(user)
    return token
  }

  function forget(session: LiveSession, how: End): void {
    sessionsByToken.delete(session.token)
    for (const listener of listeners) listener(session, how)
  }

  async function end(session: LiveSession, how: End = 'ended'): Promise<void> {
    await database.db.transaction(async (tx) => {
      await removeSession(tx, hashOf(session.token))
      await announceEndedSessions(processes, [session.id], how, tx)
    })
    endedCount++
    forget(session, how)
  }

  /** Ends the sessions in memory that are gone from the database: the messages about their end were missed. */
  async function endRemovedSessions(): Promise<void> {
    const known = [...sessionsByToken.values()]
    const open = await findOpenSessionIds(
      database.db,
      known.map(({ id }) => id),
    )
    endedCount++
    for (const session of known) if (!open.has(session.id)) forget(session, 'ended')
  }

  processes.subscribe(SESSIONS_ENDED, (payload) => {
    endedCount++
    const ended = EndedMessage.safeParse(payload)
    if (!ended.success) return endRemovedInBackground()
    for (const session of sessionsByToken.values())
      if (ended.data.ids.includes(session.id)) forget(session, ended.data.how)
  })
  processes.onReconnect(endRemovedInBackground)

  function endRemovedInBackground(): void {
    endRemovedSessions().catch((error: unknown) =>
      log.warn({ err: error }, 'could not look which sessions ended meanwhile'),
    )
  }

  async function endOf(by: By, userId: string, which: WhichSessions): Promise<number> {
    const removed = await deps.audit.change(by, async (tx) => {
      const rows = await removeSessionsOf(tx, userId, which)
      const before = rows.map(({ device, createdAt }) => ({ device, createdAt: createdAt.toISOString() }))
      await announceEndedSessions(
        processes,
        rows.map((row) => row.id),
        'ended',
        tx,
      )
      const entry = { action: auditActionOf(which), target: `users/${userId}` }
      return { result: rows.length, entries: rows.length === 0 ? [] : [{ ...entry, before }], topics: [] }
    })
    endedCount++
    for (const session of sessionsByToken.values()) {
      if (session.person.user.id === userId && isSelected(which, session)) forget(session, 'ended')
    }
    return removed
  }

  const isLiveAt = (now: Date, session: LiveSession) =>
    isLive(session, hasStaffSession(session.person.member), now, longestSession)

  /** Returns the session if it is still live, and updates when it was last seen, at most once a minute. */
  function touchIfLive(session: LiveSession): LiveSession | null {
    const now = clock()
    if (!isLiveAt(now, session)) return null
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
    if ((unknownUntilByHash.get(hash) ?? 0) > time()) return null
    const underWay = processes.isConnected() ? lookUpsByToken.get(token) : undefined
    if (underWay !== undefined) return underWay
    const looked =
      sessionsByToken.has(token) || isSigned(token)
        ? read(token, hash)
        : limitUnknown(caller.ip, () => read(token, hash))
    const reading = looked.finally(() => {
      if (lookUpsByToken.get(token) === reading) lookUpsByToken.delete(token)
    })
    lookUpsByToken.set(token, reading)
    return reading
  }

  async function read(token: string, hash: string): Promise<LiveSession | null> {
    const endedBefore = endedCount
    const found = await findSession(database.db, hash)
    if (found === null) {
      rememberUnknown(hash)
      const known = sessionsByToken.get(token)
      if (known !== undefined) forget(known, 'ended')
      return null
    }
    // A session ended while this query ran. It may be this session, which must not be kept in memory again.
    if (endedCount !== endedBefore) return read(token, hash)
    const known = sessionsByToken.get(token)
    if (known === undefined) return touchIfLive(keepInMemory(token, found.session, found.user))
    // The session was in memory, but this process is disconnected and misses what other processes know about the
    // person.
    updatePerson(found.user)
    return touchIfLive(takeLaterUse(known, found.session))
  }

  function rememberUnknown(hash: string): void {
    const [oldest] = unknownUntilByHash.keys()
    if (oldest !== undefined && unknownUntilByHash.size >= MAX_UNKNOWN_TOKENS) unknownUntilByHash.delete(oldest)
    unknownUntilByHash.set(hash, time() + UNKNOWN_TOKEN_KEPT_FOR)
  }

  /** Takes over a later use of the session in another process. Processes save such uses without announcing them. */
  function takeLaterUse(session: LiveSession, { lastSeenAt }: Session): LiveSession {
    if (lastSeenAt > session.lastSeenAt) session.lastSeenAt = lastSeenAt
    return session
  }

  function tokenIn(cookieHeader: string | undefined): string | null {
    return (cookieHeader === undefined ? undefined : parseCookie(cookieHeader)[cookieName]) || null
  }

  /** Uses no session from memory while this process is disconnected, because it would miss that the session ended. */
  const findInMemory = (token: string) => (processes.isConnected() ? sessionsByToken.get(token) : undefined)

  return {
    cookieName,
    tokenIn,
    of: (caller) => {
      const token = tokenIn(caller.headers.cookie)
      if (token === null) return null
      const known = findInMemory(token)
      return (known && touchIfLive(known)) ?? load(token, caller)
    },
    sessionInMemory: (cookieHeader) => {
      const known = findInMemory(tokenIn(cookieHeader) ?? '')
      return known ? touchIfLive(known) : null
    },
    begin,
    isOpen: (session) => sessionsByToken.get(session.token) === session && isLiveAt(clock(), session),
    updatePerson,
    refreshNames: () => {
      for (const person of peopleById.values()) person.member = memberOf(person.user)
    },
    idsInMemory: () => [...peopleById.keys()],
    personOf: (userId) => peopleById.get(userId),
    end,
    endOf,
    sweep: async () => {
      if (deps.isClockRight?.() === false) return
      const now = clock()
      for (const [hash, until] of unknownUntilByHash) if (until <= time()) unknownUntilByHash.delete(hash)
      const soon = new Date(now.getTime() + LOOK_UP_BEFORE_EXPIRY)
      for (const session of sessionsByToken.values()) {
        if (isLiveAt(soon, session)) continue
        const found = await findSession(database.db, hashOf(session.token))
        if (found !== null) takeLaterUse(session, found.session)
        if (!isLiveAt(now, session)) await end(session)
      }
      if (processes.isLeader()) await removeStale(database.db, now, longestSession)
      const used = new Set([...sessionsByToken.values()].map((session) => session.person.user.id))
      for (const id of peopleById.keys()) if (!used.has(id)) peopleById.delete(id)
    },
    onEnded: (listener) => {
      listeners.push(listener)
    },
    onRights: (listener) => {
      rightsListeners.push(listener)
    },
  }
}
