import { type ReactNode, Suspense } from 'react'
import { signInHref, useAuth } from '#features/auth/web/use-auth.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { lazyExtra } from '#web/lazy-extra.ts'
import { useSiteContent } from '#web/site-context.tsx'
import { useKeptFocus } from '#web/use-kept-focus.ts'
import { DemoBanner } from './demo-banner.tsx'
import { DepartmentFooter } from './department-footer.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { SiteFooter } from './site-footer.tsx'

/** Loaded separately, because only signed-in people have a live connection. */
const LiveConnection = lazyExtra(() => import('./live-connection.tsx').then((module) => module.LiveConnection))

/** Loaded separately, because only owners are told about deleted roles. */
const MissingRolesPlace = lazyExtra(() =>
  import('./missing-roles-place.tsx').then((module) => module.MissingRolesPlace),
)

/** Signs in and returns to the current page. */
function login(): void {
  const { pathname, search, hash } = window.location
  window.location.assign(signInHref(pathname + search + hash))
}

/** The frame around every page: header, footer, and what works on all pages. */
export function Shell({ footer, children }: { footer: 'site' | 'department' | null; children: ReactNode }) {
  const { site, navigation, isDemo, year } = useSiteContent()
  const auth = useAuth()
  useKeptFocus()
  return (
    <>
      {isDemo && <DemoBanner />}
      <NavigationBar site={site} auth={auth} onLogin={login} />
      {auth.status === 'signed-in' && auth.rights.isOwner && (
        <Suspense>
          <MissingRolesPlace />
        </Suspense>
      )}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {footer === 'site' && <SiteFooter site={site} navigation={navigation} year={year} />}
      {footer === 'department' && <DepartmentFooter site={site} navigation={navigation} year={year} />}
      <LiveRegion />
      {auth.status === 'signed-in' && (
        <Suspense>
          <LiveConnection />
        </Suspense>
      )}
    </>
  )
}
