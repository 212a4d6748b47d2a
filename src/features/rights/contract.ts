/*
 * Why somebody can do something here, and who can. Owners read at /rights which Discord roles give each right and who has
 * it, and what each role opens; everybody reads at /me why they can do what they can, and what they would need for the
 * rest. What surprises: nothing is given here. Rights come from Discord roles, by site.yaml and the settings, so no call
 * of this feature writes. A member is told where their own roles stand; of other roles only the names, and only while
 * they are in the Discord server, which shows these to everybody in it.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

/** What a role gives, as an access, and where that is said: a line of a file, or a variable of the settings. */
const Given = z.object({ access: z.string(), file: z.string(), line: z.nullable(z.number()) })

/** A Discord role that gives something here. */
export const GivingRole = z.object({
  id: z.string(),
  /** Null where nobody can tell it. */
  name: z.nullable(z.string()),
  /** The Discord server does not have it any more. */
  isDeleted: z.boolean(),
  gives: z.array(Given),
})
export type GivingRole = z.infer<typeof GivingRole>

/** Somebody with such a role, or named in OWNER_IDS. */
export const Holder = z.object({ id: z.string(), name: z.string(), roleIds: z.array(z.string()), isNamed: z.boolean() })
export type Holder = z.infer<typeof Holder>

export const listRights = endpoint({
  method: 'GET',
  path: '/api/rights',
  access: 'owner',
  summary: 'Every right, the Discord roles that give it with the lines that say so, and who has it now.',
  reply: z.object({
    /** In the order of the page: levels, capabilities, those of single departments. */
    rights: z.array(z.string()),
    roles: z.array(GivingRole),
    people: z.array(Holder),
  }),
})

/** Why somebody has a right: by a role of theirs, or by being named in OWNER_IDS, which has no role. */
const Way = z.object({
  role: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  /** What the role gives there: the right itself, or a level that includes it. */
  by: z.string(),
  file: z.string(),
  line: z.nullable(z.number()),
})
export type Way = z.infer<typeof Way>

export const OwnRight = z.object({
  access: z.string(),
  /** Empty where they do not have it. */
  ways: z.array(Way),
  /** Names of roles that would give it to somebody who does not have it. */
  wouldGive: z.array(z.string()),
})
export type OwnRight = z.infer<typeof OwnRight>

export const listOwnRights = endpoint({
  method: 'GET',
  path: '/api/me/rights',
  access: 'member',
  summary: 'What you can do here and through which of your Discord roles; for the rest, which roles would give it.',
  reply: z.object({ isInGuild: z.boolean(), data: z.array(OwnRight) }),
})

/** A role that the site's files or settings name and the Discord server does not have any more. */
export const MissingRole = z.object({ id: z.string(), ...Given.shape })
export type MissingRole = z.infer<typeof MissingRole>

export const listMissingRoles = endpoint({
  method: 'GET',
  path: '/api/rights/missing-roles',
  access: 'owner',
  topic: 'guild-roles',
  summary: 'Roles that site.yaml or the settings give rights to and that were deleted in Discord.',
  reply: z.object({ data: z.array(MissingRole) }),
})

export const endpoints = [listRights, listOwnRights, listMissingRoles]
