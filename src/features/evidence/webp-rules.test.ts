import { describe, expect, it } from 'vitest'
import { chunk, extended, joined, lossless, lossy, riff, text } from '#test/webp.ts'
import { MAX_BYTES, readWebp, stripMetadata } from './webp-rules.ts'

const ALPHA = 0x10
const size = { width: 640, height: 480 }
const problemOf = (bytes: Uint8Array) => {
  const read = readWebp(bytes)
  return 'problem' in read ? read.problem : null
}

describe('WebP pictures', () => {
  it.each([
    ['lossy', riff(lossy(640, 480))],
    ['lossless', riff(lossless(640, 480))],
    ['in the long form', riff(extended(640, 480), lossy(640, 480))],
    ['in the long form, lossless', riff(extended(640, 480, ALPHA), lossless(640, 480))],
    ['lossy with alpha', riff(extended(640, 480, ALPHA), chunk('ALPH', text('abc')), lossy(640, 480))],
  ])('the size of a WebP picture is read: %s', (_, bytes) => {
    expect(readWebp(bytes)).toEqual(size)
  })

  it('a picture has 16 to 2560 pixels a side', () => {
    expect(readWebp(riff(lossy(2560, 16)))).toEqual({ width: 2560, height: 16 })
    expect(problemOf(riff(lossy(2561, 16)))).toContain('at most 2560')
    expect(problemOf(riff(lossless(16_384, 16_384)))).toContain('at most 2560')
    expect(problemOf(riff(lossless(1, 1)))).toContain('at least 16')
    expect(problemOf(riff(lossy(640, 0)))).toContain('at least 16')
  })

  it('a picture has at most 1.5 MB', () => {
    const head = riff(lossy(640, 480)).length - 8
    expect(readWebp(riff(lossy(640, 480, { data: MAX_BYTES - head })))).toEqual(size)
    expect(problemOf(riff(lossy(640, 480, { data: MAX_BYTES - head + 2 })))).toContain('1.5 MB')
    expect(problemOf(new Uint8Array(8 * 1024 * 1024 + 1))).toContain('1.5 MB')
  })

  it.each([
    ['the place where it was taken', chunk('EXIF', text('GPS'))],
    ['XMP', chunk('XMP ', text('<x:xmpmeta/>'))],
    ['a colour profile', chunk('ICCP', text('profile'))],
  ])('a picture with metadata is refused: %s', (_, metadata) => {
    for (const bytes of [
      riff(extended(640, 480, 0x2c), lossy(640, 480), metadata),
      riff(extended(640, 480), metadata, lossy(640, 480)),
      riff(lossy(640, 480), metadata),
    ])
      expect(problemOf(bytes)).toContain('hidden data')
  })

  it('an animated picture is refused', () => {
    const frame = chunk('ANMF', joined(new Uint8Array(16), lossy(640, 480)))
    expect(problemOf(riff(extended(640, 480, 2), chunk('ANIM', new Uint8Array(6)), frame, frame))).toContain(
      'is animated',
    )
    expect(problemOf(riff(lossy(640, 480), frame))).toContain('is animated')
  })

  it.each([
    ['bytes after its end', joined(riff(lossy(640, 480)), text('<script>'))],
    ['bytes missing at its end', riff(lossy(640, 480)).subarray(0, -2)],
    ['a chunk that nobody knows', riff(lossy(640, 480), chunk('HTML', text('<script>')))],
    ['two pictures', riff(lossy(640, 480), lossy(640, 480))],
    ['no picture', riff(extended(640, 480))],
    ['nothing but its name', riff(chunk('VP8 ', text('abc')))],
    ['a chunk longer than the file', riff(joined(text('VP8 '), Uint8Array.of(255, 255, 255, 255), new Uint8Array(20)))],
    ['a head of a chunk that is cut', riff(lossy(640, 480), text('VP8'))],
    [
      'something in the byte that fills up',
      riff(joined(lossless(640, 480).subarray(0, -1), text('<'), chunk('', text('')))),
    ],
    ['another size than the long form says', riff(extended(64, 48), lossy(640, 480))],
    ['flags of metadata without any', riff(extended(640, 480, 8), lossy(640, 480))],
    ['the flag of an animation', riff(extended(640, 480, 2), lossy(640, 480))],
    ['no key frame', riff(lossy(640, 480, { tag: 0x11 | (8 << 5) }))],
    ['a frame that is not shown', riff(lossy(640, 480, { tag: 8 << 5 }))],
    ['a first part longer than the chunk', riff(lossy(640, 480, { tag: 0x10 | (5_000 << 5) }))],
    ['a scale', riff(lossy(640 + 0x4000, 480))],
    ['a later version of lossless', riff(lossless(640, 480, 1))],
    ['a long form that is too short', riff(chunk('VP8X', new Uint8Array(9)), lossy(640, 480))],
  ])('a picture with %s is refused', (_, bytes) => {
    expect(problemOf(bytes)).toContain('damaged')
  })

  it.each([
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', text('<!doctype html><script>alert(1)</script>')],
    ['PNG', joined(Uint8Array.of(0x89), text('PNG\r\n\x1a\n'), new Uint8Array(40))],
    ['JPEG', joined(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), new Uint8Array(40))],
    ['GIF with a picture in it', joined(text('GIF89a'), riff(lossy(640, 480)))],
    ['another RIFF file', joined(text('RIFF'), Uint8Array.of(32, 0, 0, 0), text('WAVE'), new Uint8Array(28))],
    ['nothing', new Uint8Array(0)],
  ])('a file is not accepted as WebP: %s', (_, bytes) => {
    expect(problemOf(bytes)).toContain('not a WebP')
  })
})

describe('Pictures from browsers', () => {
  const beside = [chunk('ICCP', text('profile')), chunk('EXIF', text('a place')), chunk('XMP ', text('more'))] as const
  const [profile, exif, xmp] = beside

  it.each([
    ['lossy', riff(extended(640, 480, 0x2c), profile, lossy(640, 480), exif, xmp)],
    [
      'with alpha',
      riff(extended(640, 480, ALPHA | 0x20), profile, chunk('ALPH', text('abc')), lossy(640, 480, { data: 9 })),
    ],
    ['lossless', riff(extended(640, 480, 0x20), profile, lossless(640, 480))],
  ])('additional chunks are removed: %s', (_, bytes) => {
    expect(problemOf(bytes)).toContain('hidden data')
    const bare = stripMetadata(bytes)
    expect(readWebp(bare)).toEqual(size)
    expect(Buffer.from(bare).toString('latin1')).not.toMatch(/profile|a place|more/)
  })

  it('a picture without additional chunks, and a file that is no picture, are unchanged', () => {
    for (const bytes of [riff(lossy(640, 480)), text('no picture at all, as one sees'), new Uint8Array(3)]) {
      expect(stripMetadata(bytes)).toEqual(bytes)
    }
  })
})
