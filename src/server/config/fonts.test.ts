import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../paths.ts'
import { readFont } from './font-file.ts'
import { CUTS, FAMILIES, FONT_FOLDER, fontOf, fontStyle, fontsToPreload } from './fonts.ts'

const css = readFileSync(join(root, 'src/ui/theme.css'), 'utf8')

/** Every character in a CSS `unicode-range`. */
const charactersOf = (letters: string) =>
  letters.split(',').flatMap((range) => {
    const [first = 0, last = first] = range
      .trim()
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })

describe('Font families for communities', () => {
  const added = [...FAMILIES].filter(([, { files }]) => files !== undefined)

  it.each(added)(
    '%s has the letters of German, Spanish, Polish, Greek and Ukrainian, each in one file',
    (_, { files }) => {
      const held = Object.entries(CUTS).map(([script, letters]) => {
        const facts = readFont(readFileSync(join(FONT_FOLDER, `${files}-${script}.woff2`)))
        expect(facts?.weights).toBe('400 800')
        const has = charactersOf(facts?.letters ?? '')
        // The style sheet's `unicode-range` must include every character of the file.
        expect(has.filter((code) => !charactersOf(letters).includes(code))).toEqual([])
        return has
      })
      const text = 'ÄÖÜẞäöüß „Größe“ ¿Ñandú? ¡Sí! Zażółć gęślą jaźń Îşçğ Ψηφίδα Їжак Ґанок — 1234567890 …€'
      for (const letter of text.replaceAll(/\s/g, '')) {
        expect([letter, held.filter((has) => has.includes(letter.codePointAt(0) ?? 0)).length]).toEqual([letter, 1])
      }
    },
  )

  it.each(added)('%s has a license and is small', (_, { files }) => {
    expect(readFileSync(join(FONT_FOLDER, `${files}-license.txt`), 'utf8')).toContain(
      'SIL Open Font License, Version 1.1',
    )
    for (const name of readdirSync(FONT_FOLDER).filter((each) => each.endsWith('.woff2')))
      expect(readFileSync(join(FONT_FOLDER, name)).length).toBeLessThan(40_000)
  })

  it('the default fonts are in the style sheet, with the same letters', () => {
    for (const [name, { files }] of FAMILIES) if (files === undefined) expect(css).toContain(`font-family: "${name}";`)
    const ranges = [...css.matchAll(/unicode-range:([^;]+);/g)].map(([, range = '']) => charactersOf(range))
    expect(ranges).toEqual([charactersOf(CUTS.latin), charactersOf(CUTS.latin)])
  })
})

describe('The font styles of a page', () => {
  it('the default fonts need no style in the page', () => {
    expect(fontStyle({})).toBe('')
    expect(fontsToPreload({})).toEqual(['Inter', 'Overpass'])
  })

  it('there is a face for each script, so that only necessary ones are loaded, and the Latin one is preloaded', () => {
    const display = fontOf('Sofia Sans Semi Condensed', '')
    const style = fontStyle({ display })
    expect([...style.matchAll(/url\(([^)]+)\)/g)].map(([, file]) => file?.replace(/\?\w+/, ''))).toEqual(
      ['latin', 'latin-ext', 'greek', 'cyrillic'].map((script) => `/fonts/sofia-sans-semi-condensed-${script}.woff2`),
    )
    expect(style).toContain(
      ':root{--font-sign:"Sofia Sans Semi Condensed","Sofia Sans Semi Condensed Fallback",system-ui,sans-serif}',
    )
    expect(style).not.toContain('--font-sans')
    expect(fontsToPreload({ display })).toEqual([
      'Inter',
      expect.stringMatching(/^\/fonts\/sofia-sans-semi-condensed-latin\.woff2\?[0-9a-f]{10}$/),
    ])
  })

  it('a face for headings and texts is listed once', () => {
    const font = fontOf('Open Sans', '')
    expect(fontStyle({ display: font, text: font }).match(/@font-face/g)).toHaveLength(5)
    expect(fontsToPreload({ display: font, text: font })).toHaveLength(1)
    expect(fontsToPreload({ display: fontOf('Inter', '') })).toEqual(['Inter'])
  })
})
