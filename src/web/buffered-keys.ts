/** What was typed for “Jump to” before its code had loaded. `isEntered`: Enter was pressed last. */
export interface BufferedKeys {
  text: string
  isEntered: boolean
}

/**
 * Hands Ctrl K over to the caller. If Ctrl K was pressed before, `open` is called at once with what was typed since.
 * This works through an event, because the script of the first paint (`jump-key.ts`) buffers the keys and shares no
 * code with the bundle that loads later.
 */
export function takeBufferedKeys(open: (buffered: BufferedKeys) => void): void {
  document.dispatchEvent(new CustomEvent('take-keys', { detail: open }))
}
