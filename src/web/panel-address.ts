import { useLocationProperty } from 'wouter/use-browser-location'
import { writeAddress } from './router.tsx'
import { overlays } from './use-overlay.ts'

/*
 * What is open beside the page, as a parameter of its address: Back closes it, a link leads to it, a refresh leaves it
 * open. The history remembers which of them a press opened, so that closing goes back there instead of one more step on.
 */

const shownIn = (name: string) => new URLSearchParams(window.location.search).get(name)

function addressWith(name: string, value: string | null): string {
  const address = new URLSearchParams(window.location.search)
  if (value === null) address.delete(name)
  else address.set(name, value)
  // Between the texts of a list they are easier to read.
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
  // At once, and not when the browser has gone back: a second press would leave the page.
  writeAddress(addressWith(name, null), { replace: true, state })
  if (opened === 'pressed') window.history.back()
}

/** Whether the panel of this name shows this. Of a list only the rows that it comes from and goes to are drawn again. */
export function useIsInPanel(name: string, value: string): boolean {
  return useLocationProperty(
    () => shownIn(name) === value,
    () => false,
  )
}

/** What the panel of this name shows; null while it is closed. */
export function usePanel(name: string): string | null {
  return useLocationProperty(
    () => shownIn(name),
    () => null,
  )
}
