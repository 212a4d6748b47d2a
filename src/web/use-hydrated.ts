import { useSyncExternalStore } from 'react'

const nothingToHear = () => () => {}

/**
 * False on the server and during hydration, which may be late, so that both render the same. True afterwards. What only
 * the browser knows (the query, who is signed in) must not be shown before.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingToHear,
    () => true,
    () => false,
  )
}
