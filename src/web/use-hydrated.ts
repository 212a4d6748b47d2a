import { useSyncExternalStore } from 'react'

const nothingToHear = () => () => {}

/**
 * False on the server and while a part of the page is brought to life, which may be late, so that both draw the same;
 * then true. What only this browser knows (the query, who is signed in) must not be shown before.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingToHear,
    () => true,
    () => false,
  )
}
