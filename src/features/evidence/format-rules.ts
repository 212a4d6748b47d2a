import { msg, type PlainMessage } from '#lib/messages.ts'

/** The most pixels of a side, and of the whole picture, that a browser is asked to decode. */
const MAX_SIDE = 16_384
const MAX_PIXELS = 50_000_000

interface Size {
  width: number
  height: number
}

interface Format extends Size {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
}

const NO_PICTURE = msg('This is not a PNG, JPEG or WebP picture.')
const MOVES = msg('This picture is animated. Only still pictures can be added.')

/**
 * Detects the format of a file from its first bytes, ignoring its name, and reads the size of the picture. Returns the
 * problem when the file is not accepted.
 */
export function readFormat(bytes: Uint8Array): Format | { problem: PlainMessage } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const read = startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    ? { type: 'image/png' as const, size: pngSize(view) }
    : startsWith(bytes, [0xff, 0xd8, 0xff])
      ? { type: 'image/jpeg' as const, size: jpegSize(view) }
      : startsWith(bytes, letters('RIFF')) && startsWith(bytes.subarray(8), letters('WEBP'))
        ? { type: 'image/webp' as const, size: webpSize(view) }
        : startsWith(bytes, letters('GIF8'))
          ? { type: null, size: 'moves' as const }
          : null
  if (read?.size === 'moves') return { problem: MOVES }
  if (read === null || read.type === null || read.size === null) return { problem: NO_PICTURE }
  const { width, height } = read.size
  if (width < 1 || height < 1) return { problem: NO_PICTURE }
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    return { problem: msg('This picture has too many pixels. Crop it to the part that matters.') }
  return { type: read.type, width, height }
}

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((step) => view.getUint8(at + step)))

type ReadSize = Size | 'moves' | null

/** The size of a PNG. An animated PNG has an `acTL` chunk before its first image data. */
function pngSize(view: DataView): ReadSize {
  if (view.byteLength < 33 || nameAt(view, 12) !== 'IHDR') return null
  for (let at = 33; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = nameAt(view, at + 4)
    if (name === 'acTL') return 'moves'
    if (name === 'IDAT') return { width: view.getUint32(16), height: view.getUint32(20) }
  }
  return null
}

/** The size of a JPEG, from its frame header. Other segments may come before the header. */
function jpegSize(view: DataView): ReadSize {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}

function webpSize(view: DataView): ReadSize {
  if (view.byteLength < 30) return null
  const number24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
  switch (nameAt(view, 12)) {
    case 'VP8X':
      return (view.getUint8(20) & 2) !== 0 ? 'moves' : { width: 1 + number24(24), height: 1 + number24(27) }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    default:
      return null
  }
}
