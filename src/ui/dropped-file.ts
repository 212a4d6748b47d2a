/*
 * Passes a file from the page on which it was dropped to the page that imports it, so that people need not choose it
 * again. The file is kept in memory only.
 */

let dropped: { to: string; file: File } | null = null

/** Keeps a file for the page at this path, which opens next. */
export function keepDroppedFile(to: string, file: File): void {
  dropped = { to, file }
}

/** Returns the file that was kept for this page, and removes it. */
export function takeDroppedFile(page: string): File | undefined {
  const file = dropped?.to === page ? dropped.file : undefined
  dropped = null
  return file
}
