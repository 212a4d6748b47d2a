import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * The least height in pixels above the rows of a list: the header of the site, the header of the list and its search.
 */
const HEIGHT_ABOVE_ROWS = 300

/** How many rows of a given height in pixels fit on the screen when it shows the top of a list. */
export const rowsPerScreen = (rowHeight: number): number =>
  Math.max(1, Math.ceil((window.innerHeight - HEIGHT_ABOVE_ROWS) / rowHeight))

/**
 * False during the first render of a part, or the first in this order; true right after it is painted. Rows below the
 * screen render only then, so that a press shows its result sooner.
 */
export function useIsPainted(order = ''): boolean {
  const [paintedOrder, setPaintedOrder] = useState<string | null>(null)
  useEffect(() => startTransition(() => setPaintedOrder(order)), [order])
  return paintedOrder === order
}

/** Renders its children right after the rest. For what nobody sees at first, such as the suggestions of a field. */
export function RenderLater({ children }: { children: ReactNode }): ReactNode {
  return useIsPainted() ? children : null
}
