/** What was typed for “Jump to” before its code had loaded. `isEntered`: Enter was pressed last. */
export interface HeldKeys {
  text: string
  isEntered: boolean
}

/**
 * Hands Ctrl K over to the caller. If Ctrl K was pressed before, `open` is called at once with what was typed since.
 * This works through an event, because the script of the first paint (`jump-key.ts`) holds the keys and shares no code
 * with the bundle that loads later.
 */
export function takeHeldKeys(open: (held: HeldKeys) => void): void {
  document.dispatchEvent(new CustomEvent('take-held-keys', { detail: open }))
}
