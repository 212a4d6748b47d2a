import { compareText } from '#lib/compare.ts'
import { formatNumber, t } from '#lib/messages.ts'
import type { Supporter, SupporterRoles, Wall } from './contract.ts'

/** The number of badges on a card (spec section 9). */
const BADGES_ON_A_CARD = 3

/** The fields of a guild member that the wall needs. */
export interface GuildPerson {
  id: string
  name: string
  avatar: string
  /** Discord role ids. */
  roles: readonly string[]
}

/** The highest tier that these roles belong to. Undefined if there is none. */
function tierOf({ tiers }: SupporterRoles, roles: readonly string[]) {
  return tiers.find((tier) => tier.roles.some((id) => roles.includes(id)))
}

export function isSupporter(content: SupporterRoles, roles: readonly string[]): boolean {
  return tierOf(content, roles) !== undefined
}

/** Builds the wall from guild members. Each person is in the highest of their tiers and is counted once. */
export function wallOf(content: SupporterRoles, people: Iterable<GuildPerson>): Wall {
  const each = new Map([...people].map((person) => [person.id, person]))
  return buildWall(
    content,
    [...each.values()].flatMap(({ roles, ...person }) => {
      const tier = tierOf(content, roles)
      const badges = content.badges.filter((badge) => badge.roles.some((id) => roles.includes(id)))
      return tier === undefined ? [] : [{ ...person, tier: tier.key, badges: badges.map(({ key }) => key) }]
    }),
  )
}

/** The fields of a person who has signed in here. */
export type KnownPerson = Pick<GuildPerson, 'name' | 'avatar'>

/**
 * Builds the wall from the people in the file. Each person is in the highest tier that names them. A person named by id
 * alone is shown under the name of their sign-in, and left out until they have signed in.
 */
export function namedWallOf(content: SupporterRoles, known: ReadonlyMap<string, KnownPerson>): Wall {
  const seen = new Set<string>()
  const placed: Placed[] = []
  for (const { key: tier, people = [] } of content.tiers) {
    for (const { id, name: given, badges } of people) {
      const account = id === null ? undefined : known.get(id)
      const name = given ?? account?.name
      if (name === undefined) continue
      const same = id ?? name.toLowerCase()
      if (seen.has(same)) continue
      seen.add(same)
      placed.push({ id, name, avatar: account?.avatar ?? '', tier, badges })
    }
  }
  return buildWall(content, placed)
}

/** The ids of the people in the file, highest tier first. */
export function namedIds(content: SupporterRoles): string[] {
  return content.tiers.flatMap(({ people = [] }) => people.flatMap(({ id }) => id ?? []))
}

/** The number of people in the file. */
export function countNamed(content: SupporterRoles): number {
  return content.tiers.reduce((sum, { people = [] }) => sum + people.length, 0)
}

/** A person on the wall, with the keys of their tier and badges. */
interface Placed extends Pick<Supporter, 'id' | 'name' | 'avatar'> {
  tier: string
  badges: readonly string[]
}

function buildWall(content: SupporterRoles, people: readonly Placed[]): Wall {
  const cardOf = ({ id, name, avatar, badges: badgeKeys }: Placed, title: string): Supporter => {
    const badges = content.badges
      .filter(({ key }) => badgeKeys.includes(key))
      .map(({ key, label, icon }) => ({ key, label, iconUrl: icon }))
    const primaryLabel = (content.primaryLabel === 'badge' && badges[0]?.label) || title
    return { id, name, avatar, badges, primaryLabel }
  }
  const tiers = content.tiers.map(({ key, label, title, icon, emphasis }) => ({
    key,
    label,
    iconUrl: icon,
    emphasis,
    members: people
      .filter(({ tier }) => tier === key)
      .map((person) => cardOf(person, title))
      .sort((a, b) => compareText(a.name, b.name) || compareText(a.id ?? '', b.id ?? '')),
  }))
  return { tiers, totals: { overall: tiers.reduce((sum, tier) => sum + tier.members.length, 0) } }
}

/** The badges that a card shows, and those that its '+N' counts. */
export function shownBadges(badges: Supporter['badges']) {
  return { shown: badges.slice(0, BADGES_ON_A_CARD), hidden: badges.slice(BADGES_ON_A_CARD) }
}

/** '1 member' or 'N members' (spec section 2). */
export function countLabel(count: number): string {
  return t({ one: '{total} member', other: '{total} members' }, { count, total: formatNumber(count) })
}

/** A person's Discord profile. It opens for people who are signed in to Discord. */
export function profileHref(id: string): string {
  return `https://discord.com/users/${id}`
}
