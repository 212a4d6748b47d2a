/*
 * Evidence of a disciplinary action of either family: pictures, which are stored here, and links to videos. Staff add
 * evidence to an action and choose for each item whether the person the action is about may see it. All other items are
 * internal. The server accepts only a small WebP picture without metadata, so that nothing is stored beyond what the
 * picture shows. The browser converts a picture before it sends it. For a picture on Discord, the server fetches the
 * file for the page, which then converts it the same way. A link is only checked once a week. Each request for a
 * picture is authorized by its action. A removed item can be restored for a day. After that its bytes are deleted.
 */
import * as z from 'zod/mini'
import { can } from '#lib/access.ts'
import { endpoint } from '#lib/endpoint.ts'
import { msg } from '#lib/messages.ts'
import { FAMILIES, KINDS } from './rules.ts'
import { MAX_BYTES } from './webp-rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    evidence: true
    'own-evidence': true
  }
}

const path = '/api/evidence'

const id = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, msg('This is not the id of a record.'))),
  z.transform(Number),
)
const ById = z.object({ id })
const Family = z.enum(FAMILIES, msg('Say whose action it is: staff or players.'))
const OfAction = { family: Family, action: id }

const fields = {
  id: z.int(),
  family: z.enum(FAMILIES),
  action: z.int(),
  kind: z.enum(KINDS),
  at: z.iso.datetime(),
  /** The size of an image in pixels. Null for a link. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** The address of a link. Null for an image. */
  link: z.nullable(z.string()),
  /**
   * When the weekly check first found nothing at the link. Null while the target exists, or when its state is unknown.
   */
  gone_since: z.nullable(z.iso.datetime()),
}

/** An item as the person the action is about sees it. */
export const OwnEvidence = z.object(fields)
export type OwnEvidence = z.infer<typeof OwnEvidence>

/** An item as staff see it. */
export const Evidence = z.object({
  ...fields,
  /** Whether the person the action is about may see the item. Otherwise it is internal. */
  is_shown: z.boolean(),
  by: z.string(),
  by_name: z.string(),
  /** The SHA-256 and the size in bytes of an image. Null for a link. */
  sha256: z.nullable(z.string()),
  size: z.nullable(z.int()),
  /** Whether the caller may remove the item and change whether the person sees it. */
  may_remove: z.boolean(),
})
export type Evidence = z.infer<typeof Evidence>

const Changed = z.object({ ok: z.literal(true), item: Evidence })

export const listEvidence = endpoint({
  method: 'GET',
  path,
  access: 'staff',
  topic: 'evidence',
  summary:
    'Lists the evidence of an action, oldest first. If the action is about the caller, only the items that are shown to them are listed.',
  query: z.object(OfAction),
  reply: z.object({
    data: z.array(Evidence),
    /** Whether the caller may add evidence. */
    may_add: z.boolean(),
    /** Whether the action is about the caller. The caller then gets only the items that are shown to them. */
    is_about_you: z.boolean(),
  }),
})

export const listAppealEvidence = endpoint({
  method: 'GET',
  path: `${path}/appealed`,
  access: can('appeals.decide'),
  summary:
    'Lists all evidence of an appealed action, oldest first, for callers who decide on appeals and need not be staff. Returns 404 if the action was never appealed or is about the caller.',
  query: z.object(OfAction),
  reply: z.object({ data: z.array(Evidence) }),
})

export const listEvidenceToApprove = endpoint({
  method: 'GET',
  path: `${path}/to-approve`,
  access: can('discipline.approve'),
  summary:
    'Lists all evidence of an action that waits for approval and that the caller may decide on, oldest first. Returns 404 for any other action.',
  query: z.object(OfAction),
  reply: z.object({ data: z.array(Evidence) }),
})

export const listOwnEvidence = endpoint({
  method: 'GET',
  path: `${path}/mine`,
  access: 'member',
  topic: 'own-evidence',
  summary: 'Lists the evidence of actions against the caller that is shown to them.',
  reply: z.object({ data: z.array(OwnEvidence) }),
})

export const addImage = endpoint({
  method: 'POST',
  path,
  access: 'staff',
  summary:
    'Adds an image to an action: WebP of at most 1.5 MB and 2560 pixels a side, without animation or metadata. Returns 403 if the action is about the caller.',
  query: z.object({
    ...OfAction,
    shown: z.pipe(
      z.enum(['true', 'false'], msg('Say whether the person is shown it: true or false.')),
      z.transform((value) => value === 'true'),
    ),
  }),
  bodyType: 'image/webp',
  bodyLimit: MAX_BYTES,
  body: z.instanceof(Uint8Array, { error: msg('Send a picture.') }),
  reply: Changed,
})

export const addLink = endpoint({
  method: 'POST',
  path: `${path}/links`,
  access: 'staff',
  summary:
    'Adds the link of a video to an action: https, at most 500 characters. The site checks once a week whether the target still exists. Returns 403 if the action is about the caller.',
  query: z.object(OfAction),
  body: z.strictObject({
    link: z.string().check(z.maxLength(2000, msg('This link is too long.'))),
    /** Whether the person the action is about may see it. */
    shown: z.boolean(msg('Say whether the person is shown it: true or false.')),
  }),
  reply: Changed,
})

export const copyPicture = endpoint({
  method: 'POST',
  path: `${path}/copy`,
  access: 'staff',
  summary:
    'Returns the bytes of an image that Discord hosts, for callers who may add evidence to the action: PNG, JPEG or WebP of at most 8 MB, without animation. The page converts it to an image that can be added.',
  query: z.object(OfAction),
  body: z.object({ link: z.string().check(z.maxLength(2000, msg('This link is too long.'))) }),
  replyType: 'application/octet-stream',
  reply: z.instanceof(Uint8Array),
})

export const findImage = endpoint({
  method: 'GET',
  path: `${path}/{id}/image`,
  access: 'member',
  summary:
    'Returns the bytes of an image, for staff who can read its action, callers who decide on an appeal of the action or may approve it while it waits, and the person concerned if the image is shown to them. Returns 404 to other callers.',
  params: ById,
  replyType: 'image/webp',
  reply: z.instanceof(Uint8Array),
})

export const changeEvidence = endpoint({
  method: 'PUT',
  path: `${path}/{id}`,
  access: 'staff',
  summary:
    'Updates whether the person concerned is shown an item. The person who added it may do so for a day, management at any time. Returns 409 if it would hide an item while an appeal of the action is open.',
  params: ById,
  body: z.strictObject({ is_shown: z.boolean(msg('Say whether the person is shown it: true or false.')) }),
  reply: Changed,
})

export const removeEvidence = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'staff',
  summary:
    'Removes an item. The person who added it may do so for a day, management at any time. The item can be restored for a day. Returns 409 while an appeal of the action is open.',
  params: ById,
  reply: z.object({ ok: z.literal(true) }),
})

export const restoreEvidence = endpoint({
  method: 'POST',
  path: `${path}/{id}/restore`,
  access: 'staff',
  summary: 'Restores an item that was removed less than a day ago, for callers who may remove it.',
  params: ById,
  reply: Changed,
})

export const endpoints = [
  listEvidence,
  listAppealEvidence,
  listEvidenceToApprove,
  listOwnEvidence,
  addImage,
  addLink,
  copyPicture,
  findImage,
  changeEvidence,
  removeEvidence,
  restoreEvidence,
]
