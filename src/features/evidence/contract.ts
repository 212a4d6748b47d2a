/*
 * Evidence of a disciplinary action, of either family: pictures, which are kept here, and links to videos. Staff add it to an action and say of
 * each item whether the person concerned is shown it; all else is internal. What surprises: the server takes nothing but a
 * small WebP without metadata, so that nothing but what one sees is kept; a browser makes one before it sends a picture. A picture
 * on Discord is fetched for the page, which does the same with it. A link is only looked at, once a week. Who may see a picture is decided at each call, by the
 * action. A removed item can be put back for a day; then its bytes are gone.
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
  /** Of an image, in pixels. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Of a link. */
  link: z.nullable(z.string()),
  /** Since when a weekly look at the link finds nothing there; null while something is, or nobody can tell. */
  gone_since: z.nullable(z.iso.datetime()),
}

/** One item, as the person concerned sees it. */
export const OwnEvidence = z.object(fields)
export type OwnEvidence = z.infer<typeof OwnEvidence>

/** One item, as staff see it. */
export const Evidence = z.object({
  ...fields,
  /** To the person concerned; what is not shown is internal. */
  is_shown: z.boolean(),
  by: z.string(),
  by_name: z.string(),
  /** Of an image: the hash and the number of its bytes. */
  sha256: z.nullable(z.string()),
  size: z.nullable(z.int()),
  /** Whether the caller may remove it, and say whether the person is shown it. */
  may_remove: z.boolean(),
})
export type Evidence = z.infer<typeof Evidence>

const Changed = z.object({ ok: z.literal(true), item: Evidence })

export const listEvidence = endpoint({
  method: 'GET',
  path,
  access: 'staff',
  topic: 'evidence',
  summary: 'The evidence of one action, the oldest first. To whom the action is about only what is shown to them.',
  query: z.object(OfAction),
  reply: z.object({
    data: z.array(Evidence),
    /** Whether the caller may add more. */
    may_add: z.boolean(),
    /** Whether the action is about the caller, who reads only what is shown to them. */
    is_about_you: z.boolean(),
  }),
})

export const listAppealEvidence = endpoint({
  method: 'GET',
  path: `${path}/appealed`,
  access: can('appeals.decide'),
  summary:
    'All evidence of an action that was appealed, the oldest first, for those who decide on appeals and are not staff; not of an action about the caller.',
  query: z.object(OfAction),
  reply: z.object({ data: z.array(Evidence) }),
})

export const listEvidenceToApprove = endpoint({
  method: 'GET',
  path: `${path}/to-approve`,
  access: can('discipline.approve'),
  summary: 'All evidence of an action that waits for approval and that the caller may decide on, the oldest first.',
  query: z.object(OfAction),
  reply: z.object({ data: z.array(Evidence) }),
})

export const listOwnEvidence = endpoint({
  method: 'GET',
  path: `${path}/mine`,
  access: 'member',
  topic: 'own-evidence',
  summary: 'The evidence of actions against the caller that is shown to them.',
  reply: z.object({ data: z.array(OwnEvidence) }),
})

export const addImage = endpoint({
  method: 'POST',
  path,
  access: 'staff',
  summary:
    'Adds a picture to an action: WebP of at most 1.5 MB and 2560 pixels a side, which stands still and has no metadata. Nobody adds any to an action about themselves.',
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
    'Adds the link of a video to an action: https, at most 500 characters. Once a week the site looks whether something is still there.',
  query: z.object(OfAction),
  body: z.strictObject({
    link: z.string().check(z.maxLength(2000, msg('This link is too long.'))),
    /** Whether the person sees it, too. */
    shown: z.boolean(msg('Say whether the person is shown it: true or false.')),
  }),
  reply: Changed,
})

export const copyPicture = endpoint({
  method: 'POST',
  path: `${path}/copy`,
  access: 'staff',
  summary:
    'The bytes of a picture that Discord keeps, for those who may add evidence to this action: a PNG, JPEG or WebP that stands still, of at most 8 MB. The page makes of it what can be added.',
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
    'The bytes of a picture, for staff who may read its action, for those who decide on an appeal of it or may approve it while it waits, and for the person concerned where it is shown to them. 404 to anybody else.',
  params: ById,
  replyType: 'image/webp',
  reply: z.instanceof(Uint8Array),
})

export const changeEvidence = endpoint({
  method: 'PUT',
  path: `${path}/{id}`,
  access: 'staff',
  summary:
    'Says whether the person concerned is shown an item: who added it within a day, and management. What they are shown stays shown while an appeal is open (409).',
  params: ById,
  body: z.strictObject({ is_shown: z.boolean(msg('Say whether the person is shown it: true or false.')) }),
  reply: Changed,
})

export const removeEvidence = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'staff',
  summary: 'Removes an item: who added it within a day, and management. It can be put back for a day.',
  params: ById,
  reply: z.object({ ok: z.literal(true) }),
})

export const restoreEvidence = endpoint({
  method: 'POST',
  path: `${path}/{id}/restore`,
  access: 'staff',
  summary: 'Puts an item back that was removed less than a day ago, for those who may remove it.',
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
