import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { MEDIA, ROOT } from './community.ts'
import { inStudio, untilDrawn } from './studio.ts'

/*
 * Draws the icons that phones ask for from the community's emblem: `npx tsx tools/media/icons.ts [OUT]`. There is no
 * favicon.ico: every supported browser reads favicon.svg, which is drawn by hand.
 */
const NIGHT = '#090d20'
const out = argv[2] ?? join(ROOT, 'community/media/icons')
const emblem = readFileSync(join(MEDIA, 'emblem.svg')).toString('base64')

/** `share` is the part of the tile that the emblem takes. A phone may crop a maskable icon to four fifths. */
const ICONS = [
  { name: 'icon-192.png', size: 192, share: 1, ground: 'transparent' },
  { name: 'icon-512.png', size: 512, share: 1, ground: 'transparent' },
  { name: 'maskable-512.png', size: 512, share: 0.8, ground: NIGHT },
  { name: 'apple-touch-icon.png', size: 180, share: 0.92, ground: NIGHT },
]

mkdirSync(out, { recursive: true })
await inStudio({ width: 512, height: 512 }, async (page) => {
  for (const { name, size, share, ground } of ICONS) {
    await page.setViewportSize({ width: size, height: size })
    const style = `width:${size * share}px;height:${size * share}px;display:block`
    await page.setContent(
      `<!doctype html><body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}"><img style="${style}" src="data:image/svg+xml;base64,${emblem}">`,
    )
    await untilDrawn(page)
    await page.screenshot({ path: join(out, name), omitBackground: ground === 'transparent' })
    console.log(`${name}  ${statSync(join(out, name)).size} bytes`)
  }
})
