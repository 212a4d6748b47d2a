import { createContext, use } from 'react'
import { type Access, allowsRights, type Rights } from '#lib/access.ts'
import { t } from '#lib/messages.ts'
import { LINK_GROUPS, nameOf, type Page, type PageLink } from '#lib/page.ts'
import type { SiteContent } from '#web/site-context.tsx'

/** Every page of this site. */
export const PagesContext = createContext<readonly Page[]>([])
export const usePages = () => use(PagesContext)

/** Links to pages of this site with their names. Pages that the community turned off are left out. */
export function usePageLinks(paths: readonly string[]): { label: string; href: string }[] {
  const pages = usePages()
  return paths.flatMap((path) =>
    pages.filter((page) => page.path === path).map((page) => ({ label: nameOf(page), href: path })),
  )
}

export interface OpenPage {
  path: string
  name: string
  access: Access
}

/** Pages that people reach only through other pages, so no search lists them. */
const NOT_GONE_TO = ['/login', '/rules/answer']

/** Every page with an address of its own that this person may open. Restricted pages come first. */
export function openPages(pages: readonly Page[], { isSupportersPageOff }: SiteContent, rights: Rights): OpenPage[] {
  return pages
    .filter(({ path, status, access }) => !path.includes(':') && status === undefined && allowsRights(access, rights))
    .filter(({ path }) => !NOT_GONE_TO.includes(path) && !(isSupportersPageOff && path === '/supporters'))
    .sort((a, b) => Number(a.access === 'anyone') - Number(b.access === 'anyone'))
    .map((page) => ({ path: page.path, name: nameOf(page), access: page.access }))
}

/** The links to pages that this person may open, in the groups that the pages declare. */
export function linkGroups(
  pages: readonly Page[],
  rights: Rights,
): { label: PageLink['group']; links: LinkedPage[] }[] {
  return LINK_GROUPS.map((label) => ({
    label,
    links: pages.flatMap((page) =>
      page.link?.group === label && allowsRights(page.access, rights)
        ? [
            {
              href: page.path,
              label: page.link.label === undefined ? nameOf(page) : t(page.link.label),
              pageIcon: page.link.icon,
            },
          ]
        : [],
    ),
  })).filter(({ links }) => links.length > 0)
}

export interface LinkedPage {
  href: string
  label: string
  pageIcon: PageLink['icon']
}
