/*
 * Why people can do something here, and who can. At /rights, owners read which Discord roles give each right, who has
 * it, and what each role opens. At /me, everyone reads why they have their rights, and what they would need for the
 * others.
 *
 * Things to know:
 * - Nothing is given here. Rights come from Discord roles, as site.yaml and the settings map them, so no call of this
 *   feature writes.
 * - Members see where their own roles are mapped. Of other roles they see only the names, and only while they are in
 *   the Discord server, which shows these names to all its members.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

/** The access that a role gives, and the place that says so: a line of a file, or a setting. */
const Given = z.object({ access: z.string(), file: z.string(), line: z.nullable(z.number()) })

/** A Discord role that gives a right here. */
export const GivingRole = z.object({
  id: z.string(),
  /** Null if it is unknown. */
  name: z.nullable(z.string()),
  /** True if the Discord server no longer has the role. */
  isDeleted: z.boolean(),
  gives: z.array(Given),
})
export type GivingRole = z.infer<typeof GivingRole>

/** A person with such a role, or named in OWNER_IDS. */
export const Holder = z.object({ id: z.string(), name: z.string(), roleIds: z.array(z.string()), isNamed: z.boolean() })
export type Holder = z.infer<typeof Holder>

export const listRights = endpoint({
  method: 'GET',
  path: '/api/rights',
  access: 'owner',
  summary:
    'Lists every right, the Discord roles that give it, the lines that map them, and the people who have it now.',
  reply: z.object({
    /** In the order of the page: levels, capabilities, and capabilities in single departments. */
    rights: z.array(z.string()),
    roles: z.array(GivingRole),
    people: z.array(Holder),
  }),
})

/** A reason why a person has a right: one of their roles, or OWNER_IDS, in which case `role` is null. */
const Way = z.object({
  role: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  /** The access that the role gives: the right itself, or a level that includes it. */
  by: z.string(),
  file: z.string(),
  line: z.nullable(z.number()),
})
export type Way = z.infer<typeof Way>

export const OwnRight = z.object({
  access: z.string(),
  /** Empty if the person does not have the right. */
  ways: z.array(Way),
  /** The names of roles that would give the right to a person who does not have it. */
  wouldGive: z.array(z.string()),
})
export type OwnRight = z.infer<typeof OwnRight>

export const listOwnRights = endpoint({
  method: 'GET',
  path: '/api/me/rights',
  access: 'member',
  summary: 'Lists every right with the Discord roles through which the caller has it, or the roles that would give it.',
  reply: z.object({ isInGuild: z.boolean(), data: z.array(OwnRight) }),
})

/** A role in the site's files or settings that the Discord server no longer has. */
export const MissingRole = z.object({ id: z.string(), ...Given.shape })
export type MissingRole = z.infer<typeof MissingRole>

export const listMissingRoles = endpoint({
  method: 'GET',
  path: '/api/rights/missing-roles',
  access: 'owner',
  topic: 'guild-roles',
  summary: 'Lists the roles to which site.yaml or the settings give rights and that were deleted in Discord.',
  reply: z.object({ data: z.array(MissingRole) }),
})

export const endpoints = [listRights, listOwnRights, listMissingRoles]
