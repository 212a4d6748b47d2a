import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import LogOut from 'lucide-react/icons/log-out'
import MenuIcon from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { Auth } from '#features/auth/web/use-auth.ts'
import { PlayerCount } from '#features/game-server/web/player-count.tsx'
import { t } from '#lib/messages.ts'
import type { NavLink } from '#lib/navigation.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Drawing } from '#ui/drawing.tsx'
import { lazyExtra } from '#web/lazy-extra.ts'
import { Link, usePathname } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { isExternal } from './nav.ts'
import { linkGroups, usePages } from './open-pages.ts'

/** Loaded separately, because only signed-in people have an inbox. */
const InboxRow = lazyExtra(() =>
  Promise.all([import('./inbox-row.tsx'), import('#ui/staff.css')]).then(([module]) => module.InboxRow),
)

interface MobileMenuProps {
  auth: Auth
  onLogin(): void
}

/**
 * The menu on narrow screens. It has the links of the navigation bar, and of the groups of pages only Staff. The page
 * behind the menu does not scroll. Over 60 lines because every visitor downloads this menu with the page, and parts of
 * its own would make it bigger.
 */
export function MobileMenu({ auth, onLogin }: MobileMenuProps) {
  const { navigation, site } = useSiteContent()
  const ref = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const pathname = usePathname()
  const pages = usePages()

  const close = () => ref.current?.removeAttribute('open')

  // The visitor may have opened the menu before hydration.
  useEffect(() => setIsOpen(ref.current?.open === true), [])

  const openedAt = useRef(pathname)
  useEffect(() => {
    if (openedAt.current === pathname) return
    openedAt.current = pathname
    ref.current?.removeAttribute('open') // navigating to a new page closes the menu
  }, [pathname])

  useEffect(() => {
    document.documentElement.classList.toggle('is-scroll-locked', isOpen)
    return () => document.documentElement.classList.remove('is-scroll-locked')
  }, [isOpen])

  useEffect(() => {
    const isWide = window.matchMedia('(width >= 64rem)')
    const onChange = () => {
      if (isWide.matches) ref.current?.removeAttribute('open')
    }
    isWide.addEventListener('change', onChange)
    return () => isWide.removeEventListener('change', onChange)
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== 'Escape' || !isOpen) return
    close()
    event.currentTarget.querySelector('summary')?.focus()
  }

  return (
    <details
      ref={ref}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      onKeyDown={onKeyDown}
      className="group lg:hidden"
    >
      <summary
        aria-label={t('Menu')}
        className="relative -mr-2 flex size-11 items-center justify-center rounded-md text-paper hover:bg-paper/8"
      >
        <MenuIcon aria-hidden="true" className="size-6 group-open:hidden" />
        <X aria-hidden="true" className="hidden size-6 group-open:block" />
      </summary>
      {/* A press beside the panel closes it. Keyboard users have Escape and the button. */}
      <div aria-hidden="true" onMouseDown={close} className="absolute inset-x-0 top-full h-dvh bg-night/75" />
      <nav
        aria-label={t('Menu')}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-var(--header-height)-5rem)] animate-appear overflow-y-auto overscroll-contain border-haze border-b bg-dusk px-4 pt-3 pb-6 shadow-lift"
      >
        <PlayerCount look="sentence" className="px-3 py-2 sm:hidden" />
        <LinkList links={navigation.bar} current={pathname} />
        {auth.status === 'signed-in' &&
          linkGroups(pages, auth.rights)
            .filter(({ label }) => label === 'Staff')
            .map(({ label, links }) => (
              <div key={label} className="mt-3 border-haze border-t pt-4">
                <h2 className="eyebrow px-3 text-amber">{t('Staff')}</h2>
                <LinkList links={links} current={pathname} />
              </div>
            ))}
        <div className="mt-3 border-haze border-t px-3 pt-5">
          {auth.status === 'signed-in' && (
            <Suspense>
              <InboxRow />
            </Suspense>
          )}
          {auth.status === 'signed-in' ? (
            <div className="flex items-center gap-3">
              <Link to="/me" className="touch-target flex min-w-0 flex-1 items-center gap-3">
                <Avatar name={auth.user.username} url={auth.user.avatarUrl} />
                <span className="min-w-0">
                  <span className="block truncate font-semibold leading-5">{auth.user.username}</span>
                  <span className="block text-paper-dim text-sm leading-5">{t('My account')}</span>
                </span>
              </Link>
              <Button onClick={auth.logout}>
                <LogOut aria-hidden="true" />
                {t('Log out')}
              </Button>
            </div>
          ) : (
            <Button size="lg" className="w-full" disabled={auth.status === 'loading'} onClick={onLogin}>
              {t('Login')}
            </Button>
          )}
        </div>
        {/* Visitors have this choice in the footer of each page. */}
        {auth.status === 'signed-in' && (
          <div className="px-3 pt-5 text-paper-dim empty:hidden">
            <LanguageChoice site={site} />
          </div>
        )}
      </nav>
    </details>
  )
}

function LinkList({ links, current }: { links: readonly NavLink[]; current: string }) {
  return (
    <ul>
      {links.map(({ label, href, icon }) => (
        <li key={label}>
          <Link
            to={href}
            aria-current={href === current ? 'page' : undefined}
            className="flex h-12 items-center gap-2.5 rounded-md px-3 font-bold font-sign text-lg text-paper active:bg-haze aria-[current=page]:text-amber"
          >
            {icon && <Drawing shapes={icon} className="size-5 shrink-0" />}
            {label}
            {isExternal(href) && <ArrowUpRight aria-hidden="true" className="ml-auto size-5 text-paper-faint" />}
          </Link>
        </li>
      ))}
    </ul>
  )
}
