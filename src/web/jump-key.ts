import type { HeldKeys } from './held-keys.ts'

/**
 * Handles Ctrl K before the code of “Jump to” has loaded. Keys typed after it are held for “Jump to” and do not reach
 * the focused field of the page. Ends when `takeHeldKeys` is called.
 */
export function holdJumpKey(): void {
  let held: HeldKeys | null = null
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) {
      held = held === null ? { text: '', isEntered: false } : null
      // For visitors, the navigation bar loads the code of “Jump to” when it sees this attribute or event.
      document.documentElement.dataset.jump = ''
      document.dispatchEvent(new Event('jump'))
    } else if (held === null || ctrlKey || metaKey || altKey) return
    else if (key === 'Escape') held = null
    else if (key === 'Enter') held = { ...held, isEntered: true }
    else if (key === 'Backspace') held = { text: held.text.slice(0, -1), isEntered: false }
    else if (key.length === 1) held = { text: held.text + key, isEntered: false }
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('keydown', onKey, true)
  document.addEventListener(
    'take-held-keys',
    (event) => {
      document.removeEventListener('keydown', onKey, true)
      if (held !== null && event instanceof CustomEvent && typeof event.detail === 'function') event.detail(held)
    },
    { once: true },
  )
}
