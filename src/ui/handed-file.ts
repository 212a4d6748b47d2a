/*
 * A file on its way from the page on which somebody dropped it to the one that imports it, so that they need not choose
 * it again. It is in memory only.
 */

let handed: { to: string; file: File } | null = null

/** Keeps a file for the page at this path, which is opened next. */
export function handFile(to: string, file: File): void {
  handed = { to, file }
}

/** The file that was kept for this page, once. */
export function takeHandedFile(page: string): File | undefined {
  const file = handed?.to === page ? handed.file : undefined
  handed = null
  return file
}
