import { createHash, randomBytes } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Audit } from '#features/audit/server/store.ts'
import { type Access, type ActorOf, allows, type Member } from '#lib/access.ts'
import type { CommunityRoles } from '#server/config/community.ts'
import type { Database } from '#server/database/database.ts'
import type { Discord, Membership } from '#server/discord/discord.ts'
import { DiscordUnavailable, GrantGone } from '#server/discord/failures.ts'
import type { TokenSeal } from '#server/discord/sealed-token.ts'
import { notAllowed, sessionEnded, signInNeeded, unavailable } from '#server/http/refusal.ts'
import type { Door } from '#server/http/serve.ts'
import type { Log } from '#server/log.ts'
import { isLive, rightsOf, roleAnswer, SEEN_PRECISION } from '../rules.ts'
import {
  findSession,
  removeSession,
  removeStale,
  type Session,
  saveMembership,
  touchSession,
  type User,
} from './store.ts'

export interface DoorDeps {
  database: Database
  discord: Discord
  seal: TokenSeal
  audit: Audit
  log: Log
  clock: () => Date
  roles: CommunityRoles
  ownerIds: readonly string[]
  /** Milliseconds. */
  roleMaxAge: number
  secureCookies: boolean
}

/** A session as every request needs it: held in memory, so that knowing who calls costs no query. */
export interface LiveSession {
  id: string
  token: string
  person: Person
  createdAt: Date
  lastSeenAt: Date
}

interface Person {
  user: User
  member: Member
  /** The question to Discord under way, shared by all who wait for it. */
  asking: Promise<void> | null
  askAgainAt: number
}

/** `replaced`: the same browser signed in again, so its tabs go on with a new session. */
type End = 'ended' | 'replaced'
type Listener = (session: LiveSession, how: End) => void

export interface AuthDoor extends Door {
  /** Name of the session cookie: `__Host-` where the site is served over https. */
  cookieName: string
  /** The live session that a cookie header names, or null. */
  sessionOf(cookieHeader: string | undefined): LiveSession | null | Promise<LiveSession | null>
  /** May this session pass, on roles fresh enough? For sockets, which stay open longer than roles stay true. */
  admits(access: Access, session: LiveSession): Promise<boolean>
  /** Asks Discord again when the roles are old; keeps the old ones when it cannot be asked. */
  refresh(session: LiveSession): Promise<void>
  /**
   * The address that Discord verified, asked for now: it is not kept. Null when the stored sign-in did not grant it, no
   * longer does, or there is no verified one. Throws a `Refusal` when Discord cannot be asked.
   */
  verifiedEmailOf(member: Member): Promise<string | null>
  /** Takes a session just written into memory. */
  begin(token: string, session: Session, user: User): LiveSession
  end(session: LiveSession, how?: End): Promise<void>
  /** Removes what is past its limits: sessions, whose listeners are told, and attempts to sign in. */
  sweep(): Promise<void>
  onEnded(listener: Listener): void
}

/** Discord is not asked again for this person so soon after it did not answer. */
const ASK_AGAIN_AFTER = 10_000
/** One refused call a person and endpoint a minute is written down: more would let anybody flood the audit log. */
const REFUSAL_PRECISION = 60_000

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Decides who may pass: knows who calls from the session alone, and what they may from Discord's roles alone. */
export function createDoor(deps: DoorDeps): AuthDoor {
  const { database, discord, clock, log } = deps
  const cookieName = deps.secureCookies ? '__Host-sid' : 'sid'
  const people = new Map<string, Person>()
  const live = new Map<string, LiveSession>()
  const refusalsWritten = new Map<string, number>()
  const listeners: Listener[] = []
  let endings = 0

  function memberOf(user: User): Member {
    return {
      id: user.id,
      username: user.username,
      name: user.nick ?? user.globalName ?? user.username,
      avatarUrl: discord.avatarUrl({ id: user.id, avatar: user.avatar }, { avatar: user.guildAvatar }),
      ...rightsOf(user, deps.roles, deps.ownerIds),
    }
  }

  function know(user: User): Person {
    const known = people.get(user.id)
    if (known !== undefined) {
      known.user = user
      known.member = memberOf(user)
      return known
    }
    const person: Person = { user, member: memberOf(user), asking: null, askAgainAt: 0 }
    people.set(user.id, person)
    return person
  }

  function begin(token: string, session: Session, user: User): LiveSession {
    const person = know(user)
    const begun = { id: session.id, token, person, createdAt: session.createdAt, lastSeenAt: session.lastSeenAt }
    live.set(token, begun)
    return begun
  }

  async function end(session: LiveSession, how: End = 'ended'): Promise<void> {
    await removeSession(database.db, hashOf(session.token))
    endings++
    live.delete(session.token)
    for (const listener of listeners) listener(session, how)
  }

  /** The session if it still lives; touched, but written down once a minute only. */
  function touched(session: LiveSession): LiveSession | null {
    const now = clock()
    if (!isLive(session, session.person.member.isStaff, now)) return null
    if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_PRECISION) {
      session.lastSeenAt = now
      touchSession(database.db, session.id, now).catch((error: unknown) => {
        log.warn({ err: error }, 'could not write when a session was last seen')
      })
    }
    return session
  }

  async function load(token: string): Promise<LiveSession | null> {
    const endingsBefore = endings
    const found = await findSession(database.db, hashOf(token))
    if (found === null) return null
    // A session ended while this was read: what was read may be that one, and must not come back to life.
    if (endings !== endingsBefore) return load(token)
    return touched(live.get(token) ?? begin(token, found.session, people.get(found.user.id)?.user ?? found.user))
  }

  function tokenIn(cookieHeader: string | undefined): string | null {
    return (cookieHeader === undefined ? undefined : parseCookie(cookieHeader)[cookieName]) || null
  }

  function sessionOf(cookieHeader: string | undefined): LiveSession | null | Promise<LiveSession | null> {
    const token = tokenIn(cookieHeader)
    if (token === null) return null
    const known = live.get(token)
    return known ? touched(known) : load(token)
  }

  function accessTokenOf(user: User): string | null {
    const expired = user.accessTokenExpiresAt === null || user.accessTokenExpiresAt <= clock()
    return expired || user.sealedAccessToken === null ? null : deps.seal.open(user.sealedAccessToken)
  }

  async function ask(person: Person): Promise<void> {
    const { user } = person
    const accessToken = accessTokenOf(user)
    let membership: Membership | null
    try {
      membership = await discord.membership({ id: user.id, accessToken })
    } catch (error) {
      if (!(error instanceof GrantGone)) throw error
      membership = null // nobody can say any more which roles they have, so they have none
    }
    const before = JSON.stringify(person.member)
    know(await saveMembership(database.db, user.id, membership, clock()))
    if (JSON.stringify(person.member) !== before) log.info({ userId: user.id }, 'rights were read again and changed')
  }

  /** Asks Discord once for all who wait; false when it could not be asked. */
  async function asked(person: Person): Promise<boolean> {
    if (person.asking === null) {
      if (clock().getTime() < person.askAgainAt) return false
      person.asking = ask(person).finally(() => {
        person.asking = null
      })
    }
    try {
      await person.asking
      return true
    } catch (error) {
      if (!(error instanceof DiscordUnavailable)) throw error
      person.askAgainAt = clock().getTime() + (error.retryAfterSeconds ?? 0) * 1000 + ASK_AGAIN_AFTER
      log.warn({ err: error, userId: person.user.id }, 'Discord could not be asked for roles')
      return false
    }
  }

  function answerFor(person: Person, canAsk: boolean, intent: 'read' | 'write') {
    const age = clock().getTime() - person.user.rolesReadAt.getTime()
    return roleAnswer({ age, maxAge: deps.roleMaxAge, canAsk, intent })
  }

  /** True when the person's roles may answer. Owners named in the environment never depend on Discord. */
  async function rolesServe(person: Person, intent: 'read' | 'write'): Promise<boolean> {
    if (await asked(person)) return true
    return deps.ownerIds.includes(person.user.id) || answerFor(person, false, intent) === 'serve'
  }

  function pass<A extends Access>(access: A, session: LiveSession, request: FastifyRequest) {
    const { member } = session.person
    if (allows(access, member)) return member
    return refuse(member, request)
  }

  async function refuse(member: Member, request: FastifyRequest): Promise<never> {
    const call = `${request.method} ${request.routeOptions.url ?? request.url.split('?')[0]}`
    const now = clock().getTime()
    const key = `${member.id} ${call}`
    if (now - (refusalsWritten.get(key) ?? 0) >= REFUSAL_PRECISION) {
      refusalsWritten.set(key, now)
      await deps.audit.change({ actor: member, requestId: request.id }, [], async () => ({
        result: undefined,
        entries: [{ action: 'refused', target: call }],
      }))
    }
    throw notAllowed()
  }

  function open<A extends Access>(access: A, request: FastifyRequest): ActorOf[A] | Promise<ActorOf[A]>
  function open(access: Access, request: FastifyRequest): Member | null | Promise<Member | null> {
    const cookies = request.headers.cookie
    const session = sessionOf(cookies)
    if (session instanceof Promise) return session.then((loaded) => openFor(access, loaded, request))
    return openFor(access, session, request)
  }

  function openFor(access: Access, session: LiveSession | null, request: FastifyRequest) {
    if (session === null) {
      if (access === 'anyone') return null
      throw tokenIn(request.headers.cookie) === null ? signInNeeded() : sessionEnded()
    }
    const { person } = session
    if (access === 'anyone' || access === 'member') return person.member
    const intent = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
    if (answerFor(person, true, intent) === 'serve') return pass(access, session, request)
    return rolesServe(person, intent).then((serve) => {
      if (!serve)
        throw unavailable('Discord cannot be asked for your roles right now. Please try again in a minute.', 30)
      return pass(access, session, request)
    })
  }

  async function verifiedEmailOf(member: Member): Promise<string | null> {
    const user = people.get(member.id)?.user
    if (!user?.emailVerified || !user.scopes.includes('email')) return null
    const accessToken = accessTokenOf(user)
    if (accessToken === null) return null
    try {
      const account = await discord.account(accessToken)
      return account.emailVerified ? account.email : null
    } catch (error) {
      if (error instanceof GrantGone) return null
      if (!(error instanceof DiscordUnavailable)) throw error
      log.warn({ err: error, userId: user.id }, 'Discord could not be asked for an e-mail address')
      throw unavailable('Discord does not answer right now. Please try again in a minute.', 30)
    }
  }

  return {
    cookieName,
    open,
    passes: (access, cookies) => {
      if (access === 'anyone') return true
      const session = sessionOf(cookies)
      if (session === null || session instanceof Promise) return false
      if (access !== 'member' && answerFor(session.person, true, 'read') !== 'serve') return false
      return allows(access, session.person.member)
    },
    verifiedEmailOf,
    sessionOf,
    begin,
    end,
    admits: async (access, session) => {
      const { person } = session
      // Not touched: an open tab that nobody uses must not keep a session from going idle.
      if (!live.has(session.token) || !isLive(session, person.member.isStaff, clock())) return false
      if (access === 'anyone' || access === 'member') return true
      return (
        (answerFor(person, true, 'read') === 'serve' || (await rolesServe(person, 'read'))) &&
        allows(access, person.member)
      )
    },
    refresh: async ({ person }) => {
      if (answerFor(person, true, 'read') === 'ask') await asked(person)
    },
    sweep: async () => {
      const now = clock()
      for (const session of live.values()) {
        if (!isLive(session, session.person.member.isStaff, now)) await end(session)
      }
      await removeStale(database.db, now)
      for (const [key, at] of refusalsWritten) if (now.getTime() - at >= REFUSAL_PRECISION) refusalsWritten.delete(key)
      const used = new Set([...live.values()].map((session) => session.person.user.id))
      for (const id of people.keys()) if (!used.has(id)) people.delete(id)
    },
    onEnded: (listener) => {
      listeners.push(listener)
    },
  }
}
