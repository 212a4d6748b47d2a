/*
 * Who is signed in. Owners see everybody with a session and why each may do what they do, and can end every session of
 * one person at once; each person sees the same of themselves at /me and can end their sessions, one by one or all but the one that asks. What
 * surprises: rights are never given here, only explained: they come from Discord roles, and owners may also be named in
 * OWNER_IDS. A session's id is its own, neither the token in the cookie nor its hash.
 */

import * as z from 'zod/mini'
import { DiscordId } from '#lib/discord-id.ts'
import { endpoint } from '#lib/endpoint.ts'
import { exportCalls, exportsOf } from '#lib/export.ts'
import { msg } from '#lib/messages.ts'
import { SESSION_TYPES } from './rules.ts'

/** Somebody with a session (spec section 3). */
export const SessionUser = z.object({
  /** Discord ID. */
  id: z.string(),
  username: z.string(),
  global_name: z.nullable(z.string()),
  /** The highest right they have; a dash is none. */
  type: z.enum(SESSION_TYPES),
  sessionCount: z._default(z.number(), 1),
})
export type SessionUser = z.infer<typeof SessionUser>

/** One right and what gives it: Discord roles, with their names where the guild tells them, or OWNER_IDS. */
export const RightSource = z.object({
  right: z.enum(['owner', 'management', 'staff', 'es']),
  roles: z.array(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  isNamed: z.boolean(),
})
export type RightSource = z.infer<typeof RightSource>

export const SignedInSession = z.object({
  id: z.string(),
  /** Such as 'Firefox on Windows'. */
  device: z.string(),
  createdAt: z.string(),
  /** To the minute. */
  lastSeenAt: z.string(),
  /** Whether it is the one that asks. */
  isThis: z.boolean(),
})
export type SignedInSession = z.infer<typeof SignedInSession>

/** One person: why they may do what they do, and where they are signed in. */
export const Account = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  avatarUrl: z.string(),
  type: z.enum(SESSION_TYPES),
  isInGuild: z.boolean(),
  sources: z.array(RightSource),
  /** When Discord was last asked for their roles; null when it could not be asked yet. */
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
  summary: 'Everybody who is signed in, with how many sessions they have.',
  reply: z.object({ data: z.array(SessionUser) }),
})

export const exportUserSessions = exportsOf(listUserSessions, {
  name: 'users',
  summary: 'The people who are signed in',
  row: SessionUser,
  key: 'id',
})

export const findUserSessions = endpoint({
  method: 'GET',
  path: '/api/users/sessions/{id}',
  access: 'owner',
  summary: 'The sessions of one person, and which Discord role gives them which right.',
  params: UserId,
  reply: z.object({ item: Account }),
})

export const removeUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/sessions/{id}',
  access: 'owner',
  summary: 'Ends every session of one person, in every open browser at once.',
  params: UserId,
  reply: Done,
})

export const findOwnAccount = endpoint({
  method: 'GET',
  path: '/api/me',
  access: 'member',
  summary: 'Your own rights with the Discord roles that give them, and where you are signed in.',
  reply: z.object({ item: Account }),
})

export const findOwnAddress = endpoint({
  method: 'GET',
  path: '/api/address',
  access: 'anyone',
  summary: 'The network address that the site sees for you, which limits count by. It must be your own.',
  reply: z.object({ address: z.string() }),
})

export const removeOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/me/sessions/{id}',
  access: 'member',
  summary: 'Ends one of your own sessions.',
  params: z.object({ id: z.uuid(msg('This is not the id of a session.')) }),
  reply: Done,
})

export const removeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/me/sessions',
  access: 'member',
  summary: 'Ends all your own sessions but the one that asks, in every open browser at once.',
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
