import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Suspense, use, useLayoutEffect, useMemo, useState } from 'react'
import { Route, Routes, useLocation, useNavigationType } from 'react-router'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { useSessionEnd } from '#features/auth/web/use-session-end.ts'
import { allowsRights } from '#lib/access.ts'
import type { Page } from '#lib/page.ts'
import { type SiteContent, SiteProvider } from '#web/site-context.tsx'
import { PageHead, ScreenHead } from './head.tsx'
import { pageAt, pagesOf } from './routes.tsx'
import type { Screen, ScreenView } from './screens.tsx'
import { Shell } from './shell/shell.tsx'

type Load = Page['load']
const loaded = new Map<Load, ComponentType>()
const loading = new Map<Load, Promise<ComponentType>>()
let screens: { ScreenView: typeof ScreenView } | null = null
let loadingScreens: Promise<{ ScreenView: typeof ScreenView }> | null = null

/** Fetches a page's code; once that is done it renders without waiting, on the server and when brought to life. */
export function preloadPage(load: Load): Promise<ComponentType> {
  let promise = loading.get(load)
  if (promise === undefined) {
    promise = load().then((component) => {
      loaded.set(load, component)
      return component
    })
    loading.set(load, promise)
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
  const Component = loaded.get(page.load) ?? use(preloadPage(page.load))
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

/** A new page begins at its top; back and forward stay where the browser remembers them. */
function PageTop() {
  const { pathname, hash } = useLocation()
  const way = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is a new path
  useLayoutEffect(() => {
    if (way === 'PUSH' && hash === '') window.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, hash, way])
  return null
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
  const pages = useMemo(() => pagesOf(props.content.departments), [props.content.departments])
  const page = screen === null ? pageAt(pages, location.pathname) : undefined
  return (
    <SiteProvider content={props.content}>
      <QueryClientProvider client={props.queryClient}>
        <SessionWatch />
        <PageTop />
        <Shell footer={(page?.access ?? 'anyone') === 'anyone' ? (page?.footer ?? 'site') : null}>
          <Suspense fallback={null}>
            {screen ? (
              <ScreenInPlace screen={screen} />
            ) : (
              <Routes>
                {pages.map((page) => (
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
