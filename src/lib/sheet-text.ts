/**
 * Decodes a spreadsheet's bytes. Most programs save UTF-8, Excel's "Unicode text" is UTF-16, and Excel's plain "CSV" is
 * Windows-1252. Bytes that are not valid UTF-8 or UTF-16 are read as Windows-1252.
 */
export function decodeSheet(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const wide = wideOf(bytes.subarray(0, SAMPLE))
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1')
      .decode(bytes)
      .replace(/[\x80-\x9f]/g, (sign) => OF_WINDOWS[sign.charCodeAt(0) - 0x80] ?? sign)
  }
}

/** The characters of Windows-1252 in place of Latin-1's control characters. Node.js decodes Windows-1252 as Latin-1. */
const OF_WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const SAMPLE = 2000

/**
 * Detects UTF-16 without a byte order mark: one of the two bytes of nearly every letter is zero, always the same one.
 */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const pairs = Math.floor(bytes.length / 2)
  const zeros = (from: number) => bytes.filter((byte, at) => at % 2 === from && byte === 0).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (odd > pairs / 2 && even === 0) return 'utf-16le'
  return even > pairs / 2 && odd === 0 ? 'utf-16be' : null
}

/** Whether a file is a zip archive, as .xlsx is. */
export const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3

/** A cell of a CSV file, quoted if necessary. */
export const csvCell = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
