import { useLocationProperty } from 'wouter/use-browser-location'

/** What lies over the page, by the current entry of the browser's history. */
export function overlays(): Record<string, unknown> {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}

function overlayOf(name: string): string | null {
  const value = overlays()[name]
  return typeof value === 'string' ? value : null
}

/**
 * Something that opens over the page and has an entry of its own in the browser's history: Back closes it instead of
 * leaving the page, and a refresh leaves it open. `value` says what it shows, null that it is closed.
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
      // At once, and not when the browser has gone back: a second press would leave the page.
      window.history.replaceState(others, '')
      window.history.back()
    },
  }
}
