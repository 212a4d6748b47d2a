import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** The least height in pixels above the rows of a list: the site header, the list's header and its search. */
const ABOVE = 300

/** How many rows of a height in pixels the screen shows at the top of a list. */
export const screenful = (row: number): number => Math.max(1, Math.ceil((window.innerHeight - ABOVE) / row))

/**
 * False during the first render of a part, or the first in this order; true right after it is painted. Rows below the
 * screen render only then, so that a press shows its result sooner.
 */
export function useIsDrawn(order = ''): boolean {
  const [drawn, setDrawn] = useState<string | null>(null)
  useEffect(() => startTransition(() => setDrawn(order)), [order])
  return drawn === order
}

/** Renders its children right after the rest. For what nobody sees at first, such as the suggestions of a field. */
export function Late({ children }: { children: ReactNode }): ReactNode {
  return useIsDrawn() ? children : null
}
