import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { readWebp, stripMetadata } from '#features/evidence/webp-rules.ts'
import { root } from '#server/paths.ts'
import { inStudio } from './studio.ts'

/*
 * Draws the pictures of evidence in the demo, as screenshots that staff would take: `npx tsx
 * tools/media/demo-evidence.ts [OUT]`. They are WebP without metadata, which is the form in which the site stores
 * pictures.
 */
const LIMIT = 60_000
const FONT = 'font-family="sans-serif"'

const ROWS = [
  ['S-14', 'Priya C.', '19:52', true],
  ['S-22', 'Marcus D.', '19:58', true],
  ['S-31', 'Wren H.', '19:49', true],
  ['T-07', 'Nolan R.', 'no sign-on', false],
  ['T-09', 'Iris K.', '20:01', true],
] as const

const shiftBoard = () => `<rect width="960" height="600" fill="#141a2e"/>
<rect width="960" height="92" fill="#1f2a4d"/>
<text x="40" y="58" ${FONT} font-size="34" font-weight="700" fill="#fff">Sunday shift, 20:00 to 23:00</text>
<text x="920" y="58" text-anchor="end" ${FONT} font-size="24" fill="#aab6dc">as of 23:04</text>
${ROWS.map(([callsign, name, signedOn, isThere], index) => {
  const y = 128 + index * 88
  const colour = isThere ? '#7fe0a8' : '#ff8a80'
  return `<rect x="40" y="${y}" width="880" height="72" rx="10" fill="${isThere ? '#1b2340' : '#3a1f2c'}"/>
<circle cx="78" cy="${y + 36}" r="10" fill="${colour}"/>
<text x="112" y="${y + 46}" ${FONT} font-size="28" fill="#aab6dc">${callsign}</text>
<text x="240" y="${y + 46}" ${FONT} font-size="28" fill="#fff">${name}</text>
<text x="890" y="${y + 46}" text-anchor="end" ${FONT} font-size="28" fill="${colour}">${signedOn}</text>`
}).join('')}`

/** A scene at night, as in a clip that a player recorded. */
const sit =
  () => `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#0a1030"/><stop offset="1" stop-color="#40306a"/></linearGradient>
<rect width="960" height="540" fill="url(#sky)"/>
<path d="M0 300h120v-70h90v40h110v-110h80v140h140v-60h100v60h120v-120h90v50h110v310H0z" fill="#0d1428"/>
${Array.from({ length: 22 }, (_, at) => `<rect x="${140 + ((at * 71) % 780)}" y="${250 + ((at * 37) % 90)}" width="10" height="14" fill="#ffd98a" opacity=".7"/>`).join('')}
<path d="M0 380h960v160H0z" fill="#232c46"/><path d="M0 452h960" stroke="#e9c46a" stroke-width="5" stroke-dasharray="60 40"/>
<path d="M560 420l34-54q8-12 22-12h150q14 0 26 12l40 44 62 12q14 4 14 18v30H550v-40z" fill="#c23b4e"/>
<path d="M614 404l20-30h60v30zM706 374h56l30 30h-86z" fill="#9fc3e6"/><circle cx="620" cy="470" r="28" fill="#0b0f1c"/><circle cx="840" cy="470" r="28" fill="#0b0f1c"/>
<g fill="#3b7dd8"><circle cx="260" cy="318" r="22"/><path d="M226 350h68l10 96h-26v54h-36v-54h-26z"/></g>
<g fill="#5fa36a"><circle cx="420" cy="322" r="22"/><path d="M386 354h68l10 94h-26v52h-36v-52h-26z"/></g>
<rect x="24" y="24" width="430" height="96" rx="8" fill="#000" opacity=".55"/>
<text x="42" y="62" ${FONT} font-size="24" fill="#9fc3e6">Staff: I am asking you once more, kid.</text>
<text x="42" y="100" ${FONT} font-size="24" fill="#ff8a80">Player 41 was muted.</text>
<text x="936" y="516" text-anchor="end" ${FONT} font-size="22" fill="#fff">06:10</text>`

const PICTURES = {
  'shift-board': { width: 960, height: 600, body: shiftBoard() },
  sit: { width: 960, height: 540, body: sit() },
}

const out = argv[2] ?? join(root, 'demo', 'evidence')
mkdirSync(out, { recursive: true })
await inStudio({ width: 960, height: 600 }, async (page) => {
  for (const [name, { width, height, body }] of Object.entries(PICTURES)) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`
    const encoded = await page.evaluate(
      async ({ svg, width, height }) => {
        const image = new Image()
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
        await image.decode()
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        canvas.getContext('2d')?.drawImage(image, 0, 0)
        return canvas.toDataURL('image/webp', 0.8)
      },
      { svg, width, height },
    )
    const bytes = stripMetadata(new Uint8Array(Buffer.from(encoded.split(',')[1] ?? '', 'base64')))
    const read = readWebp(bytes)
    if ('problem' in read) throw new Error(`${name}.webp: ${read.problem}`)
    if (bytes.length > LIMIT) throw new Error(`${name}.webp has ${bytes.length} bytes; ${LIMIT} are allowed`)
    writeFileSync(join(out, `${name}.webp`), bytes)
    console.log(`${name}.webp  ${bytes.length} bytes`)
  }
})
