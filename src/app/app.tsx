import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Suspense, use, useState } from 'react'
import { matchPath, Route, Routes, useLocation } from 'react-router'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { useSessionEnd } from '#features/auth/web/use-session-end.ts'
import { allowsRights } from '#lib/access.ts'
import type { Page } from '#lib/page.ts'
import { type SiteContent, SiteProvider } from '#web/site-context.tsx'
import { PageHead, ScreenHead } from './head.tsx'
import { PAGES } from './routes.tsx'
import type { Screen, ScreenView } from './screens.tsx'
import { Shell } from './shell/shell.tsx'

const loaded = new Map<Page, ComponentType>()
const loading = new Map<Page, Promise<ComponentType>>()
let screens: { ScreenView: typeof ScreenView } | null = null
let loadingScreens: Promise<{ ScreenView: typeof ScreenView }> | null = null

/** The page of a path; a trailing slash is the same page. */
export function pageOf(pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return PAGES.find((page) => matchPath({ path: page.path, caseSensitive: true }, path) !== null)
}

/** Fetches a page's code; once that is done it renders without waiting, on the server and when brought to life. */
export function preloadPage(page: Page): Promise<ComponentType> {
  let promise = loading.get(page)
  if (promise === undefined) {
    promise = page.load().then((component) => {
      loaded.set(page, component)
      return component
    })
    loading.set(page, promise)
  }
  return promise
}

export function preloadScreens(): Promise<{ ScreenView: typeof ScreenView }> {
  loadingScreens ??= import('./screens.tsx').then((module) => {
    screens = module
    return module
  })
  return loadingScreens
}

function PageView({ page }: { page: Page }) {
  const Component = loaded.get(page) ?? use(preloadPage(page))
  return (
    <>
      <PageHead page={page} />
      <Component />
    </>
  )
}

function ScreenInPlace({ screen }: { screen: Screen }) {
  const { ScreenView } = screens ?? use(preloadScreens())
  return (
    <>
      <ScreenHead screen={screen} />
      <ScreenView screen={screen} />
    </>
  )
}

/** In the browser the server's refusal of the data decides; this only spares people a page of failed calls. */
function GuardedPage({ page }: { page: Page }) {
  const auth = useAuth()
  if (page.access !== 'anyone' && auth.status !== 'loading') {
    const allowed = auth.status === 'signed-in' && allowsRights(page.access, auth.rights)
    if (!allowed) return <ScreenInPlace screen={{ name: 'access-denied', access: page.access }} />
  }
  return <PageView page={page} />
}

function SessionWatch() {
  useSessionEnd()
  return null
}

/** The whole site. `screen` is what the server showed in place of the first page. */
export function App(props: { content: SiteContent; queryClient: QueryClient; screen: Screen | null }) {
  const location = useLocation()
  const [first] = useState(location.key)
  const screen = location.key === first ? props.screen : null
  return (
    <SiteProvider content={props.content}>
      <QueryClientProvider client={props.queryClient}>
        <SessionWatch />
        <Shell hasFooter={screen !== null || (pageOf(location.pathname)?.access ?? 'anyone') === 'anyone'}>
          <Suspense fallback={null}>
            {screen ? (
              <ScreenInPlace screen={screen} />
            ) : (
              <Routes>
                {PAGES.map((page) => (
                  <Route key={page.path} path={page.path} element={<GuardedPage page={page} />} />
                ))}
                <Route path="*" element={<ScreenInPlace screen={{ name: 'not-found' }} />} />
              </Routes>
            )}
          </Suspense>
        </Shell>
      </QueryClientProvider>
    </SiteProvider>
  )
}
