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

/** Code of its own: only signed-in people hold a live connection. */
const LiveConnection = lazyExtra(() => import('./live-connection.tsx').then((module) => module.LiveConnection))

/** Likewise: only owners hear of deleted roles. */
const MissingRolesPlace = lazyExtra(() =>
  import('./missing-roles-place.tsx').then((module) => module.MissingRolesPlace),
)

/** Comes back to where the browser is now. */
function login(): void {
  const { pathname, search, hash } = window.location
  window.location.assign(signInHref(pathname + search + hash))
}

/** What stands around every page. */
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
