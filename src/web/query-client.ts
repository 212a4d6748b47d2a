import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed } from './call.ts'

interface QueryClientOptions {
  /** A call was refused because of who is signed in (401, 403): what the page believes about that may not be true. */
  onRefused(client: QueryClient): void
  /** A write failed and what asked for it is gone, or asked for another since; unless the write has its own `onError`. */
  onUnheard(error: Error): void
}

/** Holds what the server said. */
export function createQueryClient({ onRefused, onUnheard }: QueryClientOptions): QueryClient {
  const hear = (error: Error) => {
    if (error instanceof CallFailed && (error.status === 401 || error.status === 403)) onRefused(client)
  }
  // Before the next press, not after it: by then the button knows that it was pressed.
  notifyManager.setScheduler(queueMicrotask)
  const heard = new WeakSet<object>()
  const mutationCache = new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      hear(error)
      if (!heard.has(mutation) && mutation.options.onError === undefined) onUnheard(error)
    },
  })
  mutationCache.subscribe((event) => {
    if (event.type === 'observerAdded') heard.add(event.mutation)
    if (event.type === 'observerRemoved') heard.delete(event.mutation)
  })
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: hear }),
    mutationCache,
    defaultOptions: {
      // A browser that believes to be without a network may be wrong, and who pressed a button is told at once.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        // A refusal stays one however often it is asked for.
        retry: (count, error) =>
          count < 2 && !(error instanceof CallFailed && error.status >= 400 && error.status < 500),
      },
    },
  })
  return client
}
