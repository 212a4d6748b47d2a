const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Orders texts as people do: whatever the case, and with numbers by their value (10-4 before 10-20). */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b)
}
