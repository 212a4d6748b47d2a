/** What was typed for “Jump to” before it was there; `isEntered`: Enter was pressed last. */
export interface HeldKeys {
  text: string
  isEntered: boolean
}

/**
 * From now on the caller hears Ctrl K. It is told at once what was typed, if Ctrl K was pressed before. By an event: the
 * script of the first paint (`jump-key.ts`) holds the keys and shares no code with the rest, which comes later.
 */
export function takeHeldKeys(open: (held: HeldKeys) => void): void {
  document.dispatchEvent(new CustomEvent('take-held-keys', { detail: open }))
}
