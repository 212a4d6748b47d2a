import { describe, expect, it } from 'vitest'
import { chunk, extended, joined, lossless, lossy, riff, text } from '#test/webp.ts'
import { readFormat } from './format-rules.ts'

const big = (value: number, bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** (bytes - 1 - at)) % 256)
const pngChunk = (name: string, data = new Uint8Array()) =>
  joined(big(data.length, 4), text(name), data, new Uint8Array(4))
const png = (width: number, height: number, ...more: Uint8Array<ArrayBuffer>[]) =>
  joined(
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', joined(big(width, 4), big(height, 4), Uint8Array.of(8, 6, 0, 0, 0))),
    ...more,
  )
const DATA = pngChunk('IDAT', Uint8Array.of(1))
const segment = (marker: number, data: Uint8Array<ArrayBuffer>) =>
  joined(Uint8Array.of(0xff, marker), big(data.length + 2, 2), data)
const jpeg = (width: number, height: number, ...before: Uint8Array<ArrayBuffer>[]) =>
  joined(
    Uint8Array.of(0xff, 0xd8),
    ...before,
    segment(0xc2, joined(Uint8Array.of(8), big(height, 2), big(width, 2), new Uint8Array(8))),
  )

describe('File formats by content', () => {
  it.each([
    ['image/png', png(800, 600, pngChunk('tEXt', text('hello')), DATA)],
    ['image/jpeg', jpeg(800, 600, segment(0xe1, text('Exif with a place')), segment(0xc4, new Uint8Array(20)))],
    ['image/webp', riff(lossy(800, 600))],
    ['image/webp', riff(lossless(800, 600), chunk('EXIF', text('with a place')))],
    ['image/webp', riff(extended(800, 600), lossy(800, 600))],
  ])('a file is recognized as %s', (type, bytes) =>
    expect(readFormat(bytes)).toEqual({ type, width: 800, height: 600 }),
  )

  it.each([
    ['nothing', new Uint8Array(), 'This is not a PNG'],
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'This is not a PNG'],
    ['a page', text('<!doctype html><title>clip.png</title>'), 'This is not a PNG'],
    ['a program', text('MZ and so on, for long enough to be one'), 'This is not a PNG'],
    ['the beginning of a PNG', png(800, 600).subarray(0, 30), 'This is not a PNG'],
    ['a PNG without a picture', png(800, 600), 'This is not a PNG'],
    ['a PNG without a pixel', png(0, 600, DATA), 'This is not a PNG'],
    [
      'a JPEG without a frame',
      joined(Uint8Array.of(0xff, 0xd8), segment(0xe1, text('only this'))),
      'This is not a PNG',
    ],
    ['a WAV', joined(text('RIFF'), new Uint8Array(4), text('WAVE'), new Uint8Array(40)), 'This is not a PNG'],
    ['a GIF', joined(text('GIF89a'), new Uint8Array(40)), 'This picture is animated.'],
    ['an animated PNG', png(800, 600, pngChunk('acTL', new Uint8Array(8)), DATA), 'This picture is animated.'],
    ['an animated WebP', riff(extended(800, 600, 2), chunk('ANIM', new Uint8Array(6))), 'This picture is animated.'],
    ['a bomb, as PNG', png(60_000, 60_000, DATA), 'too many pixels'],
    ['a bomb, as JPEG', jpeg(16_000, 16_000), 'too many pixels'],
    ['a bomb, as WebP', riff(lossless(16_384, 16_384), chunk('EXIF', text('x'))), 'too many pixels'],
  ])('%s is refused', (_, bytes, why) => {
    expect(readFormat(bytes)).toEqual({ problem: expect.stringContaining(why) })
  })
})
