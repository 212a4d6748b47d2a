/** Hand-made WebP pictures, valid and hostile ones. */

const number = (value: number, bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256)
const letters = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
export const joined = (...parts: readonly Uint8Array<ArrayBuffer>[]) => new Uint8Array(Buffer.concat(parts))

export function chunk(name: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return joined(letters(name), number(data.length, 4), data, new Uint8Array(data.length % 2))
}

/** A WebP file with these chunks. */
export function riff(...chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const inner = joined(letters('WEBP'), ...chunks)
  return joined(letters('RIFF'), number(inner.length, 4), inner)
}

/** The header of a lossy picture with some data. `tag` is the beginning of its frame. */
export function lossy(
  width: number,
  height: number,
  { tag = 0x10 | (8 << 5), data = 8 } = {},
): Uint8Array<ArrayBuffer> {
  const start = Uint8Array.of(0x9d, 0x01, 0x2a)
  return chunk('VP8 ', joined(number(tag, 3), start, number(width, 2), number(height, 2), new Uint8Array(data)))
}

export function lossless(width: number, height: number, version = 0): Uint8Array<ArrayBuffer> {
  const bits = width - 1 + (height - 1) * 2 ** 14 + version * 2 ** 29
  return chunk('VP8L', joined(Uint8Array.of(0x2f), number(bits, 4), Uint8Array.of(1, 2, 3)))
}

export const extended = (width: number, height: number, flags = 0) =>
  chunk('VP8X', joined(number(flags, 4), number(width - 1, 3), number(height - 1, 3)))

export const text = letters
