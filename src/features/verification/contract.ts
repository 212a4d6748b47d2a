/*
 * Members who serve, or have served, as military, police, fire or EMT can have this confirmed. They press Verify; the
 * provider opens in a window of its own and does all questions and checks there. The site never sees what they submit.
 * It sends the provider their verified e-mail address and a reference that means nothing outside this site, and is
 * later told of a confirmation. Of that report it stores only the reference, the group and the time. The owners then
 * decide by hand, within 24-48 hours, and an approval may give a Discord role.
 */

import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { exportCalls, exportsOf } from '#lib/export.ts'
import { msg } from '#lib/messages.ts'
import { optionalLines } from '#lib/text.ts'
import { STATUSES } from './rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    verification: true
    verifications: true
  }
}

const Status = z.enum(STATUSES)
const Moment = z.nullable(z.string())

/** The state of a verification and the time of each step. */
const VerificationFields = {
  status: Status,
  /** What the provider confirmed: the key of a group, or `other`. */
  group: z.nullable(z.string()),
  startedAt: z.string(),
  pendingAt: Moment,
  verifiedAt: Moment,
  /** When an owner approved or rejected it. */
  decidedAt: Moment,
  expiredAt: Moment,
  /** Why the owner rejected it, in words for the member. */
  reason: z.nullable(z.string()),
}

/** A group of people who can be verified, as the page shows it. */
export const VerificationGroup = z.object({
  key: z.string(),
  label: z.string(),
  /** The name of a built-in drawing, or the address of a picture. */
  drawing: z.optional(z.string()),
  kinds: z.array(
    z.object({
      label: z.string(),
      /** The SVG shapes of its icon. */
      icon: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])),
    }),
  ),
})
export type VerificationGroup = z.infer<typeof VerificationGroup>

/** The Discord role of an approval. It is retried until it is given. */
export const RoleGrant = z.object({
  givenAt: Moment,
  attempts: z.number(),
  /** Why the last attempt failed, in words for owners. */
  error: z.nullable(z.string()),
  nextAttemptAt: Moment,
})
export type RoleGrant = z.infer<typeof RoleGrant>

export const OwnVerification = z.object({
  ...VerificationFields,
  /** Null when the community has no role for verified members. */
  role: z.nullable(z.enum(['given', 'waiting'])),
})
export type OwnVerification = z.infer<typeof OwnVerification>

export const Verification = z.object({
  id: z.string(),
  version: z.number(),
  person: z.object({ id: z.string(), username: z.string(), name: z.string(), avatarUrl: z.string() }),
  ...VerificationFields,
  decidedBy: z.nullable(z.object({ id: z.string(), name: z.string() })),
  role: z.nullable(RoleGrant),
})
export type Verification = z.infer<typeof Verification>

const VerificationId = z.object({ id: z.uuid(msg('This is not the id of a verification.')) })
const version = z.int(msg('Send the version that you saw.')).check(z.minimum(1, msg('Send the version that you saw.')))
const Decided = z.object({ ok: z.literal(true), item: Verification })

/**
 * The reply of spec section 7, with `popupUrl` added to its `token`: the address of the provider's window depends on
 * the provider, so the server sends it.
 */
export const startVerification = endpoint({
  method: 'POST',
  path: '/api/verifypass/create-token',
  access: 'member',
  part: 'verify',
  summary: 'Starts a verification at the provider. Returns 428 if the sign-in did not grant a verified e-mail address.',
  reply: z.object({ token: z.string(), popupUrl: z.string() }),
})

/** The shape of the body depends on the provider, see `server/verifypass.ts`. */
export const receiveVerification = endpoint({
  method: 'POST',
  path: '/api/verifypass/webhook',
  access: 'anyone',
  part: 'verify',
  keyHeader: 'x-vfyps-key',
  bodyLimit: 32 * 1024,
  summary:
    'Receives the reports of the provider about verifications. Repeating a report changes nothing. Returns 202 if a report is about an unknown verification.',
  body: z.unknown(),
  reply: z.object({ ok: z.literal(true) }),
})

export const listVerificationGroups = endpoint({
  method: 'GET',
  path: '/api/verification/groups',
  access: 'anyone',
  part: 'verify',
  summary: 'Lists the groups of people who can be verified, in the order of the page.',
  reply: z.object({ data: z.array(VerificationGroup) }),
})

export const findOwnVerification = endpoint({
  method: 'GET',
  path: '/api/verification',
  access: 'member',
  topic: 'verification',
  part: 'verify',
  summary: 'Returns the verification of the caller. `item` is null if they never started one.',
  reply: z.object({ item: z.nullable(OwnVerification) }),
})

export const listVerifications = endpoint({
  method: 'GET',
  path: '/api/verifications',
  access: 'owner',
  topic: 'verifications',
  part: 'verify',
  summary: 'Lists the verifications that wait for an owner or are in progress, and the latest 500 ended ones.',
  reply: z.object({
    data: z.array(Verification),
    /** Whether an approval gives a Discord role in this community. */
    givesRole: z.boolean(),
  }),
})

export const exportVerifications = exportsOf(listVerifications, {
  name: 'verifications',
  summary: 'the verifications',
  row: Verification,
  key: 'id',
})

export const approveVerification = endpoint({
  method: 'POST',
  path: '/api/verifications/{id}/approve',
  access: 'owner',
  part: 'verify',
  summary:
    'Approves a verification that the provider confirmed. The Discord role follows if the community names one. Returns 403 for the verification of the caller.',
  params: VerificationId,
  body: z.strictObject({ version }),
  reply: Decided,
})

export const rejectVerification = endpoint({
  method: 'POST',
  path: '/api/verifications/{id}/reject',
  access: 'owner',
  part: 'verify',
  summary:
    'Rejects a verification that the provider confirmed. The person can read the reason. Returns 403 for the verification of the caller.',
  params: VerificationId,
  body: z.strictObject({ version, reason: optionalLines(500) }),
  reply: Decided,
})

export const endpoints = [
  startVerification,
  receiveVerification,
  listVerificationGroups,
  findOwnVerification,
  listVerifications,
  ...exportCalls(exportVerifications),
  approveVerification,
  rejectVerification,
]
