import { compareText } from '#lib/compare.ts'
import type { Supporter, SupporterRoles, Wall } from './contract.ts'

/** Badges that fit on a card (spec section 9). */
const BADGES_ON_A_CARD = 3

/** A member of the guild, as far as the wall is concerned. */
export interface GuildPerson {
  id: string
  name: string
  avatar: string
  /** Discord role ids. */
  roles: readonly string[]
}

/** Which tier these roles put somebody in: the highest only. */
function tierOf({ tiers }: SupporterRoles, roles: readonly string[]) {
  return tiers.find((tier) => tier.roles.some((id) => roles.includes(id)))
}

export function isSupporter(content: SupporterRoles, roles: readonly string[]): boolean {
  return tierOf(content, roles) !== undefined
}

/** The wall that these people make: each stands in the highest of their tiers, and is counted once. */
export function wallOf(content: SupporterRoles, people: Iterable<GuildPerson>): Wall {
  const each = new Map([...people].map((person) => [person.id, person]))
  const members = new Map(content.tiers.map(({ key }): [string, Supporter[]] => [key, []]))
  for (const person of each.values()) {
    const tier = tierOf(content, person.roles)
    if (tier === undefined) continue
    const badges = content.badges
      .filter((badge) => badge.roles.some((id) => person.roles.includes(id)))
      .map(({ key, label, icon }) => ({ key, label, iconUrl: icon }))
    const primaryLabel = (content.primaryLabel === 'badge' && badges[0]?.label) || tier.title
    members.get(tier.key)?.push({ id: person.id, name: person.name, avatar: person.avatar, badges, primaryLabel })
  }
  const tiers = content.tiers.map(({ key, label, icon, emphasis }) => ({
    key,
    label,
    iconUrl: icon,
    emphasis,
    members: (members.get(key) ?? []).sort((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id)),
  }))
  return { tiers, totals: { overall: tiers.reduce((sum, tier) => sum + tier.members.length, 0) } }
}

/** The badges that are on a card, and those that its '+N' stands for. */
export function shownBadges(badges: Supporter['badges']) {
  return { shown: badges.slice(0, BADGES_ON_A_CARD), hidden: badges.slice(BADGES_ON_A_CARD) }
}

/** '1 member' or 'N members' (spec section 2). */
export function countLabel(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'member' : 'members'}`
}

/** Somebody's profile at Discord; it opens for those who are signed in there. */
export function profileHref(id: string): string {
  return `https://discord.com/users/${id}`
}
