import { type Access, allowsRights, type Rights } from '#lib/access.ts'
import { nameOf } from '#lib/page.ts'
import type { SiteContent } from '#web/site-context.tsx'
import { pagesOf } from '../routes.tsx'

export interface OpenPage {
  path: string
  /** As its title says it, without the site's name. */
  name: string
  access: Access
}

/** Every page with an address of its own that this person may open; what is not for everybody comes first. */
export function openPages({ site, departments, isSupportersPageOff }: SiteContent, rights: Rights): OpenPage[] {
  return pagesOf(departments)
    .filter(({ path, status, access }) => !path.includes(':') && status === undefined && allowsRights(access, rights))
    .filter(({ path }) => path !== '/login' && !(isSupportersPageOff && path === '/supporters'))
    .sort((a, b) => Number(a.access === 'anyone') - Number(b.access === 'anyone'))
    .map((page) => ({
      path: page.path,
      name: page.path === '/' ? 'Home' : nameOf(page, site),
      access: page.access,
    }))
}
