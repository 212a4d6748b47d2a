/** Made when it is first needed: a slow phone takes a while for it. */
let collator: Intl.Collator | undefined

/** Orders texts as people do: whatever the case, and with numbers by their value (10-4 before 10-20). */
export function compareText(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return collator.compare(a, b)
}
