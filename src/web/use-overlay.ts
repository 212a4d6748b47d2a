import { useLocationProperty } from 'wouter/use-browser-location'

/** What is open over the page, by name, from the current history entry. */
export function overlays(): Record<string, unknown> {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}

function overlayOf(name: string): string | null {
  const value = overlays()[name]
  return typeof value === 'string' ? value : null
}

/**
 * Something that opens over the page with its own history entry: Back closes it instead of leaving the page, and it
 * survives a refresh. `value` is what it shows, or null while it is closed.
 */
export function useOverlay(name: string) {
  const value = useLocationProperty(
    () => overlayOf(name),
    () => null,
  )

  return {
    value,
    open: (next: string): void => {
      if (overlayOf(name) !== null) return
      window.history.pushState({ ...overlays(), [name]: next }, '')
    },
    close: (): void => {
      if (overlayOf(name) === null) return
      const { [name]: _, ...others } = overlays()
      // Change the entry at once, not when the browser has gone back: a second press would leave the page.
      window.history.replaceState(others, '')
      window.history.back()
    },
  }
}
