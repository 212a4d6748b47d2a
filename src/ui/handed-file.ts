/*
 * Passes a file from the page on which it was dropped to the page that imports it, so that people need not choose it
 * again. The file is kept in memory only.
 */

let handed: { to: string; file: File } | null = null

/** Keeps a file for the page at this path, which opens next. */
export function handFile(to: string, file: File): void {
  handed = { to, file }
}

/** Returns the file that was kept for this page, and removes it. */
export function takeHandedFile(page: string): File | undefined {
  const file = handed?.to === page ? handed.file : undefined
  handed = null
  return file
}
