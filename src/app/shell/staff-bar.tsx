import { useQueryClient } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Rights } from '#lib/access.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { markEdges } from '#ui/mark-edges.ts'
import { Menu, MenuLink } from '#ui/menu.tsx'
import { useUndoKey } from '#ui/undo-action.tsx'
import { Link } from '#web/router.tsx'
import { useMediaQuery } from '#web/use-media-query.ts'
import { fetchPage } from '../page-code.ts'
import { MenuIcon } from './menu-icon.tsx'
import { usePages } from './open-pages.ts'
import { type Tool, useTools } from './staff-tools.ts'

/** The most tools in the bar at the foot of a phone. With more tools, the last place is a menu with the rest. */
const MAX_AT_FOOT = 5

/**
 * The bar with the tools on every page of the staff: the second line of the header, or on a phone a bar at the foot of
 * the screen. A person who may open no more than one tool sees no bar.
 */
export function StaffBar({ rights }: { rights: Rights }) {
  const tools = useTools(rights)
  const isPhone = useMediaQuery('(width < 40rem)')
  const [header, setHeader] = useState<Element | null>(null)
  const findHeader = useCallback((mark: HTMLElement | null) => setHeader(mark?.closest('header') ?? null), [])
  const isShown = tools.length > 1 && header !== null
  useCodeOf(tools)
  const queryClient = useQueryClient()
  useUndoKey(() => queryClient.isMutating() > 0)
  useEffect(markEdges, [])

  // Parts that fill the rest of the window must measure it again.
  useLayoutEffect(() => {
    window.dispatchEvent(new Event('resize'))
    if (isShown && !isPhone) showTarget()
  }, [isShown, isPhone])

  return (
    <>
      <span ref={findHeader} hidden />
      {isShown &&
        createPortal(
          isPhone ? <FootBar tools={tools} /> : <HeaderLine tools={tools} />,
          isPhone ? document.body : header,
        )}
    </>
  )
}

/** A target this close to the top of the window, in pixels, was just scrolled to. */
const BELOW_HEADER = 200

/**
 * Scrolls to the target of the address again. The page may have scrolled there before the bar appeared, so the bar
 * would cover the target.
 */
function showTarget(): void {
  const target = document.querySelector(':target')
  const top = target?.getBoundingClientRect().top ?? -1
  if (top >= 0 && top < BELOW_HEADER) target?.scrollIntoView({ behavior: 'instant' })
}

/** Milliseconds until the tools load, so that the page itself loads first. */
const SETTLED = 1000

/** Loads the code of the tools after the page, so that a press opens a tool at once. */
function useCodeOf(tools: readonly Tool[]): void {
  const pages = usePages()
  const paths = tools.map(({ href }) => href).join(' ')
  useEffect(() => {
    const timer = setTimeout(() => {
      const open = pages.filter(({ path }) => paths.split(' ').includes(path))
      // When loading fails, navigating to the tool tries again and reports the failure.
      for (const page of open) fetchPage(page).catch(() => undefined)
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [pages, paths])
}

function HeaderLine({ tools }: { tools: readonly Tool[] }) {
  return (
    <nav data-staff-bar="" aria-label={t('Tools')} className="staff-line border-haze/70 border-t bg-night">
      <ul className="mx-auto flex h-full max-w-(--page-width) items-stretch gap-1 overflow-x-auto px-4 [scrollbar-width:none] sm:px-[min(1.5rem,var(--page-edge))]">
        {tools.map(({ href, label, isCurrent, waiting }) => (
          <li key={href} className="flex">
            <Link
              to={href}
              aria-current={isCurrent ? 'page' : undefined}
              className="relative flex items-center gap-1.5 whitespace-nowrap px-2.5 font-semibold font-sign text-paper-dim text-sm -outline-offset-2 after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 hover:text-paper aria-[current=page]:text-paper aria-[current=page]:after:bg-lagoon"
            >
              {label}
              <Waiting count={waiting} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="block whitespace-nowrap rounded-full bg-amber px-1.5 font-bold text-night text-xs leading-4 tabular-nums">
      {formatNumber(count)}
      <span className="sr-only"> {t('waiting')}</span>
    </span>
  )
}

function FootBar({ tools }: { tools: readonly Tool[] }) {
  const fitting = tools.length > MAX_AT_FOOT ? MAX_AT_FOOT - 1 : MAX_AT_FOOT
  const rest = tools.slice(fitting)
  const waiting = rest.reduce((sum, tool) => sum + tool.waiting, 0)
  return (
    <nav
      data-staff-bar=""
      aria-label={t('Tools')}
      className="staff-foot fixed inset-x-0 bottom-0 z-30 border-haze border-t bg-dusk pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      <ul className="flex h-14 items-stretch">
        {tools.slice(0, fitting).map(({ href, label, icon, isCurrent, waiting: count }) => (
          <li key={href} className="flex min-w-0 flex-1">
            <Link to={href} aria-current={isCurrent ? 'page' : undefined} className={`${FOOT} ${isCurrent ? ON : OFF}`}>
              <span className="relative">
                <MenuIcon name={icon} />
                <span className="absolute -top-1.5 left-4">
                  <Waiting count={count} />
                </span>
              </span>
              <span className="max-w-full truncate">{label}</span>
            </Link>
          </li>
        ))}
        {rest.length > 0 && (
          <li className="flex min-w-0 flex-1">
            <Menu
              label={t('More tools')}
              triggerClass={`${FOOT} ${rest.some(({ isCurrent }) => isCurrent) ? ON : OFF}`}
              trigger={
                <>
                  <span className="relative">
                    <Ellipsis aria-hidden="true" />
                    <span className="absolute -top-1.5 left-4">
                      <Waiting count={waiting} />
                    </span>
                  </span>
                  {t('More')}
                </>
              }
            >
              {rest.map(({ href, label, icon, isCurrent, waiting: count }) => (
                <MenuLink key={href} to={href} aria-current={isCurrent ? 'page' : undefined}>
                  <MenuIcon name={icon} />
                  <span className="mr-auto">{label}</span>
                  <Waiting count={count} />
                </MenuLink>
              ))}
            </Menu>
          </li>
        )}
      </ul>
    </nav>
  )
}

const FOOT =
  'flex w-full min-w-0 flex-col items-center justify-center gap-0.5 px-0.5 font-sign font-semibold text-[0.6875rem] leading-4 -outline-offset-2 [&_svg]:size-5'
const ON = 'text-lagoon'
const OFF = 'text-paper-dim'
