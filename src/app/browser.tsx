import '#ui/public.css'
import { hydrateRoot } from 'react-dom/client'
import { AUTH_PATH } from '#features/auth/web/use-auth.ts'
import { toast } from '#ui/live-region.tsx'
import { createQueryClient } from '#web/query-client.ts'
import { Router } from '#web/router.tsx'
import { App, preloadPage, preloadScreens, preparePage } from './app.tsx'
import type { PageData } from './render.tsx'
import { pageAt, pagesOf } from './routes.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'

async function start(): Promise<void> {
  const block = document.getElementById('__data')
  const root = document.getElementById('root')
  if (block?.textContent == null || root === null) throw new Error('the page came without its data')
  const data: PageData = JSON.parse(block.textContent)
  const queryClient = createQueryClient({
    onRefused: (client) => void client.invalidateQueries({ queryKey: [AUTH_PATH] }),
    onUnheard: (error) => toast(error.message, 'danger'),
  })
  // What is still being sent would be lost with the page: the browser asks first.
  window.addEventListener('beforeunload', (event) => {
    if (queryClient.isMutating() > 0) event.preventDefault()
  })
  for (const [key, reply] of data.lists) queryClient.setQueryData([key], reply)
  const pages = pagesOf(data.content.departments)
  const page = pageAt(pages, window.location.pathname)
  await (data.screen === null && page !== undefined ? preloadPage(page) : preloadScreens())
  hydrateRoot(
    root,
    <ErrorBoundary>
      <Router path={window.location.pathname} prepare={preparePage(pages, queryClient)}>
        <App content={data.content} queryClient={queryClient} screen={data.screen} />
      </Router>
    </ErrorBoundary>,
  )
}

void start()
