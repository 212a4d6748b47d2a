import { useState } from 'react'
import { useHydrated } from '#web/use-hydrated.ts'

const KEY = 'es-compact'

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false // a browser that keeps nothing starts with room each time
  }
}

function remember(isCompact: boolean): void {
  try {
    localStorage.setItem(KEY, String(isCompact))
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** Whether the cards are small, as it was chosen last in this browser (spec, section 9). */
export function useCompact(): { isCompact: boolean; setCompact(isCompact: boolean): void } {
  const isLive = useHydrated()
  const [chosen, setChosen] = useState<boolean | null>(null)
  return {
    isCompact: chosen ?? (isLive && remembered()),
    setCompact: (isCompact) => {
      setChosen(isCompact)
      remember(isCompact)
    },
  }
}
