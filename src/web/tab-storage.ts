import { useEffect } from 'react'

const listeners = new Set<() => void>()

/** Deletes what this tab stores about a person after they signed out or their session ended. */
export function clearTabStorage(): void {
  try {
    window.sessionStorage.clear()
  } catch {
    // A browser that denies storage has nothing to delete.
  }
  for (const listener of listeners) listener()
}

/** Calls `onCleared` when the tab's storage is deleted, for components that still hold data from it. */
export function useOnTabStorageCleared(onCleared: () => void): void {
  useEffect(() => {
    listeners.add(onCleared)
    return () => {
      listeners.delete(onCleared)
    }
  }, [onCleared])
}
