import '#ui/theme.css'
import { QueryClient } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { CallFailed } from '#web/call.ts'
import { App, pageOf, preloadPage, preloadScreens } from './app.tsx'
import type { PageData } from './render.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'

async function start(): Promise<void> {
  const block = document.getElementById('__data')
  const root = document.getElementById('root')
  if (block?.textContent == null || root === null) throw new Error('the page came without its data')
  const data: PageData = JSON.parse(block.textContent)
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) =>
          count < 2 && !(error instanceof CallFailed && error.status >= 400 && error.status < 500),
      },
    },
  })
  for (const [key, reply] of data.lists) queryClient.setQueryData([key], reply)
  const page = pageOf(window.location.pathname)
  await (data.screen === null && page !== undefined ? preloadPage(page) : preloadScreens())
  hydrateRoot(
    root,
    <ErrorBoundary>
      <BrowserRouter>
        <App content={data.content} queryClient={queryClient} screen={data.screen} />
      </BrowserRouter>
    </ErrorBoundary>,
  )
}

void start()
