import Gamepad2 from 'lucide-react/icons/gamepad-2'
import Search from 'lucide-react/icons/search'
import { Suspense, useEffect, useState } from 'react'
import type { Auth } from '#features/auth/web/use-auth.ts'
import { PlayerCount } from '#features/game-server/web/player-count.tsx'
import { t } from '#lib/messages.ts'
import type { Site } from '#lib/site.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Drawing } from '#ui/drawing.tsx'
import { lazyExtra } from '#web/lazy-extra.ts'
import { Link, usePathname } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { Emblem } from './emblem.tsx'
import { MobileMenu } from './mobile-menu.tsx'

/** Loaded separately, because only signed-in people have an account menu. */
const AccountMenu = lazyExtra(() =>
  Promise.all([import('./account-menu.tsx'), import('#ui/staff.css')]).then(([module]) => module.AccountMenu),
)

/** Loaded separately, because most visitors never use these keys. */
const QuickKeys = lazyExtra(() =>
  Promise.all([import('./quick-keys.tsx'), import('#ui/staff.css')]).then(([module]) => module.QuickKeys),
)

/** Pixels of scrolling after which the header is opaque (spec section 9). */
const OPAQUE_AFTER = 50

interface NavigationBarProps {
  site: Site
  auth: Auth
  onLogin(): void
}

/**
 * The header of every page. It is transparent over the first block of a page until the page is scrolled. Over 60 lines
 * because it is one row, in which several items depend on the account, and because the code that every visitor downloads
 * must stay small.
 */
export function NavigationBar({ site, auth, onLogin }: NavigationBarProps) {
  const { navigation } = useSiteContent()
  const pathname = usePathname()
  const isOpaque = useIsScrolledPast(OPAQUE_AFTER)
  // Visitors may use the palette too, but few do. Its code is loaded at the first Ctrl K, and keys typed meanwhile are
  // kept.
  const [hasJumped, setHasJumped] = useState(false)
  useEffect(() => {
    const jump = () => setHasJumped(true)
    if ('jump' in document.documentElement.dataset) jump()
    document.addEventListener('jump', jump)
    return () => document.removeEventListener('jump', jump)
  }, [])
  // For signed-in people, the search and the account menu are beside all links.
  const isCrowded = auth.status === 'signed-in'
  return (
    <header
      data-opaque={isOpaque}
      className={`sticky top-0 z-40 border-b transition-colors duration-200 has-[details[open]]:border-haze has-[details[open]]:bg-dusk ${
        isOpaque ? 'border-haze bg-night' : 'border-transparent bg-transparent'
      }`}
    >
      <a
        href="#content"
        className="sr-only z-10 rounded-md bg-lagoon px-4 py-2.5 font-bold font-sign text-night focus:not-sr-only focus:absolute focus:top-2 focus:left-4"
      >
        {t('Skip to content')}
      </a>
      <div className="mx-auto flex h-(--navigation-height,var(--header-height)) max-w-(--page-width) items-center gap-3 px-4 sm:px-[min(1.5rem,var(--page-edge))] lg:gap-4 lg:px-(--page-edge)">
        <Link to="/" className="flex items-center gap-3 rounded-md">
          <Emblem className="size-10 shrink-0" />
          <SiteName site={site} />
        </Link>
        <nav aria-label={t('Main')} className="hidden flex-1 lg:block">
          <ul className="flex items-center gap-1">
            {navigation.bar.map(({ label, href, icon }) => (
              <li key={label}>
                <Link
                  to={href}
                  aria-current={pathname === href ? 'page' : undefined}
                  className="relative flex h-10 items-center gap-1.5 whitespace-nowrap rounded-md px-2.5 font-semibold font-sign text-[0.9375rem] text-paper-dim transition-colors after:absolute after:inset-x-2.5 after:bottom-1 after:h-0.5 after:rounded-full hover:text-paper aria-[current=page]:text-paper aria-[current=page]:after:bg-sunset"
                >
                  {icon && <Drawing shapes={icon} />}
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-3">
          {(auth.status === 'signed-in' || (hasJumped && auth.status === 'signed-out')) && (
            <Suspense>
              <QuickKeys auth={auth} />
            </Suspense>
          )}
          {/* Staff and ES members have a button for the palette in this place. */}
          {!(auth.status === 'signed-in' && auth.rights.canESQuick) && (
            <Link
              to="/search"
              aria-label={t('Search')}
              className="flex size-11 items-center justify-center rounded-md text-paper-dim hover:bg-paper/8 lg:hidden"
            >
              <Search aria-hidden="true" className="size-5" />
            </Link>
          )}
          <div className="hidden lg:block">
            {auth.status === 'signed-in' ? (
              <Suspense fallback={<LoginPlace />}>
                <AccountMenu {...auth} />
              </Suspense>
            ) : (
              <Button look="ghost" disabled={auth.status === 'loading'} onClick={onLogin}>
                {t('Login')}
              </Button>
            )}
          </div>
          <PlayerCount look="tally" className={`max-sm:hidden ${isCrowded ? 'lg:max-xl:hidden' : ''}`} />
          {site.links.connect !== undefined && (
            <ButtonLink to={site.links.connect} look="primary">
              <Gamepad2 aria-hidden="true" className="max-sm:hidden" />
              {t('Connect')}
            </ButtonLink>
          )}
          <MobileMenu auth={auth} onLogin={onLogin} />
        </div>
      </div>
    </header>
  )
}

/** Keeps the space of the account menu until its code has loaded. */
function LoginPlace() {
  return (
    <Button look="ghost" disabled>
      {t('Login')}
    </Button>
  )
}

/** A full name with more letters than this has no room beside the links on a small desktop. */
const LONG_NAME = 24

/** The full name where it has room, on two lines if necessary. Otherwise the short name. Neither is ever cut. */
function SiteName({ site: { name, shortName } }: { site: Site }) {
  const isLong = name.length > LONG_NAME
  return (
    <span className="text-balance font-extrabold font-sign text-[1.0625rem] leading-tight tracking-tight">
      <span className="sm:hidden">{shortName}</span>
      <span className={`hidden sm:inline lg:hidden ${isLong ? '2xl:inline' : 'xl:inline'}`}>{name}</span>
      <span className={`hidden lg:inline ${isLong ? '2xl:hidden' : 'xl:hidden'}`}>{shortName}</span>
    </span>
  )
}

function useIsScrolledPast(pixels: number): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    const look = () => setIsPast(window.scrollY > pixels)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [pixels])
  return isPast
}
