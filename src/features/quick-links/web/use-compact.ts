import { useState } from 'react'

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
  const [isCompact, setIsCompact] = useState(remembered)
  return {
    isCompact,
    setCompact: (isCompact) => {
      setIsCompact(isCompact)
      remember(isCompact)
    },
  }
}
