/** Milliseconds until the next try after so many failures: soon at first, then twice as long each time. */
export function backOff(failures: number, { first, longest }: { first: number; longest: number }): number {
  return Math.min(first * 2 ** Math.min(failures - 1, 20), longest)
}
