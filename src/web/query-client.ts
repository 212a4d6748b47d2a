import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed } from './call.ts'

interface QueryClientOptions {
  /** A call was refused with 401 or 403. What the page knows about the signed-in person may be outdated. */
  onRefused(client: QueryClient): void
  /**
   * A write without its own `onError` failed, and the component that started it has unmounted or started another write
   * since.
   */
  onUnhandled(error: Error): void
}

/** Creates the cache of the server's replies. */
export function createQueryClient({ onRefused, onUnhandled }: QueryClientOptions): QueryClient {
  const reportRefusal = (error: Error) => {
    if (error instanceof CallFailed && (error.status === 401 || error.status === 403)) onRefused(client)
  }
  // Notify before the next press is handled. Otherwise the button does not yet know that it was pressed.
  notifyManager.setScheduler(queueMicrotask)
  const mutationsWithObserver = new WeakSet<object>()
  const mutationCache = new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      reportRefusal(error)
      if (!mutationsWithObserver.has(mutation) && mutation.options.onError === undefined) onUnhandled(error)
    },
  })
  mutationCache.subscribe((event) => {
    if (event.type === 'observerAdded') mutationsWithObserver.add(event.mutation)
    if (event.type === 'observerRemoved') mutationsWithObserver.delete(event.mutation)
  })
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: reportRefusal }),
    mutationCache,
    defaultOptions: {
      // A browser that reports to be offline may be wrong. The call is made anyway, so that a press gets its answer at
      // once.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        // A 4xx response stays the same however often the call is repeated.
        retry: (count, error) =>
          count < 2 && !(error instanceof CallFailed && error.status >= 400 && error.status < 500),
      },
    },
  })
  return client
}
