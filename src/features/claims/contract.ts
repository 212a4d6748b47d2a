/*
 * Claims: a person was banned in game, and the game knows them only by its own identifiers. They claim the ban with the
 * id that the kick screen shows. When staff confirm the claim, the player and the Discord account become one person, so
 * that the ban is shown at `/me` and can be appealed. Surprising: nobody reads anything of a ban before staff have
 * confirmed that it is theirs.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { msg } from '#lib/messages.ts'
import { OWN_STATES } from './rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    claims: true
    'own-claims': true
  }
}

const path = '/api/claims'
const At = z.iso.datetime()

/** A claim as the person who made it reads it. */
export const OwnClaim = z.object({ id: z.int(), native_id: z.string(), at: At, state: z.enum(OWN_STATES) })
export type OwnClaim = z.infer<typeof OwnClaim>

/** A claim that waits, with the ban that it is about. */
export const Claim = z.object({
  id: z.int(),
  at: At,
  /** The person who says that the ban is theirs. */
  person: z.object({ id: z.string(), name: z.string() }),
  native_id: z.string(),
  action: z.object({
    id: z.int(),
    type: z.string(),
    date: At,
    /** The name of the player in the game. */
    name: z.string(),
    reason: z.string(),
  }),
})
export type Claim = z.infer<typeof Claim>

export const ClaimDraft = z.strictObject({
  native_id: z.string().check(
    z.trim(),
    z.toUpperCase(),
    z.overwrite((id) => id.replace(/^([A-Z0-9]{4})[\s-]*([A-Z0-9]{4})$/, '$1-$2')),
    z.regex(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/, msg('The id has four characters, a dash and four characters: B2F3-9KQM.')),
  ),
})
export type ClaimDraft = z.infer<typeof ClaimDraft>

export const listOwnClaims = endpoint({
  method: 'GET',
  path: `${path}/mine`,
  access: 'member',
  topic: 'own-claims',
  summary: 'Lists the latest 50 claims of the caller to bans in game, newest first.',
  reply: z.object({ data: z.array(OwnClaim) }),
})

export const addClaim = endpoint({
  method: 'POST',
  path,
  access: 'member',
  summary:
    'Claims a ban in game for the caller, by its id in txAdmin. Returns 404 if no ban of a person without a Discord account has this id.',
  body: ClaimDraft,
  reply: z.object({ ok: z.literal(true), item: OwnClaim }),
})

export const listClaims = endpoint({
  method: 'GET',
  path,
  access: 'staff',
  topic: 'claims',
  summary: 'Lists the claims that wait for staff, oldest first, at most 50. Claims of the caller are left out.',
  reply: z.object({ data: z.array(Claim) }),
})

const Params = z.object({
  id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, msg('This is not the id of a record.'))), z.transform(Number)),
})
const Done = z.object({ ok: z.literal(true) })

export const confirmClaim = endpoint({
  method: 'POST',
  path: `${path}/{id}/confirm`,
  access: 'staff',
  summary:
    'Confirms a claim: the player and the Discord account become one person. Returns 404 for a claim of the caller, and 409 if the ban was linked meanwhile.',
  params: Params,
  reply: Done,
})

export const refuseClaim = endpoint({
  method: 'POST',
  path: `${path}/{id}/refuse`,
  access: 'staff',
  summary: 'Refuses a claim. Returns 404 for a claim of the caller, and 409 if the ban was linked meanwhile.',
  params: Params,
  reply: Done,
})

export const endpoints = [listOwnClaims, addClaim, listClaims, confirmClaim, refuseClaim]
