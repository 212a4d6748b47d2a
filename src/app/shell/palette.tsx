import { useQuery } from '@tanstack/react-query'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import FileText from 'lucide-react/icons/file-text'
import Keyboard from 'lucide-react/icons/keyboard'
import Link2 from 'lucide-react/icons/link-2'
import LogOut from 'lucide-react/icons/log-out'
import RadioTower from 'lucide-react/icons/radio-tower'
import Scale from 'lucide-react/icons/scale'
import UserRound from 'lucide-react/icons/user-round'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Auth } from '#features/auth/web/use-auth.ts'
import type { listPenalCodes, listTenCodes, PenalCode, TenCode } from '#features/codes/contract.ts'
import { penalCodeAnchor, tenCodeAnchor } from '#features/codes/rules.ts'
import type { listQuickLinks, QuickLink } from '#features/quick-links/contract.ts'
import { opensNewTab } from '#features/quick-links/rules.ts'
import type { devRoster, RosterMember, staffRoster } from '#features/roster/contract.ts'
import type { Rights } from '#lib/access.ts'
import { queryAt } from '#web/queries.ts'
import { useNavigate } from '#web/router.tsx'
import { type SiteContent, useSiteContent } from '#web/site-context.tsx'
import { isExternal, mainLinks } from './nav.ts'
import { openPages } from './open-pages.ts'
import type { Entry } from './palette-commands.ts'

type Navigate = ReturnType<typeof useNavigate>

interface PaletteEntriesProps {
  auth: Extract<Auth, { status: 'signed-in' }>
  onShortcuts(): void
  /** `isComplete`: nothing more is being loaded. */
  onEntries(entries: readonly Entry[], isComplete: boolean): void
}

/**
 * Finds everything that this person may jump to: pages, people, codes and links, and what can be done. It shows nothing
 * itself: the palette's field is there before this code has loaded.
 */
export function PaletteEntries({ auth, onShortcuts, onEntries }: PaletteEntriesProps) {
  const { rights, logout } = auth
  const content = useSiteContent()
  const navigate = useNavigate()
  const lists = {
    staff: useQuery({ ...queryAt<typeof staffRoster.list>('/api/roster', 'roster'), enabled: rights.isStaff }),
    developers: useQuery({
      ...queryAt<typeof devRoster.list>('/api/dev-roster', 'dev-roster'),
      enabled: rights.isStaff,
    }),
    links: useQuery({
      ...queryAt<typeof listQuickLinks>('/api/es/quicklinks', 'quick-links'),
      enabled: rights.canESQuick,
    }),
    tenCodes: useQuery(queryAt<typeof listTenCodes>('/api/codes/ten', 'ten-codes')),
    penalCodes: useQuery(queryAt<typeof listPenalCodes>('/api/codes/penal', 'penal-codes')),
  }
  const staff = lists.staff.data?.data
  const developers = lists.developers.data?.data
  const links = lists.links.data?.data
  const tenCodes = lists.tenCodes.data?.data
  const penalCodes = lists.penalCodes.data?.data
  const isComplete = Object.values(lists).every(({ isLoading }) => !isLoading)

  const entries = useMemo(
    () => [
      ...pageEntries(content, rights, navigate),
      ...(staff ?? []).map((member) => memberEntry('/staff-roster', member, navigate)),
      ...(developers ?? []).map((member) => memberEntry('/dev-roster', member, navigate)),
      ...(tenCodes ?? []).map((code) => tenCodeEntry(code, navigate)),
      ...(penalCodes ?? []).map((code) => penalCodeEntry(code, navigate)),
      ...(links ?? []).map((link) => linkEntry(link, navigate)),
      actionEntry('shortcuts', 'Keyboard shortcuts', 'help keys', <Keyboard aria-hidden="true" />, onShortcuts),
      actionEntry('logout', 'Log out', 'sign out', <LogOut aria-hidden="true" />, () => void logout()),
    ],
    [content, rights, navigate, staff, developers, tenCodes, penalCodes, links, onShortcuts, logout],
  )

  useEffect(() => onEntries(entries, isComplete), [entries, isComplete, onEntries])
  return null
}

function actionEntry(name: string, label: string, texts: string, icon: ReactNode, run: () => void): Entry {
  return { id: `action:${name}`, group: 'Actions', label, texts: [texts], icon, run }
}

/** Goes there and lets the keyboard begin at the page, not where the palette was opened. */
function goTo(navigate: Navigate, to: string): void {
  const from = window.location.pathname
  navigate(to)
  // Filters that live in the address hear only of steps back and forth.
  if (window.location.pathname === from) window.dispatchEvent(new PopStateEvent('popstate'))
  // At once too: in the next frame somebody may be searching already.
  document.getElementById('content')?.focus({ preventScroll: true })
}

function leaveTo(href: string): void {
  window.open(href, '_blank', 'noopener')
}

/** Every page with an address of its own that this person may open, and the links of the navigation bar. */
function pageEntries(content: SiteContent, rights: Rights, navigate: Navigate): Entry[] {
  const pages = openPages(content, rights).map(({ path, name }): Entry => {
    return {
      id: `page:${path}`,
      group: 'Pages',
      label: name,
      detail: path,
      texts: [path],
      icon: <FileText aria-hidden="true" />,
      run: () => goTo(navigate, path),
    }
  })
  const outside = mainLinks(content).filter(({ href }) => isExternal(href))
  return [
    ...pages,
    ...outside.map(({ label, href }): Entry => {
      return {
        id: `page:${href}`,
        group: 'Pages',
        label,
        detail: new URL(href).host,
        texts: [href],
        icon: <ArrowUpRight aria-hidden="true" />,
        run: () => leaveTo(href),
      }
    }),
  ]
}

function memberEntry(roster: string, member: RosterMember, navigate: Navigate): Entry {
  const { id, name, callsign, position, discordId, status } = member
  return {
    id: `person:${id}`,
    group: 'People',
    label: name,
    detail: [callsign, position, status].filter(Boolean).join(' · '),
    texts: [callsign, position, discordId],
    icon: <UserRound aria-hidden="true" />,
    copy: { text: `<@${discordId}>`, label: 'copy mention' },
    run: () => goTo(navigate, `${roster}?search=${encodeURIComponent(discordId)}`),
  }
}

function tenCodeEntry({ id, code, meaning, category }: TenCode, navigate: Navigate): Entry {
  return {
    id: `ten-code:${id}`,
    group: '10-Codes',
    label: code,
    detail: meaning,
    texts: [meaning, category],
    icon: <RadioTower aria-hidden="true" />,
    copy: { text: `${code} ${meaning}`, label: 'copy code' },
    run: () => goTo(navigate, `/ten-codes#${tenCodeAnchor(code)}`),
  }
}

function penalCodeEntry({ id, statute, title, class: grade }: PenalCode, navigate: Navigate): Entry {
  return {
    id: `penal-code:${id}`,
    group: 'Penal Codes',
    label: statute,
    detail: [title, grade].filter(Boolean).join(' · '),
    texts: [title, grade],
    icon: <Scale aria-hidden="true" />,
    copy: { text: `${statute} ${title}`, label: 'copy code' },
    run: () => goTo(navigate, `/penal-codes#${penalCodeAnchor(statute)}`),
  }
}

function linkEntry({ key, title, desc, group, href, copy }: QuickLink, navigate: Navigate): Entry {
  return {
    id: `link:${key}`,
    group: 'Quick links',
    label: title,
    detail: desc ?? group,
    texts: [desc, group],
    icon: <Link2 aria-hidden="true" />,
    copy: copy === null ? undefined : { text: copy, label: 'copy text' },
    run: () => {
      if (href === null) goTo(navigate, `/es?search=${encodeURIComponent(title)}`)
      else if (opensNewTab(href)) leaveTo(href)
      else if (!href.startsWith('/')) window.location.assign(href)
      else goTo(navigate, href)
    },
  }
}
