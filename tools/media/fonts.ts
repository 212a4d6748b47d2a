import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { CUT_WEIGHTS, CUTS, FAMILIES } from '#server/config/fonts.ts'
import { ROOT } from './community.ts'

/*
 * Cuts the fonts of the site from their packages: `npx tsx tools/media/fonts.ts`. Visitors wait for fonts, so the files
 * keep only the letters and weights that the site uses, and the features that figures and fractions need.
 */

/** Turns a range as stylesheets write it, `U+20-FF, U+131`, into the text of its characters. */
function textOf(letters: string): string {
  return letters
    .split(', ')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
    })
    .join('')
}

async function cut(from: string, to: string, letters: string, weights: { min: number; max: number }): Promise<void> {
  const whole = readFileSync(from)
  const small = await subsetFont(whole, textOf(letters), { targetFormat: 'woff2', variationAxes: { wght: weights } })
  writeFileSync(to, small)
  console.log(`${to.slice(ROOT.length)}  ${small.length} bytes of ${whole.length}`)
}

// The fonts of the shipped look are named in its stylesheet.
for (const [name, max] of [
  ['inter', 700],
  ['overpass', 900],
] as const) {
  const from = join(ROOT, `node_modules/@fontsource-variable/${name}`)
  const out = join(ROOT, `src/ui/fonts/${name}`)
  await cut(join(from, `files/${name}-latin-wght-normal.woff2`), `${out}.woff2`, CUTS.latin, { min: 400, max })
  copyFileSync(join(from, 'LICENSE'), `${out}-license.txt`)
}

// The packages of the fonts that a community may choose are fetched only here, because nothing else needs them.
const VERSION = '5.3.0'
const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
for (const { files: name } of FAMILIES.values()) {
  if (name === undefined) continue
  const [packed = ''] = execFileSync('npm', ['pack', '--silent', `@fontsource-variable/${name}@${VERSION}`], {
    cwd: folder,
    encoding: 'utf8',
  }).split('\n')
  execFileSync('tar', ['xf', packed], { cwd: folder })
  const out = join(ROOT, `fonts/${name}`)
  for (const [script, letters] of Object.entries(CUTS))
    await cut(
      join(folder, `package/files/${name}-${script}-wght-normal.woff2`),
      `${out}-${script}.woff2`,
      letters,
      CUT_WEIGHTS,
    )
  copyFileSync(join(folder, 'package/LICENSE'), `${out}-license.txt`)
}
rmSync(folder, { recursive: true })
