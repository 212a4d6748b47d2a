import type { BufferedKeys } from './buffered-keys.ts'

/**
 * Handles Ctrl K before the code of “Jump to” has loaded. Keys typed after it are buffered for “Jump to” and do not
 * reach the focused field of the page. Ends when `takeBufferedKeys` is called.
 */
export function bufferJumpKeys(): void {
  let buffered: BufferedKeys | null = null
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) {
      buffered = buffered === null ? { text: '', isEntered: false } : null
      // For visitors, the navigation bar loads the code of “Jump to” when it sees this attribute or event.
      document.documentElement.dataset.jump = ''
      document.dispatchEvent(new Event('jump'))
    } else if (buffered === null || ctrlKey || metaKey || altKey) return
    else if (key === 'Escape') buffered = null
    else if (key === 'Enter') buffered = { ...buffered, isEntered: true }
    else if (key === 'Backspace') buffered = { text: buffered.text.slice(0, -1), isEntered: false }
    else if (key.length === 1) buffered = { text: buffered.text + key, isEntered: false }
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('keydown', onKey, true)
  document.addEventListener(
    'take-keys',
    (event) => {
      document.removeEventListener('keydown', onKey, true)
      if (buffered !== null && event instanceof CustomEvent && typeof event.detail === 'function')
        event.detail(buffered)
    },
    { once: true },
  )
}
