import { compareText } from '#lib/compare.ts'
import { msg } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'

interface Placed {
  group: string
  title: string
}

/** The order of the page: by group, then by title. Groups that the community no longer has come last. */
export function compareQuickLinks(groups: readonly string[]): (a: Placed, b: Placed) => number {
  const place = ({ group }: Placed) => (groups.includes(group) ? groups.indexOf(group) : groups.length)
  return (a, b) => place(a) - place(b) || compareText(a.group, b.group) || compareText(a.title, b.title)
}

/** Spec, section 2: the groups present, each with its links, in the order of the links. */
export function groupQuickLinks<L extends Placed>(links: readonly L[]): { group: string; links: L[] }[] {
  return [...new Set(links.map(({ group }) => group))].map((group) => ({
    group,
    links: links.filter((link) => link.group === group),
  }))
}

/** The error of a link's group or icon. A group or icon that the link already had may stay. */
export function choiceProblem(
  { groups, icons }: Choices,
  { group, icon }: Chosen,
  before?: Chosen,
): Record<string, string> | null {
  if (!groups.includes(group) && group !== before?.group) return { group: msg('Pick one of the groups.') }
  if (!icons.some(({ name }) => name === icon) && icon !== before?.icon) return { icon: msg('Pick one of the icons.') }
  return null
}

interface Choices {
  groups: readonly string[]
  icons: readonly { name: string }[]
}

interface Chosen {
  group: string
  icon: string
}

/** Whether a link matches the selected group and the search text. An empty group means all groups. */
export function matchesQuickLink(
  link: Placed & { desc: string | null; href: string | null; copy: string | null },
  { group, search }: { group: string; search: string },
): boolean {
  return (group === '' || link.group === group) && matchesSearch(search, [link.title, link.desc, link.href, link.copy])
}

/** Spec, section 2: a card opens in a new tab if its address starts with http. */
export function opensNewTab(href: string): boolean {
  return href.startsWith('http')
}

/**
 * The key of a new link, made from its title: 'Charge Calculator' gives charge-calculator. A second link with this
 * title gets charge-calculator-2.
 */
export function newLinkKey(title: string, taken: readonly string[] = []): string {
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
