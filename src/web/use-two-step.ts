import { type KeyboardEvent, useEffect, useState } from 'react'

const ARMED_MS = 5000

/**
 * A deletion in two presses (spec section 4): the first arms the button, the second deletes. The button disarms on
 * Escape, when it loses the focus, and after five seconds. Spread `buttonProps` on the button and change its label
 * while `isArmed`.
 */
export function useTwoStep(act: () => void) {
  const [isArmed, setIsArmed] = useState(false)

  useEffect(() => {
    if (!isArmed) return
    const timer = setTimeout(() => setIsArmed(false), ARMED_MS)
    return () => clearTimeout(timer)
  }, [isArmed])

  return {
    isArmed,
    buttonProps: {
      onClick: () => {
        setIsArmed(!isArmed)
        if (isArmed) act()
      },
      onBlur: () => setIsArmed(false),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape' && isArmed) {
          event.stopPropagation()
          setIsArmed(false)
        }
      },
    },
  }
}
