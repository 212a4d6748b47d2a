import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Audit } from '#features/audit/server/store.ts'
import { allowsRights, type Rights } from '#lib/access.ts'
import type { FurtherLists, Place } from '#lib/further-places.ts'
import type { Database } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable, GrantGone, SignInRefused } from '#server/discord/failures.ts'
import type { Membership } from '#server/discord/member.ts'
import type { TokenSeal } from '#server/discord/sealed-token.ts'
import { HttpError } from '#server/http/http-error.ts'
import { type Limits, limitByAddress } from '#server/http/limits.ts'
import type { Serve } from '#server/http/serve.ts'
import {
  changeListPreferences,
  checkAuth,
  findListPreferences,
  findPeople,
  listPictures,
  logout,
  type SignInProblem,
} from '../contract.ts'
import { ATTEMPT_LIFETIME, deviceOf, includesEmailScope, returnPath, scopesFor } from '../rules.ts'
import type { SessionAuthorization } from './authorization.ts'
import type { Directory } from './directory-store.ts'
import { findPreferences, savePreferences } from './list-store.ts'
import type { PeopleSync } from './people.ts'
import { hashOf, type LiveSession, newToken, type Sessions } from './sessions.ts'
import {
  addSession,
  addSignInAttempt,
  prepareUserRow,
  removeSession,
  saveUser,
  takeSignInAttempt,
  type User,
} from './store.ts'

export interface AuthRoutesDeps {
  app: FastifyInstance
  serve: Serve
  authorization: Pick<SessionAuthorization, 'refresh'>
  sessions: Sessions
  people: Pick<PeopleSync, 'announceChanged'>
  database: Database
  discord: Discord
  directory: Pick<Directory, 'nameOf' | 'picturesOf' | 'search'>
  seal: TokenSeal
  audit: Audit
  clock: () => Date
  /** While the clock is not trusted, no cookie is removed: its session may be valid by the right clock. */
  isClockRight: () => boolean
  limits: Limits
  origin: string
  ownerIds: readonly string[]
  /** The rosters and checklists that only this community has. */
  further: FurtherLists
  /** Replies with the page that explains why a sign-in failed and offers to try again. */
  showProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: SignInProblem,
    status: number,
    /** The options of the failed sign-in, which the next attempt uses again. */
    attempt: { returnTo: string; asksEmail: boolean },
  ): Promise<FastifyReply>
}

/**
 * The limit is above one, because several people of one household share an address. Each sign-in takes one start and
 * one return.
 */
const SIGN_INS_A_MINUTE = 20
/** The lifetime of the cookie is that of a member's session. A staff session ends sooner, on the server. */
const COOKIE_DAYS = 30
/** In seconds. Longer than an attempt may take, so that an attempt that timed out can be started again. */
const ASKED_LIFETIME = 60 * 60

export function authRoutes(deps: AuthRoutesDeps): void {
  const { app, serve, authorization, sessions, database, discord, clock } = deps
  const secure = deps.origin.startsWith('https:')
  const browserCookie = secure ? '__Host-sign-in' : 'sign-in'
  /** Holds the options of the last attempt: the attempt itself is removed from the database when it is used. */
  const askedCookie = secure ? '__Host-sign-in-asked' : 'sign-in-asked'
  const limitStarts = limitByAddress(deps.limits, 'sign-in-starts', SIGN_INS_A_MINUTE, 60)
  const limitReturns = limitByAddress(deps.limits, 'sign-in-returns', SIGN_INS_A_MINUTE, 60)

  function setCookie(reply: FastifyReply, name: string, value: string, maxAge: number): void {
    void reply.header(
      'set-cookie',
      stringifySetCookie({ name, value, path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge }),
    )
  }

  serve.call(findPeople)(async ({ query }) => {
    const people = await deps.directory.search(query.query ?? '')
    return {
      data: people.map(({ id, name, otherNames, callsign, position }) => ({
        ...{ id, name, callsign, position },
        other_names: otherNames,
      })),
    }
  })

  serve.call(listPictures)(async ({ query }) => ({
    data: (await deps.directory.picturesOf(query.ids.split(','))) ?? {},
  }))

  serve.call(findListPreferences)(({ actor, query }) => findPreferences(database.db, actor.id, query.list))
  serve.call(changeListPreferences)(async ({ actor, body: { list, ...kept } }) => ({
    ok: true,
    item: await savePreferences(database.db, actor.id, list, kept),
  }))

  serve.call(checkAuth)(async ({ request, reply }) => {
    const session = await sessions.of(request)
    if (session === null) {
      const mayGo = deps.isClockRight() && readCookie(request, sessions.cookieName) !== null
      if (mayGo) setCookie(reply, sessions.cookieName, '', 0)
      return { ok: false }
    }
    await authorization.refresh(session)
    const { id, username, avatarUrl, isOwner, isManagement, isStaff, isES, canESQuick, capabilities } =
      session.person.member
    const rights = { isOwner, isManagement, isStaff, isES, canESQuick }
    return {
      ...{ ok: true, id, user: { username, avatarUrl }, ...rights },
      capabilities: capabilities.length === 0 ? undefined : [...capabilities],
      lists: listsFor({ ...rights, capabilities }),
    }
  })

  /** The further lists that a person may read. Undefined when the community has none. */
  function listsFor(rights: Rights) {
    const { rosters, checklists } = deps.further
    const readable = (places: readonly Place[]) => places.filter(({ readBy }) => allowsRights(readBy, rights))
    if (rosters.length + checklists.length === 0) return undefined
    return { rosters: readable(rosters), checklists: readable(checklists) }
  }

  serve.call(logout)(async ({ request, reply }) => {
    await endSession(request, reply)
    return { ok: true }
  })

  /**
   * The browser's session before this sign-in. Null also when the address is over its limit of look-ups, because that
   * limit must not prevent a sign-in.
   */
  async function sessionBefore(request: FastifyRequest): Promise<LiveSession | null> {
    try {
      return await sessions.of(request)
    } catch (error) {
      if (error instanceof HttpError && error.status === 429) return null
      throw error
    }
  }

  async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await sessionBefore(request)
    if (session !== null) await sessions.end(session)
    setCookie(reply, sessions.cookieName, '', 0)
  }

  // A link on another site must not sign people out.
  app.get('/auth/logout', async (request, reply) => {
    const from = request.headers['sec-fetch-site']
    if (from === undefined || from === 'same-origin' || from === 'none') await endSession(request, reply)
    return reply.header('cache-control', 'no-store').redirect('/login', 303)
  })

  async function start(request: FastifyRequest<{ Querystring: Record<string, unknown> }>, reply: FastifyReply) {
    await limitStarts(request.ip)
    const { returnTo, prompt, scope: asked } = request.query
    const { state, codeVerifier } = await discord.newAttempt()
    const scope = scopesFor(asked)
    const browser = readCookie(request, browserCookie) ?? newToken()
    const place = returnPath(returnTo, deps.origin)
    await addSignInAttempt(database.db, {
      state,
      browserHash: hashOf(browser),
      codeVerifier,
      returnTo: place,
      scope,
      createdAt: clock(),
    })
    setCookie(reply, browserCookie, browser, ATTEMPT_LIFETIME / 1000)
    setCookie(reply, askedCookie, new URLSearchParams({ returnTo: place, scope }).toString(), ASKED_LIFETIME)
    const url = await discord.authorizationUrl({
      state,
      codeVerifier,
      scope,
      prompt: prompt === 'consent' ? 'consent' : 'none',
    })
    return reply.header('cache-control', 'no-store').redirect(url.href, 303)
  }
  app.get('/auth/discord', start)
  app.get('/api/auth/discord/start', start)

  app.get<{ Querystring: Record<string, unknown> }>('/auth/discord/callback', async (request, reply) => {
    await limitReturns(request.ip)
    const { state } = request.query
    const browser = readCookie(request, browserCookie)
    const attempt =
      typeof state === 'string' && browser !== null
        ? await takeSignInAttempt(database.db, state, hashOf(browser))
        : null
    const asked = attempt ?? lastAsked(request)
    const problem = (name: SignInProblem, status: number) =>
      deps.showProblem(request, reply, name, status, {
        returnTo: returnPath(asked.returnTo, deps.origin),
        asksEmail: includesEmailScope(asked.scope),
      })
    if (attempt === null || clock().getTime() - attempt.createdAt.getTime() > ATTEMPT_LIFETIME) {
      return problem('state', 400)
    }
    try {
      const user = await readUser(new URL(request.url, deps.origin).searchParams, attempt)
      await beginSession(request, reply, user)
      void reply.header('cache-control', 'no-store')
      if (!user.inGuild) return await problem('outside-guild', 200)
      return await reply.redirect(attempt.returnTo, 303)
    } catch (error) {
      if (error instanceof SignInRefused) {
        request.log.info({ reason: error.reason, requestId: request.id }, 'a sign-in was refused')
        if (error.reason === 'denied' || error.reason === 'scope') return problem('denied', 403)
        return problem(error.reason, 400)
      }
      if (error instanceof DiscordUnavailable || error instanceof GrantGone) {
        discord.report(error, 'Discord could not finish a sign-in')
        return problem('unavailable', 503)
      }
      throw error
    }
  })

  function lastAsked(request: FastifyRequest): { returnTo?: string; scope?: string } {
    return Object.fromEntries(new URLSearchParams(readCookie(request, askedCookie) ?? ''))
  }

  /** Reads account and membership of the person who came back from Discord. */
  async function readUser(
    callback: URLSearchParams,
    attempt: { state: string; codeVerifier: string; scope: string },
  ): Promise<User> {
    const grant = await discord.exchangeCode(callback, attempt)
    const account = await discord.account(grant.accessToken)
    await prepareUserRow(database.db, account)
    let membership: Membership | null = null
    let readAt = clock()
    try {
      membership = await discord.membership({ id: account.id, accessToken: grant.accessToken })
    } catch (error) {
      if (!(error instanceof DiscordUnavailable) || !deps.ownerIds.includes(account.id)) throw error
      readAt = new Date(0) // an owner may sign in to fix the problem; the roles are read again later
    }
    return {
      id: account.id,
      username: account.username,
      globalName: account.globalName,
      nick: membership?.nick ?? null,
      avatar: account.avatar,
      guildAvatar: membership?.avatar ?? null,
      inGuild: membership !== null,
      roleIds: membership?.roles ?? [],
      rolesReadAt: readAt,
      sealedAccessToken: deps.seal.seal(grant.accessToken),
      accessTokenExpiresAt: grant.expiresAt,
      scopes: grant.scopes,
      emailVerified: account.email !== null && account.emailVerified,
    }
  }

  /** Begins a session with a new token. The browser's previous session ends (ASVS 7.2.4). */
  async function beginSession(request: FastifyRequest, reply: FastifyReply, user: User): Promise<void> {
    const previous = await sessionBefore(request)
    const now = clock()
    const by = { actor: { id: user.id, name: deps.directory.nameOf(user) }, requestId: request.id }
    const token = await sessions.begin((token) =>
      deps.audit.change(by, async (tx) => {
        const saved = await saveUser(tx, user)
        await deps.people.announceChanged([user.id], tx)
        if (previous !== null) await removeSession(tx, hashOf(previous.token))
        const session = await addSession(tx, {
          tokenHash: hashOf(token),
          userId: user.id,
          createdAt: now,
          lastSeenAt: now,
          device: deviceOf(request.headers['user-agent']),
        })
        return {
          result: { session, user: saved },
          entries: [{ action: 'signIn', target: `users/${user.id}` }],
          topics: [],
        }
      }),
    )
    if (previous !== null) await sessions.end(previous, 'replaced')
    setCookie(reply, sessions.cookieName, token, COOKIE_DAYS * 24 * 60 * 60)
  }
}

function readCookie(request: FastifyRequest, name: string): string | null {
  const { cookie } = request.headers
  return (cookie === undefined ? undefined : parseCookie(cookie)[name]) || null
}
