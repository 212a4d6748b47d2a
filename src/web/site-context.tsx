import { createContext, type ReactNode, useContext } from 'react'
import type { DateForms } from '#lib/date-forms.ts'
import type { Place } from '#lib/further-places.ts'
import type { Law } from '#lib/law.ts'
import type { Drawings } from '#lib/look.ts'
import type { PageMedia } from '#lib/media.ts'
import type { Navigation } from '#lib/navigation.ts'
import type { Part } from '#lib/part.ts'
import type { DepartmentPlace, Site } from '#lib/site.ts'

/** What every page knows about the site: the community's public texts, and whether this is the demo. */
export interface SiteContent {
  site: Site
  isDemo: boolean
  /** The site's own origin, for links that are used outside of the site. */
  origin: string
  /** The departments that have a page. */
  departments: readonly DepartmentPlace[]
  /** The links of the navigation bar and the footers. */
  navigation: Navigation
  /** Null for a community without a law book. */
  law: Law | null
  /** How this site formats days and times. */
  dates: DateForms
  /** The parts of the site that the community has turned off. */
  off: readonly Part[]
  /** The community's own titles of pages, by path, where they differ from the default. */
  titles?: Readonly<Record<string, string>>
  /** Further rosters of this community that the viewer may read. */
  rosters?: readonly Place[]
  /** Further checklists of this community that the viewer may read. */
  checklists?: readonly Place[]
  /** The current year. The server sends it, so that a cached page and its hydrated copy agree. */
  year: number
  /** True when no verification provider is configured. */
  isVerificationOff?: boolean
  /** True when /supporters has nothing to show: no bot lists members, and supporters.yaml names nobody. */
  isSupportersPageOff?: boolean
  /** True when the game server's address is configured. The page then reserves space for the server's status. */
  hasGameServer?: boolean
  /** The community's own pictures in place of the default drawings. */
  drawings?: Drawings
  /** True when the welcome shows only a still picture and no video. */
  isFilmOff?: boolean
  /** The addresses of pictures named in the code, where the address differs from the name. */
  media?: Readonly<Record<string, string>>
  /** On documents that offer to sign in: the sign-in address that returns to the requested page. */
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

/** The law book. Throws for a community without one. */
export function useLaw(): Law {
  const { law } = useSiteContent()
  if (law === null) throw new Error('This community has no law book')
  return law
}

/** Whether this community has that part of the site. */
export function useHasPart(part: Part): boolean {
  return !useSiteContent().off.includes(part)
}

/** Returns a function that says whether the community provides an optional picture. */
export function useHasMedia(): (name: PageMedia) => boolean {
  const media = useContext(Context)?.media
  return (name) => media === undefined || name in media
}

/** The community's own drawings. Empty without a SiteProvider. */
export const useDrawings = (): Drawings => useContext(Context)?.drawings ?? {}

/**
 * Returns a function that maps a picture's name in the code to its address. The address changes with the picture,
 * because browsers cache it for a year. Without a SiteProvider, it is the name itself.
 */
export function useMedia(): (name: PageMedia) => string {
  const media = useContext(Context)?.media
  return (name) => media?.[name] ?? name
}
