import type { ComponentType } from 'react'
import type { Access } from './access.ts'
import type { Endpoint } from './endpoint.ts'
import type { Law } from './law.ts'
import { findMessage, type PlainMessage, t } from './messages.ts'
import type { Part } from './part.ts'
import type { Site } from './site.ts'

/** The groups of links in the account menu, in their order. On phones the menu has the Staff group alone (spec section 2). */
export const LINK_GROUPS = ['Staff', 'ES', 'Owner', 'Account'] as const

/** What stands beside a link to a page that has no picture of its own. */
export const HOME_IMAGE = '/media/social/home.jpg'

/** Icons of lucide.dev/icons by their names. */
export type IconsByName = Readonly<Record<string, ComponentType<{ 'aria-hidden'?: 'true' }>>>
/** Their names: the `web/icons.ts` of a feature has those of its pages, and declares them here. */
// biome-ignore lint/suspicious/noEmptyInterface: each such file adds to it
export interface PageIcons {}
export type PageIcon = keyof PageIcons

export interface PageLink {
  group: (typeof LINK_GROUPS)[number]
  icon: PageIcon
  /** The page's title unless said. */
  label?: PlainMessage
}

/** One page of the site. `access` is required; the server refuses a page as it refuses a call. */
export interface Page {
  /** May end in `:slug`, which stands for one of a few names that the server knows; any other is a page not found. */
  path: string
  access: Access
  /** Where a community may turn it off: then it is not found, and nothing leads to it. */
  part?: Part
  /**
   * What it is called, a message or the community's own word; the site's name follows it in the title. A function writes the whole title. Left out where the
   * page itself says what it shows, in a head of its own.
   */
  title?: string | ((site: Site) => string)
  /** Its title is that of the list into which it imports a spreadsheet. */
  isImport?: true
  /** Where signed-in people who may open it find the link to it. */
  link?: PageLink
  /** A page with a description is for everybody to find: search engines are shown it. */
  description?: (site: Site, law: Law | null) => string
  /** The path that search engines keep for this page, where it is not its own. */
  canonical?: string
  /** The picture of 1200 by 630 that others show beside a link to it, where its path does not say it. */
  socialImage?: string
  /** The page's file in `src/app/pages`, where its path does not say it. */
  file?: string
  /** Which footer stands under it; without one, that of the home page. */
  footer?: 'department'
  /** HTTP status of the page when it is opened by its own address. */
  status?: 200 | 401 | 403 | 429
  /** Offers to sign in and come back to the page that one left. */
  leadsBack?: true
  /**
   * Paths of the lists that a page is served with: those that a public page shows, and what is the same for all who may
   * open a page for some. Filled in on the server through the same endpoints. A kept copy of the page is stale when a
   * topic of theirs changed.
   */
  lists?: readonly Endpoint['path'][] | ((slug: string) => readonly Endpoint['path'][])
  /**
   * What a page for some asks for as it opens, each as the browser writes it: fetched while the code of the page is
   * still on its way. Its document is the same for everybody, so it cannot carry the answers.
   */
  preload?: readonly string[]
  /** Its file, which exports the component as `Page`. */
  load: () => Promise<{ Page: ComponentType }>
}

/** What a page is called: its title without the site's name. */
export function nameOf({ path, title, isImport }: Page): string {
  if (typeof title === 'string') {
    const name = findMessage(title)
    return isImport ? t('Import · {title}', { title: name }) : name
  }
  return path === '/' ? t('Home') : path
}
