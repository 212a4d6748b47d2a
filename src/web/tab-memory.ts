import { useEffect } from 'react'

const listeners = new Set<() => void>()

/** Forgets what this tab keeps of its visitor: they signed out, or their session ended. */
export function forgetTab(): void {
  try {
    window.sessionStorage.clear()
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  for (const listener of listeners) listener()
}

/** For what is on the page and came from there. */
export function useForgetting(forget: () => void): void {
  useEffect(() => {
    listeners.add(forget)
    return () => {
      listeners.delete(forget)
    }
  }, [forget])
}
