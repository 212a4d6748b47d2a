import { expect, it } from 'vitest'
import { sampleFile } from './import-sample.tsx'

it.each([
  ['en-US', ','],
  ['es-MX', ','],
  ['de-DE', ';'],
  ['es-ES', ';'],
])('a sample file of %s has the separator "%s", and its Discord ID is complete', (locale, separator) => {
  const cells = [
    { label: 'Name', text: 'Priya "P" Castell' },
    { label: 'Discord UID', text: '310000000000000102' },
  ]
  const lines = [
    ['"Name"', '"Discord UID"'].join(separator),
    ['"Priya ""P"" Castell"', `"'310000000000000102"`].join(separator),
  ]
  expect(sampleFile(cells, locale)).toBe(`\uFEFF${lines.join('\r\n')}\r\n`)
})
