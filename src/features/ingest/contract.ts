/*
 * Events from the game. The resource in `integrations/fivem` forwards what is done in game (warnings, kicks, bans and
 * their revocation), and each event becomes an action of the player record. It calls with a token that an owner made.
 * The token is shown once, stored only as its hash, and can be revoked. Surprising: no person is signed in, so the
 * request has no cookie and comes from no page. Only the token authorizes it. A person without a Discord ID is known by
 * the identifiers of the game. Sending the same event twice adds nothing: the game sends an event again when it got no
 * response. Names and reasons from the game are cleaned and not rejected, because no machine can correct a name.
 */

import * as z from 'zod/mini'
import { DiscordId } from '#lib/discord-id.ts'
import { endpoint } from '#lib/endpoint.ts'
import { exportCalls, exportsOf } from '#lib/export.ts'
import { msg } from '#lib/messages.ts'
import { text } from '#lib/text.ts'
import { tidyLines, tidyName } from './rules.ts'

const path = '/api/ingest'

/** A token as owners see it: never the token itself. */
export const IngestToken = z.object({
  id: z.int(),
  label: z.string(),
  madeAt: z.iso.datetime(),
  /** Null when the site made the token itself, as in the demo. */
  madeBy: z.nullable(z.string()),
  /** To the minute. Null when the token was never used. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()),
})
export type IngestToken = z.infer<typeof IngestToken>

/** The label is the name of the issuer of actions whose author has no known Discord ID. */
export const IngestTokenDraft = z.strictObject({ label: text(60) })
export type IngestTokenDraft = z.infer<typeof IngestTokenDraft>

export const listIngestTokens = endpoint({
  method: 'GET',
  path: `${path}/tokens`,
  access: 'owner',
  summary:
    'Lists the tokens of game servers, newest first, including revoked ones. The tokens themselves are not returned.',
  reply: z.object({ data: z.array(IngestToken) }),
})

export const exportIngestTokens = exportsOf(listIngestTokens, {
  name: 'ingest-tokens',
  summary: 'the list of game server tokens without the tokens themselves',
  row: IngestToken,
  key: 'id',
})

export const addIngestToken = endpoint({
  method: 'POST',
  path: `${path}/tokens`,
  access: 'owner',
  summary: 'Creates a token for a game server. Only this reply contains the token.',
  body: IngestTokenDraft,
  reply: z.object({ ok: z.literal(true), item: IngestToken, token: z.string() }),
})

export const removeIngestToken = endpoint({
  method: 'DELETE',
  path: `${path}/tokens/{id}`,
  access: 'owner',
  summary: 'Revokes a token: later calls with it are refused. The token stays in the list.',
  params: z.object({
    id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, msg('This is not the id of a token.'))), z.transform(Number)),
  }),
  reply: z.object({ ok: z.literal(true) }),
})

const EventId = z
  .string('An event needs its id.')
  .check(z.regex(/^[\w.:-]{1,64}$/, 'An id has up to 64 letters, digits and . : _ -'))
const When = z.iso.datetime({ error: 'Write the time as 2026-03-14T18:30:00Z.' })
const Name = z.pipe(z.string('A name is needed.').check(z.maxLength(1000)), z.transform(tidyName))
const Reason = z.pipe(z.string('A reason is needed.').check(z.maxLength(10_000)), z.transform(tidyLines))

/** The identifiers of the game, such as `license:…` and `steam:…`. They identify a person without a Discord ID. */
const Identifiers = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50))
const Target = z
  .strictObject({
    discordId: z.optional(
      z.nullable(z.string().check(z.regex(/^\d{17,20}$/, 'A Discord ID has 17 to 20 digits and nothing else.'))),
    ),
    name: Name,
    identifiers: z.optional(Identifiers),
  })
  .check(
    z.refine(({ discordId, identifiers = [] }) => discordId != null || identifiers.length > 0, {
      path: ['identifiers'],
      error: 'A Discord ID or an identifier of the game is needed, or nothing can be kept.',
    }),
  )
const Author = z.strictObject({ discordId: z.optional(z.nullable(DiscordId)), name: Name })

const fields = { id: EventId, target: Target, author: Author, reason: Reason, at: When }

/** An action in game. */
export const GameEvent = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ ...fields, kind: z.literal('warn') }),
    z.strictObject({ ...fields, kind: z.literal('kick') }),
    /** Without an end, the ban is for good. */
    z.strictObject({ ...fields, kind: z.literal('ban'), expiresAt: z.optional(z.nullable(When)) }),
    /** `action`: the id of the event that is revoked. */
    z.strictObject({ ...fields, kind: z.literal('revoke'), action: EventId }),
  ],
  'A kind is one of warn, kick, ban, revoke.',
)
export type GameEvent = z.infer<typeof GameEvent>

export const addGameEvent = endpoint({
  method: 'POST',
  path: `${path}/actions`,
  access: 'anyone',
  keyHeader: 'authorization',
  summary:
    'Adds an action in game to the player record, or revokes one. The result is `known` if the event was sent before, and nothing is changed. Returns 409 if an action of another person has its id.',
  body: GameEvent,
  reply: z.object({
    ok: z.literal(true),
    /** The id of the action in the player record. */
    id: z.int(),
    result: z.enum(['added', 'revoked', 'known']),
  }),
})

export const endpoints = [
  listIngestTokens,
  ...exportCalls(exportIngestTokens),
  addIngestToken,
  removeIngestToken,
  addGameEvent,
]
