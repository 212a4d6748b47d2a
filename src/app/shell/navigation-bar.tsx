import Gamepad2 from 'lucide-react/icons/gamepad-2'
import { useEffect, useState } from 'react'
import { Link, NavLink } from 'react-router'
import type { Auth } from '#features/auth/web/use-auth.ts'
import type { Site } from '#lib/site.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Emblem } from './emblem.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { mainLinks } from './nav.ts'

/** Pixels of scrolling after which the header is opaque (spec section 9). */
const OPAQUE_AFTER = 50

interface NavigationBarProps {
  site: Site
  auth: Auth
  onLogin(): void
}

/** The header of every page. It lies see-through over a page's first block until the page is scrolled. */
export function NavigationBar({ site, auth, onLogin }: NavigationBarProps) {
  const isOpaque = useIsScrolledPast(OPAQUE_AFTER)
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
        Skip to content
      </a>
      <div className="mx-auto flex h-(--header-height) max-w-[90rem] items-center gap-3 px-4 sm:px-6 lg:gap-8 lg:px-10">
        <Link to="/" className="flex min-w-0 items-center gap-3 rounded-md">
          <Emblem className="size-10 shrink-0" />
          <span className="truncate font-extrabold font-sign text-[1.0625rem] tracking-tight">
            <span className="sm:hidden">{site.shortName}</span>
            <span className="hidden sm:inline lg:hidden xl:inline">{site.name}</span>
            <span className="hidden lg:inline xl:hidden">{site.shortName}</span>
          </span>
        </Link>
        <nav aria-label="Main" className="hidden flex-1 lg:block">
          <ul className="flex items-center gap-1">
            {mainLinks(site).map(({ label, href }) => (
              <li key={href}>
                <NavLink
                  to={href}
                  end
                  className="relative flex h-10 items-center rounded-md px-3 font-semibold font-sign text-[0.9375rem] text-paper-dim transition-colors after:absolute after:inset-x-3 after:bottom-1 after:h-0.5 after:rounded-full hover:text-paper aria-[current=page]:text-paper aria-[current=page]:after:bg-sunset"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2 sm:gap-3">
          <div className="hidden lg:block">
            {auth.status === 'signed-in' ? (
              <AccountMenu {...auth} />
            ) : (
              <Button look="ghost" disabled={auth.status === 'loading'} onClick={onLogin}>
                Login
              </Button>
            )}
          </div>
          <ButtonLink to={site.links.connect} look="primary">
            <Gamepad2 aria-hidden="true" />
            Connect
          </ButtonLink>
          <MobileMenu site={site} auth={auth} onLogin={onLogin} />
        </div>
      </div>
    </header>
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
