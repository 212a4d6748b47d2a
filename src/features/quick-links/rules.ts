import { compareText } from '#lib/compare.ts'
import { isFound } from '#lib/search.ts'

/** Spec, section 9: the groups, in order. */
export const QUICK_LINK_GROUPS = [
  'Operational',
  'References',
  'Department SOPs',
  'Discord Resources',
  'Servers',
  'Other',
] as const
export type QuickLinkGroup = (typeof QUICK_LINK_GROUPS)[number]

/** Spec, section 3: what may stand on a card. */
export const QUICK_LINK_ICONS = ['bolt', 'book', 'file', 'lifebuoy', 'scale', 'radio', 'globe'] as const
export type QuickLinkIcon = (typeof QUICK_LINK_ICONS)[number]

interface Placed {
  group: QuickLinkGroup
  title: string
}

/** The order of the page: group by group, by title within. */
export function compareQuickLinks(a: Placed, b: Placed): number {
  return QUICK_LINK_GROUPS.indexOf(a.group) - QUICK_LINK_GROUPS.indexOf(b.group) || compareText(a.title, b.title)
}

/** Spec, section 2: the groups present, in order, each with its links. */
export function groupQuickLinks<L extends Placed>(links: readonly L[]): { group: QuickLinkGroup; links: L[] }[] {
  return QUICK_LINK_GROUPS.map((group) => ({ group, links: links.filter((link) => link.group === group) })).filter(
    (each) => each.links.length > 0,
  )
}

/** Whether a link passes the tab and the search box; an empty group is All. */
export function matchesQuickLink(
  link: Placed & { desc: string | null; href: string | null; copy: string | null },
  { group, search }: { group: string; search: string },
): boolean {
  return (group === '' || link.group === group) && isFound(search, [link.title, link.desc, link.href, link.copy])
}

/** Spec, section 2: a card opens in a new tab if its address starts with http. */
export function opensNewTab(href: string): boolean {
  return href.startsWith('http')
}

/** The key of a new link, made of its title: 'Charge Calculator' is charge-calculator, a second one ends in 2. */
export function keyOf(title: string, taken: readonly string[] = []): string {
  const key = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 56)
    .replace(/^-|-$/g, '')
  let free = key
  for (let number = 2; taken.includes(free); number += 1) free = `${key}-${number}`
  return free
}
