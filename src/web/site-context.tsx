import { createContext, type ReactNode, useContext } from 'react'
import type { DateForms } from '#lib/date-forms.ts'
import type { Place } from '#lib/further-places.ts'
import type { Law } from '#lib/law.ts'
import type { Drawings } from '#lib/look.ts'
import type { PageMedia } from '#lib/media.ts'
import type { Navigation } from '#lib/navigation.ts'
import type { Part } from '#lib/part.ts'
import type { DepartmentPlace, Site } from '#lib/site.ts'

/** What every page knows of where it is: the community's public words, and whether this is the demo. */
export interface SiteContent {
  site: Site
  isDemo: boolean
  /** The site's own address, as in links that others keep. */
  origin: string
  /** Which departments have a page. */
  departments: readonly DepartmentPlace[]
  /** The links of the bar and the footers. */
  navigation: Navigation
  /** Null for a community without one. */
  law: Law | null
  /** How days and times are written here. */
  dates: DateForms
  /** What the community does without. */
  off: readonly Part[]
  /** What the community calls pages, by their paths, where the site calls them something else. */
  titles?: Readonly<Record<string, string>>
  /** The rosters that only this community has, as far as the viewer may read them. */
  rosters?: readonly Place[]
  /** The same of checklists. */
  checklists?: readonly Place[]
  /** The current year, told by the server so that a page kept in memory and its live copy agree. */
  year: number
  /** No verification provider is configured. */
  isVerificationOff?: boolean
  /** There is nothing to show at /supporters: no bot that lists members, and nobody named in supporters.yaml. */
  isSupportersPageOff?: boolean
  /** The game server's address is configured, so a place is kept for what is known of it. */
  hasGameServer?: boolean
  /** What stands in place of our drawings. */
  drawings?: Drawings
  /** A still picture alone stands behind the welcome. */
  isFilmOff?: boolean
  /** The addresses of the pictures that the code names, where they are not those names themselves. */
  media?: Readonly<Record<string, string>>
  /** In a document that offers to sign in: where that begins, so that it leads back to what was asked for. */
  signInHref?: string
}

const Context = createContext<SiteContent | null>(null)

export function SiteProvider({ content, children }: { content: SiteContent; children: ReactNode }) {
  return <Context value={content}>{children}</Context>
}

export function useSiteContent(): SiteContent {
  const content = useContext(Context)
  if (content === null) throw new Error('SiteProvider is missing above this component')
  return content
}

export function useSite(): Site {
  return useSiteContent().site
}

/** The law book, on pages that only a community with one has. */
export function useLaw(): Law {
  const { law } = useSiteContent()
  if (law === null) throw new Error('This community has no law book')
  return law
}

/** Whether this community has that part of the site. */
export function useHasPart(part: Part): boolean {
  return !useSiteContent().off.includes(part)
}

/** Whether the community has a picture that it may leave out. */
export function useHasMedia(): (name: PageMedia) => boolean {
  const media = useContext(Context)?.media
  return (name) => media === undefined || name in media
}

/** The community's own drawings; none where no site is around it. */
export const useDrawings = (): Drawings => useContext(Context)?.drawings ?? {}

/**
 * Gives the address of a picture that the code names: it changes with the picture, which is kept for a year. Where no
 * site is around it, the name itself.
 */
export function useMedia(): (name: PageMedia) => string {
  const media = useContext(Context)?.media
  return (name) => media?.[name] ?? name
}
