import { describe, expect, it } from 'vitest'
import { encodePicture, fittedSize, MAX_FILE_BYTES, type PictureTools } from './picture-rules.ts'
import { MAX_BYTES } from './webp-rules.ts'

const file = (type = 'image/png', size = 10) => new Blob([new Uint8Array(size)], { type })
/** A fake browser whose encoded pictures have these sizes in bytes, one after the other. */
function browser(...sizes: (number | null)[]) {
  const drawn: [number, number, number][] = []
  const tools: PictureTools<{ width: number; height: number }> = {
    decode: async () => ({ width: 4000, height: 1000 }),
    draw: async (_, { width, height }, quality) => {
      const size = sizes[drawn.length]
      drawn.push([width, height, quality])
      return size == null ? null : new Uint8Array(size)
    },
  }
  return { tools, drawn }
}

describe('Pictures as evidence', () => {
  it('a picture is redrawn at its size, or with 2560 pixels on its longer side', async () => {
    const { tools, drawn } = browser(5)
    expect(await encodePicture(file(), tools)).toHaveLength(5)
    expect(drawn).toEqual([[2560, 640, 0.9]])
    expect(fittedSize({ width: 300, height: 200 }, 2560)).toEqual({ width: 300, height: 200 })
    expect(fittedSize({ width: 1, height: 9000 }, 2560)).toEqual({ width: 1, height: 2560 })
  })

  it('quality and then size are reduced until the picture fits', async () => {
    const { tools, drawn } = browser(MAX_BYTES + 1, MAX_BYTES + 1, MAX_BYTES)
    expect(await encodePicture(file(), tools)).toHaveLength(MAX_BYTES)
    expect(drawn).toEqual([
      [2560, 640, 0.9],
      [2560, 640, 0.75],
      [1920, 480, 0.7],
    ])
  })

  it.each([
    ['a drawing that is a program', file('image/svg+xml'), [5], 'This is not a picture'],
    ['another file', file('text/html'), [5], 'This is not a picture'],
    ['a file of more than 8 MB', file('image/png', MAX_FILE_BYTES + 1), [5], 'larger than 8 MB'],
    ['what a browser cannot make into WebP', file(), [null], 'cannot make WebP'],
    ['what stays too large', file(), Array(4).fill(MAX_BYTES + 1), 'still too large'],
  ])('a picture is refused: %s', async (_, given, sizes, why) => {
    await expect(encodePicture(given, browser(...sizes).tools)).rejects.toThrow(why)
  })

  it('an unreadable file is refused', async () => {
    const tools = { ...browser(5).tools, decode: () => Promise.reject(new Error('no picture')) }
    await expect(encodePicture(file(), tools)).rejects.toThrow('cannot be read')
  })
})
