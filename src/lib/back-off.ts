/** Milliseconds until the next retry. The delay starts at `first`, doubles after each failure and ends at `longest`. */
export function backOff(failures: number, { first, longest }: { first: number; longest: number }): number {
  return Math.min(first * 2 ** Math.min(failures - 1, 20), longest)
}
