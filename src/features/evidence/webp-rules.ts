import { msg, type PlainMessage } from '#lib/messages.ts'

/** The limits of a stored picture: its size in bytes, and the most and fewest pixels of each side. */
export const MAX_BYTES = 1.5 * 1024 * 1024
export const MAX_SIDE = 2560
const MIN_SIDE = 16

interface Size {
  width: number
  height: number
}

interface Chunk {
  name: string
  data: Uint8Array
}

/** The size of an acceptable picture, or why it is not accepted. */
export type ReadWebp = Size | { problem: PlainMessage }

const NO_WEBP = msg('This is not a WebP picture. Add it on the page, which converts it.')
const NOT_WHOLE = msg('This picture is damaged, or something else is hidden in it. Take a new screenshot of it.')
const METADATA = msg(
  'This picture contains hidden data, such as where it was taken. Add it on the page, which removes that.',
)
const ANIMATED = msg('This picture is animated. Only still pictures can be added.')

/**
 * Checks a WebP picture (RFC 9649) by its chunks alone: it must be exactly one still picture with no other data beside
 * or after it. The image data is never decoded here.
 */
export function readWebp(bytes: Uint8Array): ReadWebp {
  if (bytes.length > MAX_BYTES) return { problem: msg('A picture may have at most 1.5 MB.') }
  if (bytes.length < 20 || nameAt(bytes, 0) !== 'RIFF' || nameAt(bytes, 8) !== 'WEBP') return { problem: NO_WEBP }
  const chunks = chunksOf(bytes)
  if (chunks === null) return { problem: NOT_WHOLE }
  const names = chunks.map(({ name }) => name)
  if (names.some((name) => name === 'ANIM' || name === 'ANMF')) return { problem: ANIMATED }
  if (names.some((name) => METADATA_CHUNKS.includes(name))) return { problem: METADATA }
  const size = sizeOf(chunks, names.join())
  if (size === null) return { problem: NOT_WHOLE }
  const sides = [size.width, size.height]
  if (sides.some((side) => side > MAX_SIDE))
    return { problem: msg('A picture may be at most 2560 pixels wide and high.') }
  if (sides.some((side) => side < MIN_SIDE))
    return { problem: msg('A picture must be at least 16 pixels wide and high.') }
  return size
}

/** The chunks with data beside the picture itself. */
const METADATA_CHUNKS = ['EXIF', 'XMP ', 'ICCP']

/**
 * Removes the data beside the picture, for example the colour profile of the screen, which browsers add. A file that is
 * not a complete WebP is returned unchanged.
 */
export function stripMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const chunks = bytes.length < 20 ? null : chunksOf(bytes)
  if (chunks === null) return bytes
  const kept = chunks.filter(({ name }) => !METADATA_CHUNKS.includes(name))
  const inner = kept.flatMap(({ name, data }) => {
    const copy = Uint8Array.from(data)
    // Keep only the flag for transparency.
    if (name === 'VP8X') copy[0] = (copy[0] ?? 0) & 0x10
    return [letters(name), number32(copy.length), copy, new Uint8Array(copy.length % 2)]
  })
  const size = inner.reduce((sum, { length }) => sum + length, 4)
  const file = new Uint8Array(size + 8)
  let at = 0
  for (const part of [letters('RIFF'), number32(size), letters('WEBP'), ...inner]) {
    file.set(part, at)
    at += part.length
  }
  return file
}

const letters = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const number32 = (value: number) => Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)

/** Splits a file into its chunks. Null when they do not fill the file exactly. */
function chunksOf(bytes: Uint8Array): Chunk[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(4, true) !== bytes.length - 8) return null
  const chunks: Chunk[] = []
  for (let at = 12; at < bytes.length; ) {
    if (at + 8 > bytes.length) return null
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length
    if (end + (length % 2) > bytes.length || (length % 2 === 1 && bytes[end] !== 0)) return null
    chunks.push({ name: nameAt(bytes, at), data: bytes.subarray(at + 8, end) })
    at = end + (length % 2)
  }
  return chunks
}

/** The size of the picture in these chunks. Null when they are not exactly one picture. */
function sizeOf(chunks: readonly Chunk[], names: string): Size | null {
  const [first, second, third] = chunks.map(({ data }) => data)
  if (first === undefined) return null
  if (names === 'VP8 ') return lossySize(first)
  if (names === 'VP8L') return losslessSize(first)
  // The extended format. Its first chunk gives the size of the picture and the flag for transparency.
  const picture =
    names === 'VP8X,ALPH,VP8 ' && second !== undefined && second.length > 1 && third !== undefined
      ? lossySize(third)
      : names === 'VP8X,VP8 ' && second !== undefined
        ? lossySize(second)
        : names === 'VP8X,VP8L' && second !== undefined
          ? losslessSize(second)
          : null
  if (picture === null || first.length !== 10) return null
  const flags = first[0] ?? 0
  const isAlphaAtMost = (flags & ~0x10) === 0 && first[1] === 0 && first[2] === 0 && first[3] === 0
  const declared = { width: 1 + number24(first, 4), height: 1 + number24(first, 7) }
  return isAlphaAtMost && declared.width === picture.width && declared.height === picture.height ? picture : null
}

/** The size of a VP8 key frame (RFC 6386, section 9.1). Its first partition must lie within the chunk. */
function lossySize(data: Uint8Array): Size | null {
  if (data.length < 11) return null
  const tag = number24(data, 0)
  const isShownKeyFrame = (tag & 1) === 0 && ((tag >> 4) & 1) === 1
  const isStart = data[3] === 0x9d && data[4] === 0x01 && data[5] === 0x2a
  if (!isShownKeyFrame || !isStart || tag >> 5 > data.length - 10) return null
  const view = new DataView(data.buffer, data.byteOffset)
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
  // The upper two bits would scale the picture up.
  return width > 0x3fff || height > 0x3fff ? null : { width, height }
}

/** The size from the header of a lossless picture (RFC 9649, section 3.4). */
function losslessSize(data: Uint8Array): Size | null {
  if (data.length < 6 || data[0] !== 0x2f) return null
  const bits = new DataView(data.buffer, data.byteOffset).getUint32(1, true)
  const version = bits >>> 29
  return version === 0 ? { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) } : null
}

const nameAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
const number24 = (bytes: Uint8Array, at: number) =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
