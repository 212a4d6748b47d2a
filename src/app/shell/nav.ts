import type { Site } from '#lib/site.ts'
import type { SiteContent } from '#web/site-context.tsx'

export interface NavLink {
  label: string
  href: string
}

/** The links that everybody sees, in order; the supporters only where there is something to show. */
export function mainLinks({
  site: { links },
  isSupportersPageOff,
}: Pick<SiteContent, 'site' | 'isSupportersPageOff'>): NavLink[] {
  return [
    { label: 'Home', href: '/' },
    ...(isSupportersPageOff ? [] : [{ label: 'Supporters', href: '/supporters' }]),
    { label: 'Rules', href: links.rules },
    { label: 'Applications', href: links.applications },
    { label: 'Discord', href: links.discord },
    { label: 'Store', href: links.store },
  ]
}

/** The columns of the home footer (spec section 2), and in them the public law book. */
export function footerColumns({ links }: Site): { label: string; links: NavLink[] }[] {
  return [
    {
      label: 'Play',
      links: [
        { label: 'Rules', href: links.rules },
        { label: 'Civilian SOP', href: links.civilianSop },
        { label: 'CAD', href: links.cad },
        { label: 'Radio', href: links.radio },
      ],
    },
    {
      label: 'Look up',
      links: [
        { label: 'Statistics', href: links.statistics },
        { label: 'Player Records', href: links.records },
        { label: '10-Codes', href: '/ten-codes' },
        { label: 'Penal Codes', href: '/penal-codes' },
      ],
    },
    {
      label: 'Get help',
      links: [
        { label: 'Support Portal', href: links.support },
        { label: 'Ban Appeals', href: links.banAppeals },
        { label: 'Server Status', href: links.status },
        { label: 'IRL Verification', href: '/verify' },
      ],
    },
  ]
}

/** The columns of the footer that department pages share (spec section 2). */
export function departmentFooterColumns({ links, departmentChats }: Site): { label: string; links: NavLink[] }[] {
  return [
    {
      label: 'General Links',
      links: [
        { label: 'Official Rules', href: links.rules },
        { label: 'Civilian SOP', href: links.civilianSop },
        { label: 'Support Portal', href: links.support },
        { label: 'Dispatch System', href: links.cad },
        { label: 'Radio', href: links.radio },
      ],
    },
    { label: 'Department Discords', links: departmentChats },
    {
      label: 'More',
      links: [
        { label: 'Statistics', href: links.statistics },
        { label: 'Player Records', href: links.records },
        { label: 'Ban Appeals', href: links.banAppeals },
        { label: 'Server Status', href: links.status },
        { label: 'IRL Verification', href: '/verify/' },
      ],
    },
  ]
}

export function socialLinks({ links }: Site): NavLink[] {
  return [
    { label: 'X', href: links.x },
    { label: 'TikTok', href: links.tiktok },
    { label: 'Email support', href: links.email },
  ]
}

/** Whether a link leaves this site. */
export function isExternal(href: string): boolean {
  return !href.startsWith('/')
}
