import type { ComponentType } from 'react'
import type { Access } from './access.ts'
import type { Endpoint } from './endpoint.ts'
import type { Law } from './law.ts'
import { findMessage, type PlainMessage, t } from './messages.ts'
import type { Part } from './part.ts'
import type { Site } from './site.ts'

/** The groups of links in the account menu, in order. On phones the menu has only the Staff group (spec section 2). */
export const LINK_GROUPS = ['Staff', 'ES', 'Owner', 'Account'] as const

/** The preview image of a link to a page without a picture of its own. */
export const HOME_IMAGE = '/media/social/home.jpg'

/** Icons of lucide.dev/icons, by name. */
export type IconsByName = Readonly<Record<string, ComponentType<{ 'aria-hidden'?: 'true' }>>>
/**
 * The names of all page icons. The `web/icons.ts` of a feature has the icons of its pages and declares their names
 * here.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each `web/icons.ts` adds to it
export interface PageIcons {}
export type PageIcon = keyof PageIcons

export interface PageLink {
  group: (typeof LINK_GROUPS)[number]
  icon: PageIcon
  /** Defaults to the page's title. */
  label?: PlainMessage
}

/** One page of the site. `access` is required. The server checks it for pages as it does for calls. */
export interface Page {
  /** May end in `:slug`, one of a few names that the server knows. Any other name is a page not found. */
  path: string
  access: Access
  /** The part of the site that the page belongs to. If the community turns it off, the page is not found or linked. */
  part?: Part
  /**
   * The page's title: a message or the community's own word. The site's name follows it in the document title. A
   * function returns the whole document title. Left out if the page renders its own title and description.
   */
  title?: string | ((site: Site) => string)
  /** The page imports a spreadsheet into a list. `title` is the title of that list. */
  isImport?: true
  /** The place of the page's link in the menus of signed-in people with access. */
  link?: PageLink
  /** The description for search engines. A page with a title but without a description is not indexed. */
  description?: (site: Site, law: Law | null) => string
  /** The canonical path for search engines. Defaults to the page's own path. */
  canonical?: string
  /** The preview image of links to the page, 1200 by 630 pixels. Defaults to the image named after the path. */
  socialImage?: string
  /** The page's file in `src/app/pages`. Defaults to the file named after the path. */
  file?: string
  /** The page's footer. Defaults to the footer of the home page. */
  footer?: 'department'
  /** The HTTP status of the page when a browser requests it by its own path. */
  status?: 200 | 401 | 403 | 429
  /** The page offers to sign in and to return to the page where the person was before. */
  leadsBack?: true
  /**
   * Paths of the endpoints whose replies the server includes in the document. A public page includes the lists that it
   * shows. A page with restricted access includes what is the same for everybody with access. A cached copy of the page
   * is stale when a topic of these endpoints changes.
   */
  lists?: readonly Endpoint['path'][] | ((slug: string) => readonly Endpoint['path'][])
  /**
   * Calls that a page with restricted access makes as it opens, each as the browser writes its URL. The browser fetches
   * them while the page's code still loads. The document is the same for everybody, so it cannot contain the replies.
   */
  preload?: readonly string[]
  /** Imports the page's file, which exports the component as `Page`. */
  load: () => Promise<{ Page: ComponentType }>
}

/** The title of a page, without the site's name. */
export function nameOf({ path, title, isImport }: Page): string {
  if (typeof title === 'string') {
    const name = findMessage(title)
    return isImport ? t('Import · {title}', { title: name }) : name
  }
  return path === '/' ? t('Home') : path
}
