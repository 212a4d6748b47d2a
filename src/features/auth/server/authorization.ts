import type { FastifyRequest } from 'fastify'
import type { Audit } from '#features/audit/server/store.ts'
import { type Access, type ActorOf, allows, type Member } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable, GrantGone } from '#server/discord/failures.ts'
import type { Membership } from '#server/discord/member.ts'
import type { TokenSeal } from '#server/discord/sealed-token.ts'
import { HttpError, notAllowed, sessionEnded, signInNeeded, unavailable } from '#server/http/http-error.ts'
import type { Authorization, By } from '#server/http/serve.ts'
import type { Log } from '#server/log.ts'
import { decideByRoleAge } from '../rules.ts'
import type { PeopleSync } from './people.ts'
import { createRefusals } from './refusal-store.ts'
import type { RoleWatch } from './role-watch.ts'
import type { LiveSession, Person, Sessions } from './sessions.ts'
import { findUser, saveMembership, type User } from './store.ts'

export interface AuthorizationDeps {
  sessions: Sessions
  database: Database
  discord: Discord
  seal: TokenSeal
  audit: Audit
  /** Tells the other processes which people they must read again from the database. */
  people: Pick<PeopleSync, 'announceChanged'>
  /** Says until when roles that were read are known to have stayed true. */
  watch: Pick<RoleWatch, 'trueUntil'>
  log: Log
  clock: () => Date
  ownerIds: readonly string[]
  /** The greatest age (ms) at which roles are used without asking Discord again. */
  roleMaxAge: number
}

export interface SessionAuthorization extends Authorization {
  /**
   * Whether this session has the access, decided on fresh roles. For sockets, which stay open longer than roles stay
   * fresh.
   */
  canSession(access: Access, session: LiveSession): Promise<boolean>
  /**
   * A person with fresh roles, for messages that are sent to them while they make no call. Null when Discord cannot be
   * asked now, or when nobody with this ID ever signed in.
   */
  memberNow(id: string): Promise<Member | null>
  /** Counts a denied call. The audit log gets one row for each person and hour. */
  refused(by: By & { actor: Member }, what: string): void
  /**
   * Reads the roles from Discord again when they are old. The session keeps its old roles when Discord cannot be asked.
   */
  refresh(session: LiveSession): Promise<void>
  /**
   * The verified e-mail address of a member. It is not stored, so each call asks Discord for it. Null when the stored
   * sign-in did not grant the e-mail scope, when the grant no longer holds, or when the account has no verified
   * address. Throws a `HttpError` when Discord cannot be asked.
   */
  verifiedEmailOf(member: Member): Promise<string | null>
  /** Writes the denied calls of the hours that are over. */
  sweep(): Promise<void>
  /** Writes all denied calls that are counted so far. */
  close(): Promise<void>
}

/** How long (ms) Discord is not asked again for a person after it did not answer. */
const RETRY_DISCORD_AFTER = 10_000

/** Identifies callers by their session alone, and decides what they may do by their Discord roles alone. */
export function createAuthorization(deps: AuthorizationDeps): SessionAuthorization {
  const { sessions, database, discord, clock } = deps
  const time = monotonicClock(clock)
  /** Requests to Discord that are under way. All calls that need the same person's roles wait for one request. */
  const readingByPerson = new WeakMap<Person, Promise<void>>()
  const retryAtByPerson = new WeakMap<Person, number>()
  const refusals = createRefusals(deps)

  function accessTokenOf(user: User): string | null {
    const expired = user.accessTokenExpiresAt === null || user.accessTokenExpiresAt <= clock()
    return expired || user.sealedAccessToken === null ? null : deps.seal.open(user.sealedAccessToken)
  }

  async function readRoles(person: Person): Promise<void> {
    const { user, member } = person
    const askedAt = clock()
    const accessToken = accessTokenOf(user)
    let membership: Membership | null
    try {
      membership = await discord.membership({ id: user.id, accessToken })
    } catch (error) {
      if (!(error instanceof GrantGone)) throw error
      membership = null // their roles can no longer be read, so they have none
    }
    const saved = await saveMembership(database.db, user.id, membership, askedAt)
    if (saved === null) throw new Error('the person is no longer known')
    if (JSON.stringify(sessions.updatePerson(saved).member) !== JSON.stringify(member))
      void deps.people.announceChanged([user.id])
  }

  /** Reads a person's roles with one request for all waiting calls. False when Discord could not be asked. */
  async function refreshRoles(person: Person): Promise<boolean> {
    let reading = readingByPerson.get(person)
    if (reading === undefined) {
      if (time() < (retryAtByPerson.get(person) ?? 0)) return false
      reading = readRoles(person).finally(() => readingByPerson.delete(person))
      readingByPerson.set(person, reading)
    }
    try {
      await reading
      return true
    } catch (error) {
      if (!(error instanceof DiscordUnavailable)) throw error
      retryAtByPerson.set(person, time() + (error.retryAfterSeconds ?? 0) * 1000 + RETRY_DISCORD_AFTER)
      discord.report(error, 'Discord could not be asked for roles')
      return false
    }
  }

  function decideByRolesOf(person: Person, canAsk: boolean, intent: 'read' | 'write') {
    const age = clock().getTime() - deps.watch.trueUntil(person.user.rolesReadAt)
    return decideByRoleAge({ age, maxAge: deps.roleMaxAge, canAsk, intent })
  }

  /**
   * Whether the person's roles may be used, after asking Discord. Owners named in the environment never depend on
   * Discord.
   */
  async function areRolesUsable(person: Person, intent: 'read' | 'write'): Promise<boolean> {
    if (await refreshRoles(person)) return true
    return deps.ownerIds.includes(person.user.id) || decideByRolesOf(person, false, intent) === 'serve'
  }

  /** Decides on the roles in memory. `unknown` when the roles must be read from Discord first. */
  function decide(access: Access, { person }: LiveSession, intent: 'read' | 'write') {
    if (access === 'anyone' || access === 'member') return 'allowed'
    if (decideByRolesOf(person, true, intent) !== 'serve') return 'unknown'
    return allows(access, person.member) ? 'allowed' : 'denied'
  }

  /** Reads the roles from Discord, then decides. */
  async function refreshRolesAndDecide(access: Access, session: LiveSession, intent: 'read' | 'write') {
    if (!(await areRolesUsable(session.person, intent))) return 'unavailable'
    // The session may have ended while Discord was asked.
    if (!sessions.isOpen(session)) return 'ended'
    return allows(access, session.person.member) ? 'allowed' : 'denied'
  }

  type Decision = Exclude<ReturnType<typeof decide>, 'unknown'> | Awaited<ReturnType<typeof refreshRolesAndDecide>>

  function actorOf(decision: Decision, { person: { member } }: LiveSession, request: FastifyRequest): Member {
    switch (decision) {
      case 'allowed':
        return member
      case 'ended':
        throw sessionEnded()
      case 'unavailable':
        throw unavailable(msg('We cannot check your Discord roles right now. Please try again in a minute.'), 30)
      case 'denied': {
        const call = `${request.method} ${request.routeOptions.url ?? request.url.split('?')[0]}`
        refusals.count({ actor: member, requestId: request.id }, call)
        throw notAllowed()
      }
    }
  }

  function authorize<A extends Access>(access: A, request: FastifyRequest): ActorOf<A> | Promise<ActorOf<A>>
  function authorize(access: Access, request: FastifyRequest): Member | null | Promise<Member | null> {
    const session = sessions.of(request)
    if (!(session instanceof Promise)) return authorizeSession(access, session, request)
    return session.then(
      (loaded) => authorizeSession(access, loaded, request),
      (error: unknown) => {
        // A call that is open to anyone does not need to know the caller.
        if (access === 'anyone' && error instanceof HttpError && error.status === 429) return null
        throw error
      },
    )
  }

  function authorizeSession(access: Access, session: LiveSession | null, request: FastifyRequest) {
    if (session === null) {
      if (access === 'anyone') return null
      throw sessions.tokenIn(request.headers.cookie) === null ? signInNeeded() : sessionEnded()
    }
    const intent = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
    const decision = decide(access, session, intent)
    if (decision !== 'unknown') return actorOf(decision, session, request)
    return refreshRolesAndDecide(access, session, intent).then((decided) => actorOf(decided, session, request))
  }

  function authorizeNow<A extends Access>(access: A, cookies: string | undefined): ActorOf<A> | undefined
  function authorizeNow(access: Access, cookies: string | undefined): Member | null | undefined {
    const session = sessions.sessionInMemory(cookies)
    if (session === null) return access === 'anyone' ? null : undefined
    return decide(access, session, 'read') === 'allowed' ? session.person.member : undefined
  }

  async function verifiedEmailOf(member: Member): Promise<string | null> {
    const user = sessions.personOf(member.id)?.user
    if (!user?.emailVerified || !user.scopes.includes('email')) return null
    const accessToken = accessTokenOf(user)
    if (accessToken === null) return null
    try {
      const account = await discord.account(accessToken)
      return account.emailVerified ? account.email : null
    } catch (error) {
      if (error instanceof GrantGone) return null
      if (!(error instanceof DiscordUnavailable)) throw error
      discord.report(error, 'Discord could not be asked for an e-mail address')
      throw unavailable(msg('Discord does not answer right now. Please try again in a minute.'), 30)
    }
  }

  return {
    authorize,
    authorizeNow,
    verifiedEmailOf,
    canSession: async (access, session) => {
      if (!sessions.isOpen(session)) return false
      const decision = decide(access, session, 'read')
      return (decision === 'unknown' ? await refreshRolesAndDecide(access, session, 'read') : decision) === 'allowed'
    },
    memberNow: async (id) => {
      const user = await findUser(database.db, id)
      if (user === null) return null
      const person = sessions.updatePerson(user)
      const isFresh = decideByRolesOf(person, true, 'read') === 'serve' || (await areRolesUsable(person, 'read'))
      return isFresh ? person.member : null
    },
    refused: refusals.count,
    refresh: async ({ person }) => {
      if (decideByRolesOf(person, true, 'read') === 'ask') await refreshRoles(person)
    },
    sweep: () => refusals.write('over'),
    close: () => refusals.write('all'),
  }
}
