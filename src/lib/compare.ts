/** Created on first use, because that takes noticeable time on a slow phone. */
let collator: Intl.Collator | undefined

/** Compares two texts without regard to case, with numbers by their value (10-4 before 10-20). */
export function compareText(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return collator.compare(a, b)
}
