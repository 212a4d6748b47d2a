import { vi } from 'vitest'

/** Replaces the window's ResizeObserver. Returns a function that tells all observers that the page changed its height. */
export function stubResizeObserver(): () => void {
  const callbacks = new Set<() => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly callback: () => void) {}
      observe() {
        callbacks.add(this.callback)
      }
      disconnect() {
        callbacks.delete(this.callback)
      }
    },
  )
  return () => {
    for (const callback of callbacks) callback()
  }
}
