import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import FileText from 'lucide-react/icons/file-text'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import { type ReactNode, useEffect, useMemo } from 'react'
import { openPerson } from '#features/auth/web/person-link.tsx'
import type { Auth } from '#features/auth/web/use-auth.ts'
import { codesInPalette } from '#features/codes/web/palette.tsx'
import { quickLinksInPalette } from '#features/quick-links/web/palette.tsx'
import { rostersInPalette } from '#features/roster/web/palette.tsx'
import { checklistsInPalette } from '#features/trial-mods/web/palette.tsx'
import { allowsRights } from '#lib/access.ts'
import { t } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import type { PaletteRow } from '#web/palette-source.ts'
import { useNavigate } from '#web/router.tsx'
import { type SiteContent, useSiteContent } from '#web/site-context.tsx'
import { isExternal } from './nav.ts'
import { type OpenPage, openPages, usePages } from './open-pages.ts'
import type { Entry } from './palette-commands.ts'

const allRows = (lists: UseQueryResult<PaletteRow[]>[]) => ({
  rows: lists.flatMap(({ data = [] }) => data),
  isComplete: lists.every(({ isLoading }) => !isLoading),
})

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
  const pages = usePages()
  const navigate = useNavigate()
  // What the features let it find, in the order in which equals are shown.
  const sources = useMemo(
    () => [
      ...rostersInPalette(content.rosters ?? []),
      ...checklistsInPalette(content.checklists ?? []),
      ...codesInPalette,
      ...quickLinksInPalette,
    ],
    [content.rosters, content.checklists],
  )
  const { rows, isComplete } = useQueries({
    queries: sources.map(({ access, part, query }) => ({
      ...query,
      enabled: allowsRights(access, rights) && isOn(content.off, part),
    })),
    combine: allRows,
  })

  const entries = useMemo(
    () => [
      ...[...pageRows(openPages(pages, content, rights), content), ...rows].map(
        ({ to, ...row }): Entry => ({ ...row, run: () => open(navigate, to) }),
      ),
      actionEntry('shortcuts', t('Keyboard shortcuts'), t('help keys'), <Keyboard aria-hidden="true" />, onShortcuts),
      actionEntry('logout', t('Log out'), t('sign out'), <LogOut aria-hidden="true" />, () => void logout()),
    ],
    [pages, content, rights, navigate, rows, onShortcuts, logout],
  )

  useEffect(() => onEntries(entries, isComplete), [entries, isComplete, onEntries])
  return null
}

function actionEntry(name: string, label: string, texts: string, icon: ReactNode, run: () => void): Entry {
  return { id: `action:${name}`, group: t('Actions'), label, texts: [texts], icon, run }
}

/** Goes there and lets the keyboard begin at the page, not where the palette was opened. */
function goTo(navigate: Navigate, to: string): void {
  navigate(to)
  // At once too: in the next frame somebody may be searching already.
  document.getElementById('content')?.focus({ preventScroll: true })
}

/** Web addresses open beside the site; others, as of mail and of the game, are for the browser to hand on. */
function open(navigate: Navigate, to: string): void {
  const [, personId] = /^\?person=(\d+)$/.exec(to) ?? []
  if (personId !== undefined) openPerson(personId)
  else if (to.startsWith('/')) goTo(navigate, to)
  else if (to.startsWith('http')) window.open(to, '_blank', 'noopener')
  else window.location.assign(to)
}

/** Every page with an address of its own that this person may open, and the links of the navigation bar. */
function pageRows(open: readonly OpenPage[], content: SiteContent): PaletteRow[] {
  const pages = open.map(({ path, name }): PaletteRow => {
    return {
      id: `page:${path}`,
      group: t('Pages'),
      label: name,
      detail: path,
      texts: [path],
      icon: <FileText aria-hidden="true" />,
      to: path,
    }
  })
  const outside = content.navigation.bar.filter(({ href }) => isExternal(href))
  return [
    ...pages,
    ...outside.map(({ label, href }): PaletteRow => {
      return {
        id: `page:${href}`,
        group: t('Pages'),
        label,
        detail: new URL(href).host,
        texts: [href],
        icon: <ArrowUpRight aria-hidden="true" />,
        to: href,
      }
    }),
  ]
}
