import { useLocationProperty } from 'wouter/use-browser-location'
import { writeAddress } from './router.tsx'
import { overlays } from './use-overlay.ts'

/*
 * A panel that is open beside the page is a parameter of its address: Back closes it, a link can open it, and it
 * survives a refresh. The history state records which panels were opened by a click. Closing such a panel goes back in
 * the history instead of adding an entry.
 */

const shownIn = (name: string) => new URLSearchParams(window.location.search).get(name)

function addressWith(name: string, value: string | null): string {
  const address = new URLSearchParams(window.location.search)
  if (value === null) address.delete(name)
  else address.set(name, value)
  // Commas between the texts of a list are easier to read than `%2C`.
  const search = address.toString().replaceAll('%2C', ',')
  return `${window.location.pathname}${search === '' ? '' : `?${search}`}${window.location.hash}`
}

/** Opens a panel, or shows another value in the one that is open. */
export function openPanel(name: string, value: string): void {
  const isOpen = shownIn(name) !== null
  const state = isOpen ? overlays() : { ...overlays(), [name]: 'pressed' }
  writeAddress(addressWith(name, value), { replace: isOpen, state })
}

export function closePanel(name: string): void {
  if (shownIn(name) === null) return
  const { [name]: opened, ...state } = overlays()
  // Change the address at once, not when the browser has gone back: a second press would leave the page.
  writeAddress(addressWith(name, null), { replace: true, state })
  if (opened === 'pressed') window.history.back()
}

/** Whether this panel shows this value. Only the rows that change between shown and not shown render again. */
export function useIsInPanel(name: string, value: string): boolean {
  return useLocationProperty(
    () => shownIn(name) === value,
    () => false,
  )
}

/** The value that this panel shows. Null while it is closed. */
export function usePanel(name: string): string | null {
  return useLocationProperty(
    () => shownIn(name),
    () => null,
  )
}
