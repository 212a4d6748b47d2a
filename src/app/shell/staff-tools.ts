import { useInboxCount } from '#features/inbox/web/use-inbox-count.ts'
import { allowsRights, type Rights } from '#lib/access.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { nameOf, type Page, type PageIcon, type PageLink } from '#lib/page.ts'
import { usePathname } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { usePages } from './open-pages.ts'

/** A tool as the bar shows it. */
export interface Tool {
  href: string
  label: string
  icon: PageIcon
  isCurrent: boolean
  /** The number of records that wait there for this person. */
  waiting: number
}

interface ToolPage {
  /** The paths of the tool's pages. The link leads to the first page that the person may open. */
  paths: readonly string[]
  label: PlainMessage
  icon: PageIcon
}

const ROSTERS: readonly ToolPage[] = [
  { paths: ['/staff-roster'], label: msg('Roster'), icon: 'users-round' },
  { paths: ['/trial-mod-checklist'], label: msg('Checklist'), icon: 'clipboard-check' },
  { paths: ['/staff-da-database'], label: msg('Actions // disciplinary'), icon: 'scroll-text' },
  { paths: ['/player-record'], label: msg('Players // record'), icon: 'gamepad-2' },
  { paths: ['/dev-roster'], label: msg('Development'), icon: 'code-xml' },
]
const OTHERS: readonly ToolPage[] = [
  { paths: ['/ten-codes', '/penal-codes'], label: msg('Codes'), icon: 'hash' },
  { paths: ['/es'], label: msg('ES'), icon: 'book-open' },
  { paths: ['/appeals'], label: msg('Appeals'), icon: 'gavel' },
  { paths: ['/verifications'], label: msg('Verifications'), icon: 'badge-check' },
  { paths: ['/audit'], label: msg('Audit'), icon: 'file-clock' },
]

/** Whether the page is a list that only this community has. Its import page does not count. */
const isFurther = (page: Page): page is Page & { link: PageLink } =>
  /^\/(rosters|checklists)\//.test(page.path) && page.link !== undefined

/** The paths of all tools, in the order of the bar. */
export function toolPaths(pages: readonly Page[]): string[] {
  const pathsOf = (tools: readonly ToolPage[]) => tools.flatMap(({ paths }) => paths)
  return [...pathsOf(ROSTERS), ...pages.filter(isFurther).map(({ path }) => path), ...pathsOf(OTHERS)]
}

/**
 * The tools that this person may open, in the order of the bar. Empty on pages that are neither a tool nor restricted
 * to some people.
 */
export function useTools(rights: Rights): Tool[] {
  const pages = usePages()
  const { titles = {} } = useSiteContent()
  const pathname = usePathname()
  const isAt = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const isOpen = ({ access }: Page) => allowsRights(access, rights)

  const toolOf = ({ paths, label, icon }: ToolPage) => {
    const open = paths.filter((path) => pages.some((page) => page.path === path && isOpen(page)))
    const [href] = open
    return href === undefined ? [] : [{ href, label: titles[href] ?? t(label), icon, isCurrent: open.some(isAt) }]
  }
  const further = pages
    .filter(isFurther)
    .filter(isOpen)
    .map((page) => ({ href: page.path, label: nameOf(page), icon: page.link.icon, isCurrent: isAt(page.path) }))
  const tools = [...ROSTERS.flatMap(toolOf), ...further, ...OTHERS.flatMap(toolOf)]
  const isTool = tools.some(({ isCurrent }) => isCurrent) || pages.some((page) => isAt(page.path) && isForSome(page))
  const { waiting } = useInboxCount(isTool)
  const waitingAt = (href: string) =>
    waiting.reduce((sum, { path, count }) => sum + (path.split('?', 1)[0] === href ? count : 0), 0)
  return isTool ? tools.map((tool) => ({ ...tool, waiting: waitingAt(tool.href) })) : []
}

/** Whether the current page is restricted to some people. */
export function useIsStaffPage(): boolean {
  const pages = usePages()
  const pathname = usePathname()
  return pages.some((page) => isForSome(page) && (pathname === page.path || pathname.startsWith(`${page.path}/`)))
}

const isForSome = ({ access }: Page) => access !== 'anyone' && access !== 'member'
