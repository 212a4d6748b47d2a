import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Pixels that stand above the rows of a list at the least: the header, the list's own, and its search. */
const ABOVE = 300

/** As many rows of so many pixels as the screen shows of a list at its top. */
export const screenful = (row: number): number => Math.max(1, Math.ceil((window.innerHeight - ABOVE) / row))

/**
 * False while a part of the page is drawn for the first time, or for the first time in this order, and true right after
 * that is to be seen: what lies below the screen is drawn then, so that a press shows sooner what it leads to.
 */
export function useIsDrawn(order = ''): boolean {
  const [drawn, setDrawn] = useState<string | null>(null)
  useEffect(() => startTransition(() => setDrawn(order)), [order])
  return drawn === order
}

/** What nobody sees at first, such as the names that a field offers: it is drawn right after what it belongs to. */
export function Late({ children }: { children: ReactNode }): ReactNode {
  return useIsDrawn() ? children : null
}
