import { useEffect } from 'react'

const listeners = new Set<() => void>()

/** Deletes what this tab stores about a person after they signed out or their session ended. */
export function forgetTab(): void {
  try {
    window.sessionStorage.clear()
  } catch {
    // A browser that denies storage has nothing to delete.
  }
  for (const listener of listeners) listener()
}

/** Calls `forget` when the tab's storage is deleted, for components that still hold data from it. */
export function useForgetting(forget: () => void): void {
  useEffect(() => {
    listeners.add(forget)
    return () => {
      listeners.delete(forget)
    }
  }, [forget])
}
