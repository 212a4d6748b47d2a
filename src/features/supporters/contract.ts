/*
 * The supporters wall: the people who support the community with money, by tier. Everyone may read it, signed in or
 * not. Nothing is edited here: `community/supporters.yaml` maps Discord roles to tiers and badges, and the supporters
 * are the guild members with these roles. Without a bot, the site cannot list members, and the same file names the
 * people of each tier.
 *
 * Things to know:
 * - A person with roles of two tiers is in the highest one only.
 * - The list may be some minutes behind Discord.
 * - A person who is named without a Discord ID has none on the wall either.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    supporters: true
  }
}

const Badge = z.object({ key: z.string(), label: z.string(), iconUrl: z.string() })

const Supporter = z.object({
  /** Discord ID: a string of digits, never a number. Null for a person whom the community's file names without one. */
  id: z.nullable(z.string()),
  name: z.string(),
  /** The address of their avatar. */
  avatar: z.string(),
  badges: z.array(Badge),
  primaryLabel: z.string(),
})
export type Supporter = z.infer<typeof Supporter>

/** How large a tier's cards are: 3 a large card, 2 a card, 1 a compact chip (spec section 2). */
const Emphasis = z.union([z.literal(1), z.literal(2), z.literal(3)], 'Use 1, 2 or 3.')

const Tier = z.object({
  key: z.string(),
  label: z.string(),
  iconUrl: z.string(),
  emphasis: Emphasis,
  members: z.array(Supporter),
})
export type Tier = z.infer<typeof Tier>

/** The whole wall (spec section 3): the tiers from the highest down. `overall` counts each person once. */
export const Wall = z.object({ tiers: z.array(Tier), totals: z.object({ overall: z.int() }) })
export type Wall = z.infer<typeof Wall>

export const listSupporters = endpoint({
  method: 'GET',
  path: '/api/supporters',
  access: 'anyone',
  topic: 'supporters',
  part: 'supporters',
  summary: 'Returns the supporters wall: every tier with its members and their badges.',
  reply: Wall,
})

export const endpoints = [listSupporters]

const Key = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a short name as in: first-responder'))
const Label = z.string().check(z.minLength(1), z.maxLength(40))
const Icon = z.string().check(z.regex(/^\/media\/[\w/-]+\.(svg|png|webp)$/, 'a picture under /media/'))
const RoleIds = z.array(z.string().check(z.regex(/^\d{17,20}$/, 'a Discord role id in quotes: 17 to 20 digits')))

const PersonId = z.string('a Discord ID in quotes').check(z.regex(/^\d{17,20}$/, 'a Discord ID: 17 to 20 digits'))
const PersonName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

const NAMED = 'a name, a Discord ID in quotes, or { id: "…", name: …, badges: […] }'

/** A supporter in the file: a name, a Discord ID, or an object with one or both and badges. */
const NamedSupporter = z.pipe(
  z.union(
    [
      z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
      z
        .strictObject({ id: z.optional(PersonId), name: z.optional(PersonName), badges: z.optional(z.array(Key)) })
        .check(z.refine(({ id, name }) => id !== undefined || name !== undefined, NAMED)),
    ],
    NAMED,
  ),
  z.transform((entry): { id: string | null; name: string | null; badges: string[] } => {
    if (typeof entry !== 'string') return { id: entry.id ?? null, name: entry.name ?? null, badges: entry.badges ?? [] }
    const isId = /^\d{17,20}$/.test(entry)
    return { id: isId ? entry : null, name: isId ? null : entry, badges: [] }
  }),
)
export type NamedSupporter = z.infer<typeof NamedSupporter>

/** The content of `community/supporters.yaml`. */
export const SupporterRoles = z
  .strictObject({
    primaryLabel: z.enum(['badge', 'tier'], 'badge or tier'),
    tiers: z
      .array(
        z.strictObject({
          key: Key,
          label: Label,
          title: Label,
          icon: Icon,
          emphasis: Emphasis,
          roles: RoleIds,
          /** The supporters of this tier on a site without a bot. */
          people: z.optional(z.array(NamedSupporter)),
        }),
      )
      .check(z.superRefine(eachKeyOnce)),
    badges: z
      .array(z.strictObject({ key: Key, label: Label, icon: Icon, roles: RoleIds }))
      .check(z.superRefine(eachKeyOnce)),
  })
  .check(
    z.superRefine(({ tiers, badges }, context) => {
      const known = badges.map(({ key }) => key)
      for (const [tier, { people = [] }] of tiers.entries()) {
        for (const [index, person] of people.entries()) {
          const unknown = person.badges.find((key) => !known.includes(key))
          if (unknown === undefined) continue
          const message = `no badge below has the key ${unknown}`
          context.addIssue({ code: 'custom', path: ['tiers', tier, 'people', index], message })
        }
      }
    }),
  )
export type SupporterRoles = z.infer<typeof SupporterRoles>

function eachKeyOnce(items: readonly { key: string }[], context: z.core.$RefinementCtx): void {
  const seen = new Set<string>()
  for (const [index, { key }] of items.entries()) {
    if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, 'key'], message: 'this key stands here twice' })
    seen.add(key)
  }
}
