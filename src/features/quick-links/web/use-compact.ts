import { useState } from 'react'

const KEY = 'es-compact'

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false // a browser without storage always starts with large cards
  }
}

function remember(isCompact: boolean): void {
  try {
    localStorage.setItem(KEY, String(isCompact))
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

/** Whether the cards are compact, as last chosen in this browser (spec section 9). */
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
