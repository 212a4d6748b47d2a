import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while its page is brought to life, so that both draw the same; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
