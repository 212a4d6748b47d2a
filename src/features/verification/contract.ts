/*
 * Members who serve, or served, as military, police, fire or EMT can have it confirmed. They press Verify, a provider
 * opens in a window of its own, and asks and checks everything there. What surprises: the site never sees what they
 * submit. It hands over their verified e-mail address and a reference that means nothing to anybody else, and later
 * hears yes; of what it hears it keeps that reference, the group, the time and the yes. The owners have the last word
 * by hand, within 24-48 hours, and a Discord role may follow from it.
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

/** What became of a verification, and when. */
const VerificationFields = {
  status: Status,
  /** As what the provider confirmed them: the key of a group, or `other`. */
  group: z.nullable(z.string()),
  startedAt: z.string(),
  pendingAt: Moment,
  verifiedAt: Moment,
  /** When an owner approved or rejected it. */
  decidedAt: Moment,
  expiredAt: Moment,
  /** Why it was rejected, in the owner's words to the person. */
  reason: z.nullable(z.string()),
}

/** Who can be verified, as the page shows it. */
export const VerificationGroup = z.object({
  key: z.string(),
  label: z.string(),
  /** One of ours by its name, or the address of a picture. */
  drawing: z.optional(z.string()),
  kinds: z.array(
    z.object({
      label: z.string(),
      /** The shapes of its icon. */
      icon: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])),
    }),
  ),
})
export type VerificationGroup = z.infer<typeof VerificationGroup>

/** The Discord role that follows from an approval: given, or tried again until it is. */
export const RoleGrant = z.object({
  givenAt: Moment,
  attempts: z.number(),
  /** What kept the last attempt from working, in words for owners. */
  error: z.nullable(z.string()),
  nextAttemptAt: Moment,
})
export type RoleGrant = z.infer<typeof RoleGrant>

export const OwnVerification = z.object({
  ...VerificationFields,
  /** Null where this community has no role for it. */
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
 * Spec section 7. `popupUrl` is added to its `token`: where the window leads is the provider's affair, so the server
 * says it.
 */
export const startVerification = endpoint({
  method: 'POST',
  path: '/api/verifypass/create-token',
  access: 'member',
  part: 'verify',
  summary: 'Begins a verification at the provider. 428 when the sign-in did not grant a verified e-mail address.',
  reply: z.object({ token: z.string(), popupUrl: z.string() }),
})

/** The shape of its body is the provider's affair, see `server/verifypass.ts`. */
export const receiveVerification = endpoint({
  method: 'POST',
  path: '/api/verifypass/webhook',
  access: 'anyone',
  part: 'verify',
  keyHeader: 'x-vfyps-key',
  bodyLimit: 32 * 1024,
  summary: 'What the provider says of verifications; saying it twice changes nothing. 202 where one is not ours.',
  body: z.unknown(),
  reply: z.object({ ok: z.literal(true) }),
})

export const listVerificationGroups = endpoint({
  method: 'GET',
  path: '/api/verification/groups',
  access: 'anyone',
  part: 'verify',
  summary: 'The groups of people who can be verified here, in the order of the page.',
  reply: z.object({ data: z.array(VerificationGroup) }),
})

export const findOwnVerification = endpoint({
  method: 'GET',
  path: '/api/verification',
  access: 'member',
  topic: 'verification',
  part: 'verify',
  summary: 'What became of your own verification; null where you never began one.',
  reply: z.object({ item: z.nullable(OwnVerification) }),
})

export const listVerifications = endpoint({
  method: 'GET',
  path: '/api/verifications',
  access: 'owner',
  topic: 'verifications',
  part: 'verify',
  summary: 'The verifications that wait for an owner or are under way, and the latest 500 that came to an end.',
  reply: z.object({
    data: z.array(Verification),
    /** Whether an approval gives a Discord role here. */
    givesRole: z.boolean(),
  }),
})

export const exportVerifications = exportsOf(listVerifications, {
  name: 'verifications',
  summary: 'The verifications',
  row: Verification,
  key: 'id',
})

export const approveVerification = endpoint({
  method: 'POST',
  path: '/api/verifications/{id}/approve',
  access: 'owner',
  part: 'verify',
  summary:
    'Approves what the provider confirmed of somebody else; the Discord role follows where the community names one.',
  params: VerificationId,
  body: z.strictObject({ version }),
  reply: Decided,
})

export const rejectVerification = endpoint({
  method: 'POST',
  path: '/api/verifications/{id}/reject',
  access: 'owner',
  part: 'verify',
  summary: 'Rejects what the provider confirmed of somebody else; the person reads the reason.',
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
