import { msg, type PlainMessage } from '#lib/messages.ts'
import { MAX_BYTES, MAX_SIDE } from './webp-rules.ts'

/** The greatest size in bytes of a file that is converted into a picture. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024

/** The accepted file types, which browsers can decode. SVG is never accepted, because it can contain programs. */
export const ACCEPTED_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/bmp']

/** The attempts to make a picture fit. Each gives a smaller file than the one before. */
const STEPS = [
  { side: MAX_SIDE, quality: 0.9 },
  { side: MAX_SIDE, quality: 0.75 },
  { side: 1920, quality: 0.7 },
  { side: 1280, quality: 0.6 },
]

interface Size {
  width: number
  height: number
}

/**
 * How a browser decodes a file and encodes a WebP picture. `draw` returns null where the browser cannot encode WebP.
 */
export interface PictureTools<P extends Size> {
  decode(file: Blob): Promise<P>
  draw(picture: P, size: Size, quality: number): Promise<Uint8Array<ArrayBuffer> | null>
}

/** Thrown when a file cannot be converted into a picture. The message says why. */
export class PictureRefused extends Error {
  constructor(readonly why: PlainMessage) {
    super(why)
    this.name = 'PictureRefused'
  }
}

/** The size of a picture after scaling it down so that its longer side has at most `side` pixels. */
export function fittedSize({ width, height }: Size, side: number): Size {
  const share = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
}

/**
 * Converts a file into the WebP picture that is stored as evidence. It is redrawn, so that nothing remains beyond what
 * it shows, and made smaller until it fits. Throws `PictureRefused`.
 */
export async function encodePicture<P extends Size>(
  file: Blob,
  { decode, draw }: PictureTools<P>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!ACCEPTED_TYPES.includes(file.type))
    throw new PictureRefused(msg('This is not a picture. Choose a PNG, JPEG or WebP file.'))
  if (file.size > MAX_FILE_BYTES) throw new PictureRefused(msg('This file is larger than 8 MB. Choose a smaller one.'))
  const picture = await decode(file).catch(() => {
    throw new PictureRefused(msg('This picture cannot be read. Take a new screenshot of it.'))
  })
  for (const { side, quality } of STEPS) {
    const bytes = await draw(picture, fittedSize(picture, side), quality)
    if (bytes === null) throw new PictureRefused(msg('This browser cannot make WebP pictures. Use another browser.'))
    if (bytes.length <= MAX_BYTES) return bytes
  }
  throw new PictureRefused(msg('This picture is still too large. Crop it to the part that matters.'))
}
