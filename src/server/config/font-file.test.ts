import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { expect, it } from 'vitest'
import { root } from '../paths.ts'
import { readFont } from './font-file.ts'

const inter = readFileSync(join(root, 'src/ui/fonts/inter.woff2'))

it('the letters and weights of a variable font are read', async () => {
  const small = await subsetFont(inter, 'abcäöüß€', { targetFormat: 'woff2' })
  expect(readFont(small)).toEqual({ letters: 'U+61-63, U+DF, U+E4, U+F6, U+FC, U+20AC', weights: '400 700' })
})

it('the weight of a font with a single weight is read', async () => {
  const bold = await subsetFont(inter, 'a', { targetFormat: 'woff2', variationAxes: { wght: 700 } })
  expect(readFont(bold)).toEqual({ letters: 'U+61', weights: '700' })
})

it.each([
  ['an empty file', Buffer.alloc(0)],
  ['a font that is cut off', inter.subarray(0, 9000)],
  ['another kind of file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
  ['a font whose packed part is broken', Buffer.concat([inter.subarray(0, 200), Buffer.alloc(inter.length - 200)])],
])('the result is null for %s', (_, bytes) => {
  expect(readFont(bytes)).toBeNull()
})
