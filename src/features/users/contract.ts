/*
 * The people who are signed in. Owners see everyone with a session and where each right comes from, and can end all
 * sessions of a person at once. At /me, people see the same about themselves and can end their own sessions, one by one
 * or all except the current one.
 *
 * Things to know:
 * - Rights are only explained here, never given. They come from Discord roles, and owners may also be named in
 *   OWNER_IDS.
 * - A session's id is neither the token in the cookie nor its hash.
 */

import * as z from 'zod/mini'
import { DiscordId } from '#lib/discord-id.ts'
import { endpoint } from '#lib/endpoint.ts'
import { exportCalls, exportsOf } from '#lib/export.ts'
import { msg } from '#lib/messages.ts'
import { SESSION_TYPES } from './rules.ts'

/** A person with a session (spec section 3). */
export const SessionUser = z.object({
  /** Discord ID. */
  id: z.string(),
  username: z.string(),
  global_name: z.nullable(z.string()),
  /** Their highest right. A dash means none. */
  type: z.enum(SESSION_TYPES),
  sessionCount: z._default(z.number(), 1),
})
export type SessionUser = z.infer<typeof SessionUser>

/** A right and its sources: Discord roles, with their names if the guild provides them, or OWNER_IDS. */
export const RightSource = z.object({
  right: z.enum(['owner', 'management', 'staff', 'es']),
  roles: z.array(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  isNamed: z.boolean(),
})
export type RightSource = z.infer<typeof RightSource>

export const SignedInSession = z.object({
  id: z.string(),
  /** For example 'Firefox on Windows'. */
  device: z.string(),
  createdAt: z.string(),
  /** Accurate to the minute. */
  lastSeenAt: z.string(),
  /** Whether it is the session that sent the request. */
  isThis: z.boolean(),
})
export type SignedInSession = z.infer<typeof SignedInSession>

/** A person, the sources of their rights, and their sessions. */
export const Account = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  avatarUrl: z.string(),
  type: z.enum(SESSION_TYPES),
  isInGuild: z.boolean(),
  sources: z.array(RightSource),
  /** The latest time at which the roles are known to have been current. Null if Discord could not be asked yet. */
  rolesReadAt: z.nullable(z.string()),
  sessions: z.array(SignedInSession),
})
export type Account = z.infer<typeof Account>

const UserId = z.object({ id: DiscordId })
const Done = z.object({ ok: z.literal(true) })

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/users/sessions',
  access: 'owner',
  summary: 'Lists the people who are signed in, with the number of their sessions.',
  reply: z.object({ data: z.array(SessionUser) }),
})

export const exportUserSessions = exportsOf(listUserSessions, {
  name: 'users',
  summary: 'the people who are signed in',
  row: SessionUser,
  key: 'id',
})

export const findUserSessions = endpoint({
  method: 'GET',
  path: '/api/users/sessions/{id}',
  access: 'owner',
  summary: 'Returns the sessions of a person, and the Discord roles that give each of their rights.',
  params: UserId,
  reply: z.object({ item: Account }),
})

export const removeUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/sessions/{id}',
  access: 'owner',
  summary: 'Ends all sessions of a person, in all open browsers at once.',
  params: UserId,
  reply: Done,
})

export const findOwnAccount = endpoint({
  method: 'GET',
  path: '/api/me',
  access: 'member',
  summary: 'Returns the rights of the caller with the Discord roles that give them, and the sessions of the caller.',
  reply: z.object({ item: Account }),
})

export const findOwnAddress = endpoint({
  method: 'GET',
  path: '/api/address',
  access: 'anyone',
  summary:
    'Returns the network address of the caller as the site sees it. Rate limits count by this address. If it is not the address of the caller, the proxy settings of the site are wrong.',
  reply: z.object({ address: z.string() }),
})

export const removeOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/me/sessions/{id}',
  access: 'member',
  summary: 'Ends one session of the caller.',
  params: z.object({ id: z.uuid(msg('This is not the id of a session.')) }),
  reply: Done,
})

export const removeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/me/sessions',
  access: 'member',
  summary: 'Ends all sessions of the caller except the current one, in all open browsers at once.',
  reply: Done,
})

export const endpoints = [
  listUserSessions,
  ...exportCalls(exportUserSessions),
  findUserSessions,
  removeUserSessions,
  findOwnAccount,
  findOwnAddress,
  removeOwnSession,
  removeOtherSessions,
]
