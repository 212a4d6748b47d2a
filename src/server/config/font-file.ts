import { brotliDecompressSync } from 'node:zlib'

/** The facts about a font that a page's style needs before the browser fetches the font. */
export interface FontFacts {
  /** The font's characters, as the CSS `unicode-range`: `U+20-7E, U+A0-FF`. */
  letters: string
  /** The weight, as `700`, or the range of a variable font, as `400 900`. */
  weights: string
}

/** The numbers of font tables in WOFF2. */
const CMAP = 0
const OS2 = 6
const GLYF = 10
const LOCA = 11
const FVAR = 47
/** The number that means that the table's name follows. */
const NAMED = 63

/** Reads a WOFF2 file (https://www.w3.org/TR/WOFF2). Null if the file is not WOFF2, or is incomplete. */
export function readFont(bytes: Buffer): FontFacts | null {
  try {
    if (bytes.toString('latin1', 0, 4) !== 'wOF2' || bytes.readUInt32BE(8) !== bytes.length) return null
    const tables = tablesOf(bytes)
    const [cmap, os2] = [tables.get(CMAP), tables.get(OS2)]
    if (cmap === undefined || os2 === undefined) return null
    return { letters: lettersOf(cmap), weights: rangeOf(tables.get(FVAR)) ?? String(os2.readUInt16BE(4)) }
  } catch {
    return null // the file ends early, or its compressed part is broken
  }
}

function tablesOf(bytes: Buffer): Map<number, Buffer> {
  let at = 48
  const number = () => {
    let value = 0
    for (let byte = 0x80; byte & 0x80; ) {
      byte = bytes.readUInt8(at++)
      value = value * 128 + (byte & 0x7f)
    }
    return value
  }
  const lengths = Array.from({ length: bytes.readUInt16BE(12) }, () => {
    const flags = bytes.readUInt8(at++)
    const [table, version] = [flags & 0x3f, flags >> 6]
    if (table === NAMED) at += 4
    const length = number()
    const isPacked = table === GLYF || table === LOCA ? version !== 3 : version !== 0
    return { table, length: isPacked ? number() : length }
  })
  const whole = brotliDecompressSync(bytes.subarray(at, at + bytes.readUInt32BE(20)))
  const tables = new Map<number, Buffer>()
  let from = 0
  for (const { table, length } of lengths) {
    tables.set(table, whole.subarray(from, from + length))
    from += length
  }
  return tables
}

/**
 * The characters of the best table in `cmap`: the one for all of Unicode, or the one for the first 65,536 characters.
 */
function lettersOf(cmap: Buffer): string {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8))
  const wide = offsets.find((offset) => cmap.readUInt16BE(offset) === 12)
  const narrow = offsets.find((offset) => cmap.readUInt16BE(offset) === 4)
  const ranges = wide !== undefined ? wideRanges(cmap.subarray(wide)) : narrowRanges(cmap.subarray(narrow))
  const joined: { first: number; last: number }[] = []
  for (const { first, last } of ranges) {
    const before = joined.at(-1)
    if (before !== undefined && first <= before.last + 1) before.last = last
    else joined.push({ first, last })
  }
  const hex = (code: number) => code.toString(16).toUpperCase()
  return joined.map(({ first, last }) => `U+${hex(first)}${last === first ? '' : `-${hex(last)}`}`).join(', ')
}

const wideRanges = (table: Buffer) =>
  Array.from({ length: table.readUInt32BE(12) }, (_, index) => ({
    first: table.readUInt32BE(16 + index * 12),
    last: table.readUInt32BE(20 + index * 12),
  }))

function narrowRanges(table: Buffer) {
  const doubled = table.readUInt16BE(6)
  return Array.from({ length: doubled / 2 }, (_, index) => ({
    first: table.readUInt16BE(16 + doubled + index * 2),
    last: table.readUInt16BE(14 + index * 2),
  })).filter(({ first }) => first !== 0xffff)
}

/** The range of weights of a variable font. Null for any other font. */
function rangeOf(fvar: Buffer | undefined): string | null {
  if (fvar === undefined) return null
  const [start, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)]
  for (let at = start; at < start + count * size; at += size) {
    if (fvar.toString('latin1', at, at + 4) !== 'wght') continue
    return `${fvar.readInt32BE(at + 4) / 65_536} ${fvar.readInt32BE(at + 12) / 65_536}`
  }
  return null
}
