import { startTransition, useEffect, useState } from 'react'

/**
 * False while a part of the page is drawn for the first time, and true right after that is to be seen: what lies below
 * the screen is drawn then, so that a press which opens a page shows it sooner.
 */
export function useIsDrawn(): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => startTransition(() => setIsDrawn(true)), [])
  return isDrawn
}
