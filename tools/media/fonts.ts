import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { ROOT } from './community.ts'

/*
 * The two faces as the site carries them, cut from their packages: `npx tsx tools/media/fonts.ts`. What a visitor
 * waits for is Latin letters in the weights that are set; the features that figures and fractions need stay.
 */
const OUT = join(ROOT, 'src/ui/fonts')
/** The ranges that `theme.css` names, first and last of each. */
const RANGES = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
] as const
const FACES = [
  { name: 'inter', weights: { min: 400, max: 700 } },
  { name: 'overpass', weights: { min: 400, max: 900 } },
]

const text = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
).join('')

for (const { name, weights } of FACES) {
  const from = join(ROOT, `node_modules/@fontsource-variable/${name}`)
  const whole = readFileSync(join(from, `files/${name}-latin-wght-normal.woff2`))
  const cut = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght: weights } })
  writeFileSync(join(OUT, `${name}.woff2`), cut)
  copyFileSync(join(from, 'LICENSE'), join(OUT, `${name}-license.txt`))
  console.log(`${name}.woff2  ${cut.length} bytes of ${whole.length}`)
}
