import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed } from './call.ts'

/**
 * Holds what the server said. `onRefused` hears of every call that was refused because of who is signed in (401, 403):
 * what the page believes about that may no longer be true.
 */
export function createQueryClient({ onRefused }: { onRefused: (client: QueryClient) => void }): QueryClient {
  const hear = (error: Error) => {
    if (error instanceof CallFailed && (error.status === 401 || error.status === 403)) onRefused(client)
  }
  // Before the next press, not after it: by then the button knows that it was pressed.
  notifyManager.setScheduler(queueMicrotask)
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: hear }),
    mutationCache: new MutationCache({ onError: hear }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A refusal stays one however often it is asked for.
        retry: (count, error) =>
          count < 2 && !(error instanceof CallFailed && error.status >= 400 && error.status < 500),
      },
    },
  })
  return client
}
