import '#ui/public.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { AUTH_PATH, AUTH_QUERY } from '#features/auth/web/use-auth.ts'
import { setDateForms } from '#lib/date-forms.ts'
import { createTranslator, setTranslator } from '#lib/messages.ts'
import { toast } from '#ui/live-region.tsx'
import { createQueryClient } from '#web/query-client.ts'
import { Router } from '#web/router.tsx'
import { restoreAfterRefresh, trackScrollPositions } from '#web/scroll-restoration.tsx'
import { App, allPages, preloadFurther, preloadScreens, preparePage } from './app.tsx'
import { pageAt } from './community-pages.tsx'
import { preloadPage } from './page-code.ts'
import type { PageData } from './render.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'

async function start(): Promise<void> {
  const block = document.getElementById('__data')
  const root = document.getElementById('root')
  if (block?.textContent == null || root === null) throw new Error('the page came without its data')
  const data: PageData = JSON.parse(block.textContent)
  setTranslator(createTranslator(data.language, data.messages ?? {}))
  setDateForms(data.content.dates)
  const queryClient = createQueryClient({
    onRefused: (client) => void client.invalidateQueries({ queryKey: [AUTH_PATH] }),
    onUnhandled: (error) => toast(error.message, 'danger'),
  })
  // Leaving the page would lose a request that is still being sent, so the browser asks first.
  window.addEventListener('beforeunload', (event) => {
    if (queryClient.isMutating() > 0) event.preventDefault()
  })
  trackScrollPositions()
  for (const [key, reply] of data.lists) queryClient.setQueryData([key], reply)
  if (data.content.rosters ?? data.content.checklists) await preloadFurther()
  const page = pageAt(allPages(data.content), window.location.pathname)
  const site = (
    <ErrorBoundary>
      <Router path={window.location.pathname} search={data.search} prepare={preparePage(queryClient)}>
        <App content={data.content} queryClient={queryClient} screen={data.screen} />
      </Router>
    </ErrorBoundary>
  )
  if (data.screen !== null || page === undefined) {
    await preloadScreens()
    hydrateRoot(root, site)
  } else if (page.access === 'anyone') {
    await preloadPage(page)
    hydrateRoot(root, site)
  } else {
    // The document of a restricted page is a frame that is the same for everybody. The page replaces the frame. If the
    // page's code fails to load, the page reports that itself.
    await Promise.allSettled([preloadPage(page), queryClient.prefetchQuery(AUTH_QUERY)])
    const frame = document.head.querySelectorAll('title, meta[name="robots"]')
    document.addEventListener('hydrated', () => frame.forEach((tag) => void tag.remove()), { once: true })
    restoreAfterRefresh()
    createRoot(root).render(site)
  }
}

start().catch((error: unknown) => {
  document.dispatchEvent(new Event('hydration-failed'))
  throw error
})
