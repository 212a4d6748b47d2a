import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { argv } from 'node:process'
import type { Page } from '@playwright/test'
import { community, MEDIA } from './community.ts'
import { inStudio, untilDrawn } from './studio.ts'

/*
 * Draws the picture that a shared link shows, one for each page: `npx tsx tools/media/social-images.ts [OUT]`. The
 * pictures are kept in community/media/social, because a machine that only builds the site may have no browser.
 */
interface Card {
  title: string
  subtitle: string
  /** The accent colour of the page, as in the department's content file. */
  accent: string
  /** Files in community/media, drawn large on the right, or a few letters to show there instead. */
  emblem: string[] | string
}

const LIMIT = 150_000
const out = argv[2] ?? join(MEDIA, 'social')
const { resolve } = createRequire(import.meta.url)

const CARDS: Record<string, Card> = {
  home: {
    title: community.name,
    subtitle: community.tagline,
    accent: '#ff7f61',
    emblem: ['emblem.svg'],
  },
  fhp: {
    title: 'Florida Highway Patrol',
    subtitle: 'Every mile of the state’s road, and everyone on it.',
    accent: '#d9b27c',
    emblem: ['departments/fhp.svg'],
  },
  hcso: {
    title: 'Hammock County Sheriff’s Office',
    subtitle: 'From the beach road to the last dirt track.',
    accent: '#e3b341',
    emblem: ['departments/hcso.svg'],
  },
  ttpd: {
    title: 'Tarpon Trace Police Department',
    subtitle: 'The city after dark, one call at a time.',
    accent: '#8fb8ff',
    emblem: ['departments/ttpd.svg'],
  },
  supporters: {
    title: 'Supporters',
    subtitle: 'The people who keep the lights on along the coast.',
    accent: '#ffc657',
    emblem: ['supporters/lighthouse.svg'],
  },
  verify: {
    title: 'Verification',
    subtitle: 'For first responders, military and those who served.',
    accent: '#5ed8cc',
    emblem: ['supporters/first-responder.svg', 'supporters/military.svg'],
  },
  'ten-codes': {
    title: 'Ten-Codes',
    subtitle: 'What the radio says, in plain words.',
    accent: '#5ed8cc',
    emblem: '10-4',
  },
  'penal-codes': {
    title: 'Penal Codes',
    subtitle: 'Charges, fines and time, searchable.',
    accent: '#ffb961',
    emblem: '§',
  },
  rules: {
    title: 'Rules',
    subtitle: 'How we play, and what happens when we do not.',
    accent: '#b59aff',
    emblem: ['departments/staff.svg'],
  },
}

const dataUrl = (file: string, type: string) => `data:${type};base64,${readFileSync(file).toString('base64')}`
const face = (family: string, file: string) =>
  `@font-face{font-family:${family};font-weight:100 900;src:url(${dataUrl(resolve(file), 'font/woff2')})}`

const STYLE = `
${face('Overpass', '@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2')}
${face('Inter', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')}
* { box-sizing: border-box; margin: 0 }
body { width: 1200px; height: 630px; overflow: hidden; position: relative; background: #090d20; color: #f6f2ea; font-family: Inter }
.coast { position: absolute; right: 0; bottom: 0; width: 1200px; height: 675px }
.veil { position: absolute; inset: 0; background:
  linear-gradient(90deg, rgb(9 13 32 / .8), rgb(9 13 32 / .6) 40%, transparent 72%),
  radial-gradient(circle at 930px 300px, color-mix(in srgb, var(--accent) 34%, transparent), transparent 380px) }
.words { position: absolute; left: 84px; top: 0; bottom: 0; width: 620px; display: flex; flex-direction: column; justify-content: center }
.eyebrow { font: 700 24px/1 Overpass; letter-spacing: .09em; text-transform: uppercase; color: var(--accent); margin-bottom: 26px }
h1 { font: 800 84px/1 Overpass; letter-spacing: -.022em; text-wrap: balance }
h1.long { font-size: 70px }
p { font-size: 29px; line-height: 1.4; color: #c6cbdf; margin-top: 28px; max-width: 540px; text-wrap: balance }
.mark { position: absolute; right: 66px; top: 0; bottom: 0; width: 410px; display: grid; place-items: center }
.mark img { width: 400px; height: 400px; filter: drop-shadow(0 22px 44px rgb(2 4 14 / .75)) }
.mark img:not(:only-child) { grid-area: 1 / 1; width: 290px; height: 290px; translate: -64px -64px }
.mark img + img { translate: 72px 72px !important }
.sign { min-width: 290px; padding: 62px 36px 42px; white-space: nowrap; border-radius: 34px; text-align: center; font: 800 158px/1 Overpass; letter-spacing: -.03em; color: var(--accent);
  background: linear-gradient(160deg, rgb(34 44 80 / .96), rgb(13 18 42 / .96)); box-shadow: 0 26px 60px rgb(2 4 14 / .75), inset 0 0 0 6px var(--accent), inset 0 0 0 14px #090d20 }
`

/** Draws one card of 1200 by 630. */
async function drawSocialImage(page: Page, { title, subtitle, accent, emblem }: Card, file: string) {
  const mark = Array.isArray(emblem)
    ? emblem.map((name) => `<img src="${dataUrl(join(MEDIA, name), 'image/svg+xml')}">`).join('')
    : `<div class="sign">${emblem}</div>`
  await page.setContent(`<!doctype html><style>${STYLE}</style><body style="--accent:${accent}">
<img class="coast" src="${dataUrl(join(MEDIA, 'hero-poster.webp'), 'image/webp')}">
<div class="veil"></div>
<div class="words"><div class="eyebrow">${title === community.name ? 'Florida FiveM roleplay' : community.name}</div>
<h1${title.length > 18 ? ' class="long"' : ''}>${title}</h1><p>${subtitle}</p></div><div class="mark">${mark}</div>`)
  await untilDrawn(page)
  await page.screenshot({ path: file, type: 'jpeg', quality: 86 })
  const { size } = statSync(file)
  console.log(`${file.slice(out.length + 1)}  ${size} bytes`)
  if (size > LIMIT) throw new Error(`${file} has ${size} bytes; ${LIMIT} are allowed`)
}

mkdirSync(out, { recursive: true })
await inStudio({ width: 1200, height: 630 }, async (page) => {
  for (const [name, card] of Object.entries(CARDS)) await drawSocialImage(page, card, join(out, `${name}.jpg`))
})
