import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import BookOpen from 'lucide-react/icons/book-open'
import FileText from 'lucide-react/icons/file-text'
import Gavel from 'lucide-react/icons/gavel'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Hit } from '#features/assistant/contract.ts'
import { usePassages } from '#features/assistant/web/use-passages.ts'
import { type Auth, rightsOf } from '#features/auth/web/use-auth.ts'
import { usePlayersInPalette } from '#features/discipline/web/players-in-palette.tsx'
import { allowsRights } from '#lib/access.ts'
import { t } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import type { Palette, PaletteRow } from '#web/palette-source.ts'
import { openPanel } from '#web/panel-address.ts'
import { useNavigate } from '#web/router.tsx'
import { type SiteContent, useSiteContent } from '#web/site-context.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import { LOG } from './log-place.tsx'
import { isExternal } from './nav.ts'
import { type OpenPage, openPages, usePages } from './open-pages.ts'
import type { Entry } from './palette-commands.ts'
import { toolPaths } from './staff-tools.ts'

/** What the features add to the palette. */
const PALETTES: Record<string, Palette> = import.meta.glob('../../features/*/web/palette.tsx', {
  eager: true,
  import: 'palette',
})
type ActOn = Parameters<Palette>[0]['actOn']

const allRows = (lists: UseQueryResult<PaletteRow[]>[]) => ({
  rows: lists.flatMap(({ data = [] }) => data),
  isComplete: lists.every(({ isLoading }) => !isLoading),
})

type Navigate = ReturnType<typeof useNavigate>

interface PaletteEntriesProps {
  auth: Exclude<Auth, { status: 'loading' }>
  /** The text that was typed. The server searches for it, too. */
  search: string
  onShortcuts(): void
  /** `isComplete`: all entries have loaded. */
  onEntries(entries: readonly Entry[], isComplete: boolean): void
}

/** Milliseconds without typing until the server is asked. */
const REST_MS = 120

/**
 * Collects everything that this person may jump to or do: pages, people, rules, codes, links and actions. Renders
 * nothing itself, because the palette's field is shown before this code has loaded.
 */
export function PaletteEntries({ auth, search, onShortcuts, onEntries }: PaletteEntriesProps) {
  const isSignedIn = auth.status === 'signed-in'
  const rights = rightsOf(auth)
  const logout = isSignedIn ? auth.logout : null
  const ownId = isSignedIn ? auth.id : undefined
  const content = useSiteContent()
  const pages = usePages()
  const navigate = useNavigate()
  const sources = useMemo(() => {
    // People cannot log an action on themselves.
    const actOn: ActOn = (person) => (person.discordId === ownId ? null : logRow(person))
    const all = Object.values(PALETTES).flatMap((palette) => palette({ content, actOn }))
    return [...all.filter(({ isOfPeople }) => isOfPeople), ...all.filter(({ isOfPeople }) => !isOfPeople)]
  }, [content, ownId])
  const { rows, isComplete } = useQueries({
    queries: sources.map(({ access, part, query }) => ({
      ...query,
      enabled: (access === 'anyone' || (isSignedIn && allowsRights(access, rights))) && isOn(content.off, part),
    })),
    combine: allRows,
  })

  const typed = useDebounced(search, REST_MS)
  const passages = usePassages(typed, null)
  const players = usePlayersInPalette(typed, rights.isStaff)
  const isAnswered = search.trim() === '' || (typed === search && !passages.isFetching && players !== null)
  const hits = search.trim() === '' || passages.isPlaceholderData ? undefined : passages.data?.data

  const entries = useMemo(() => {
    const openTo = openPages(pages, content, rights)
      .filter(({ access }) => isSignedIn || access === 'anyone')
      .sort(compareByUse(toolPaths(pages)))
    return [
      ...withHits([...pageRows(openTo, content), ...rows, ...(players ?? [])], hits ?? []).map(
        ({ rank, ...row }): Entry => ({ ...entryOf(navigate, row), rank }),
      ),
      actionEntry('shortcuts', t('Keyboard shortcuts'), t('help keys'), <Keyboard aria-hidden="true" />, onShortcuts),
      ...(logout === null
        ? []
        : [actionEntry('logout', t('Log out'), t('sign out'), <LogOut aria-hidden="true" />, () => void logout())]),
    ]
  }, [pages, content, rights, isSignedIn, navigate, rows, players, hits, onShortcuts, logout])

  const isAll = isComplete && isAnswered
  useEffect(() => onEntries(entries, isAll), [entries, isAll, onEntries])
  return null
}

/** Pages that are used rarely. They come after all other pages. */
const RARE = /^\/move-in$|\/import$/

/** Sorts the tools first, in their order, and rarely used pages last. */
function compareByUse(tools: readonly string[]) {
  const placeOf = ({ path }: OpenPage) => {
    if (RARE.test(path)) return tools.length + 1
    return tools.includes(path) ? tools.indexOf(path) : tools.length
  }
  return (a: OpenPage, b: OpenPage) => placeOf(a) - placeOf(b)
}

/** Adds the server's ranks to the rows that the server found. Rules that the server found become rows of their own. */
function withHits(rows: readonly PaletteRow[], hits: readonly Hit[]): (PaletteRow & Pick<Entry, 'rank'>)[] {
  const ranks = new Map<PaletteRow['to'], number>(hits.map(({ href }, rank) => [href, rank]))
  const rules = hits.filter(({ book }) => book === 'rules')
  return [...rows, ...rules.map(ruleRow)].map((row) => ({ ...row, rank: ranks.get(row.to) }))
}

function ruleRow({ title, trail, href }: Hit): PaletteRow {
  return {
    id: `rule:${href}`,
    group: t('Rules'),
    label: title.join(''),
    detail: trail,
    texts: [],
    icon: <BookOpen aria-hidden="true" />,
    to: href,
  }
}

function actionEntry(name: string, label: string, texts: string, icon: ReactNode, run: () => void): Entry {
  return { id: `action:${name}`, group: t('Actions'), label, texts: [texts], icon, run }
}

function entryOf(navigate: Navigate, { to, acts, ...row }: PaletteRow): Entry {
  const run = to === null ? null : () => open(navigate, typeof to === 'string' ? to : to())
  return { ...row, run, acts: acts?.map((act) => entryOf(navigate, act)) }
}

function logRow({ discordId, name, callsign }: Parameters<ActOn>[0]): PaletteRow {
  return {
    id: `log:${discordId}`,
    group: t('Actions'),
    label: t('Log action on {name}', { name }),
    texts: [callsign, discordId],
    icon: <Gavel aria-hidden="true" />,
    to: `?${LOG}=${discordId}`,
  }
}

/** Navigates, and moves the keyboard focus to the new page instead of where the palette was opened. */
function goTo(navigate: Navigate, to: string): void {
  navigate(to)
  // A form with unsaved input may stop the navigation and ask first.
  if (new URL(to, window.location.href).pathname !== window.location.pathname) return
  // Move the focus synchronously: in the next frame the person may already be typing a search.
  document.getElementById('content')?.focus({ preventScroll: true })
}

/**
 * Opens web addresses in a new browser tab. The browser passes other addresses, such as those of mail and of the game,
 * to their program.
 */
function open(navigate: Navigate, to: string): void {
  const [, panel, id] = /^\?(\w+)=(\d+)$/.exec(to) ?? []
  if (panel !== undefined && id !== undefined) openPanel(panel, id)
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
