import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ComponentType, memo, Suspense, use, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { AUTH_QUERY, useAuth } from '#features/auth/web/use-auth.ts'
import { useSessionEnd } from '#features/auth/web/use-session-end.ts'
import { allowsRights } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { t } from '#lib/messages.ts'
import type { Page } from '#lib/page.ts'
import { toast } from '#ui/live-region.tsx'
import { CallFailed } from '#web/call.ts'
import { queryAt } from '#web/queries.ts'
import { type Prepare, usePathname } from '#web/router.tsx'
import { ScrollRestoration } from '#web/scroll-restoration.tsx'
import { type SiteContent, SiteProvider } from '#web/site-context.tsx'
import { pageAt, pagesOf } from './community-pages.tsx'
import { PageHead, ScreenHead } from './head.tsx'
import { fetchPage, loadedPage, preloadPage } from './page-code.ts'
import type { Screen, ScreenView } from './screens.tsx'
import { PagesContext } from './shell/open-pages.ts'
import { Shell } from './shell/shell.tsx'

let screens: { ScreenView: typeof ScreenView } | null = null
/**
 * Builds the pages of further lists. The code is loaded separately because only some staff of some communities have
 * such lists.
 */
let furtherPages: typeof import('./further-pages.tsx').furtherPages | undefined
let loadingScreens: Promise<{ ScreenView: typeof ScreenView }> | null = null

/** The longest time, in milliseconds, that a navigation waits for lists. */
const LISTS_WAIT = 400

/** Loads the code that `allPages` needs for the pages of further lists. */
export const preloadFurther = () =>
  import('./further-pages.tsx').then((module) => {
    furtherPages = module.furtherPages
  })

/** Every page of the site, and the pages of further lists once their code is loaded. */
export const allPages = (content: SiteContent) => pagesOf({ ...content, further: furtherPages?.(content) })

/** The pages of the site as it is shown now. */
let shownPages: readonly Page[] = []

/**
 * Fetches what the next page needs: its code, and the lists that a public page cannot be shown without. Returns null
 * when everything is loaded. When the site cannot be reached, a message says so and the current page stays.
 */
export function preparePage(queryClient: QueryClient): Prepare {
  // The page itself reports a list that the server refuses. The navigation is cancelled only when the server does not
  // answer.
  const fetchList = (path: Endpoint['path']) =>
    queryClient.fetchQuery({ ...queryAt(path), retry: false }).catch((error: unknown) => {
      if (error instanceof CallFailed && error.status === 0) throw error
    })
  return (path) => {
    const page = pageAt(shownPages, path)
    if (page === undefined) return null
    const { lists = [] } = page
    const missing = (
      typeof lists === 'function' ? lists(path.replace(/\/$/, '').split('/').at(-1) ?? '') : lists
    ).filter((list) => queryClient.getQueryData([list]) === undefined)
    if (loadedPage(page) !== undefined && missing.length === 0) return null
    // A navigation that takes longer than this shows the page without its lists, in its loading state.
    const waited = new Promise((resolve) => setTimeout(resolve, LISTS_WAIT))
    const fetched = Promise.race([Promise.all(missing.map(fetchList)), waited])
    return Promise.all([fetchPage(page), fetched]).catch((error: unknown) => {
      toast(t('That page could not be loaded, so you are still here. Try again in a moment.'), 'danger')
      throw error
    })
  }
}

export function preloadScreens(): Promise<{ ScreenView: typeof ScreenView }> {
  loadingScreens ??= import('./screens.tsx').then((module) => {
    screens = module
    return module
  })
  return loadingScreens
}

/**
 * Memoized so that the page does not render again when the session check answers. A page that needs the session reads
 * it itself.
 */
const PageView = memo(function PageView({ page }: { page: Page }) {
  const Component = loadedPage(page) ?? use(preloadPage(page))
  return (
    <>
      <PageHead page={page} />
      <Component />
    </>
  )
})

function ScreenInPlace({ screen }: { screen: Screen }) {
  const { ScreenView } = screens ?? use(preloadScreens())
  return (
    <>
      <ScreenHead screen={screen} />
      <ScreenView screen={screen} />
    </>
  )
}

/** The server protects the data. This check only keeps people from a page whose calls would all be denied. */
function GuardedPage({ page, frame: Frame }: { page: Page; frame?: PageFrame }) {
  const auth = useAuth()
  if (page.access !== 'anyone') {
    if (auth.status === 'loading') return Frame ? <Frame page={page} /> : null
    const isSignedOut = auth.status === 'signed-out'
    if (isSignedOut || !allowsRights(page.access, auth.rights)) {
      return <ScreenInPlace screen={{ name: 'access-denied', access: page.access, isSignedOut }} />
    }
  }
  return <PageView page={page} />
}

function SessionWatch() {
  useSessionEnd()
  return null
}

interface AppProps {
  content: SiteContent
  queryClient: QueryClient
  /** The screen that the server rendered in place of the first page. */
  screen: Screen | null
  /** Shown in place of a restricted page until the session is known. */
  frame?: PageFrame
}

type PageFrame = ComponentType<{ page: Page }>

export function App(props: AppProps) {
  // Tells first-paint.ts that React now handles presses and input.
  useLayoutEffect(() => {
    document.dispatchEvent(new Event('hydrated'))
  }, [])
  const pathname = usePathname()
  const [first] = useState(pathname)
  const screen: Screen | null = pathname === first ? props.screen : null
  const { data } = useQuery(AUTH_QUERY, props.queryClient)
  const lists = data?.ok ? data.lists : undefined
  const [hasFurther, setHasFurther] = useState(furtherPages !== undefined)
  useEffect(() => {
    if (lists !== undefined) void preloadFurther().then(() => setHasFurther(true))
  }, [lists])
  const content = useMemo(() => ({ ...props.content, ...lists }), [props.content, lists])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of further lists may load later
  const pages = useMemo(() => allPages(content), [content, hasFurther])
  useLayoutEffect(() => {
    shownPages = pages
  }, [pages])
  const page = screen === null ? pageAt(pages, pathname) : undefined
  return (
    <SiteProvider content={content}>
      <QueryClientProvider client={props.queryClient}>
        <SessionWatch />
        <ScrollRestoration />
        <PagesContext value={pages}>
          <Shell footer={(page?.access ?? 'anyone') === 'anyone' ? (page?.footer ?? 'site') : null}>
            <Suspense fallback={null}>
              {page ? (
                <GuardedPage key={page.path} page={page} frame={props.frame} />
              ) : (
                <ScreenInPlace screen={screen ?? { name: 'not-found' }} />
              )}
            </Suspense>
          </Shell>
        </PagesContext>
      </QueryClientProvider>
    </SiteProvider>
  )
}
