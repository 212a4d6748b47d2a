import { drawing, facets, gradient, path, round, star, starPoints, TARPON } from './shapes.ts'
import { writeDrawings } from './write-drawings.ts'

/*
 * Draws the rank insignia, 48 by 32 and centred: `npx tsx tools/media/insignia.ts [OUT]`. They have the usual stars,
 * bars and chevrons of ranks. Leaves of the sea grape and the tarpon replace oak leaves and eagles.
 */
interface Metal {
  light: string
  mid: string
  dark: string
}

const GOLD: Metal = { light: '#fff0b8', mid: '#f2b945', dark: '#9c6416' }
const SILVER: Metal = { light: '#ffffff', mid: '#c3cede', dark: '#6d7b94' }
const INK = '#0a0d1d'

const metal = ({ light, mid, dark }: Metal) => gradient('m', { 0: light, 50: mid, 100: dark })
const RIM = `stroke="${INK}" stroke-width="1.6" stroke-linejoin="round" paint-order="stroke"`

function stars(count: number, tips: number, colour: Metal) {
  const [radius, step] = count === 1 ? [14, 0] : count === 2 ? [10.5, 21.5] : count === 3 ? [7.7, 15.6] : [5.9, 12]
  const inner = radius * (tips === 5 ? 0.42 : 0.5)
  const one = starPoints(0, 0, tips, radius, inner)
  const { light, dark } = facets(0, 0, one)
  const places = Array.from({ length: count }, (_, index) => round(24 + (index - (count - 1) / 2) * step))
  const y = tips === 5 ? round(16 + radius * 0.08) : 16
  const shape = `<g id="s"><path d="${path(one)}" fill="${colour.mid}" ${RIM}/><path d="${light}" fill="${colour.light}"/><path d="${dark}" fill="${colour.dark}"/></g>`
  return `<defs>${shape}</defs>${places.map((x) => `<use href="#s" x="${x}" y="${y}"/>`).join('')}`
}

/** A sea grape leaf: nearly round, heart-shaped at its stalk, with strong veins. */
function leaf({ dark }: Metal) {
  const blade =
    'M24 2C27 4 32.5 4.6 35.5 9.2C38.8 14.6 36.8 21.6 31.6 24.3C28.6 25.8 25.4 25 24 22.6C22.6 25 19.4 25.8 16.4 24.3C11.2 21.6 9.2 14.6 12.5 9.2C15.5 4.6 21 4 24 2Z'
  const veins =
    'M24 23V5.5M24 21.5C20.5 21.3 16.5 20 13.4 16.6M24 21.5C27.5 21.3 31.5 20 34.6 16.6M24 16.5C20.5 15.5 17.5 13.5 15.4 9.8M24 16.5C27.5 15.5 30.5 13.5 32.6 9.8M24 11.5C22.3 10.7 20.8 9.3 19.9 7.3M24 11.5C25.7 10.7 27.2 9.3 28.1 7.3'
  return `<g transform="rotate(32 24 16) translate(0 1)"><path d="M24 22C24 25 23.4 27.6 21.6 30" fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round"/><path d="M24 22C24 25 23.4 27.6 21.6 30" fill="none" stroke="${dark}" stroke-width="2.2" stroke-linecap="round"/><path d="${blade}" fill="url(#m)" ${RIM}/><path d="${veins}" fill="none" stroke="${dark}" stroke-linecap="round"/><path d="M13 14.5C13.4 10.6 15.8 7.6 20.5 6" fill="none" stroke="#fff" stroke-opacity=".8" stroke-linecap="round"/></g>`
}

function bars(count: number) {
  const places = Array.from({ length: count }, (_, index) => 24 + (index - (count - 1) / 2) * 11)
  const one = (x: number) =>
    `<path d="M${x - 3.5} 3.5h7v25h-7z" fill="url(#m)" ${RIM}/><path d="M${x - 2} 5v22" stroke="#fff" stroke-opacity=".7"/>`
  const ties =
    count > 1
      ? `<path d="M20 9.2h8M20 22.8h8" stroke="${INK}" stroke-width="5"/><path d="M19 9.2h10M19 22.8h10" stroke="url(#t)" stroke-width="2.6"/>`
      : ''
  return ties + places.map(one).join('')
}

function chevrons(count: number, colour: Metal) {
  const top = 16 - (count * 7 + 5) / 2
  return Array.from({ length: count }, (_, index) => {
    const y = round(top + index * 7 + 8)
    return `<path d="M9 ${y + 2.5} 24 ${y - 7.5} 39 ${y + 2.5}V${y + 6.5}L24 ${y - 3.5} 9 ${y + 6.5}Z" fill="${index % 2 ? colour.mid : 'url(#m)'}" ${RIM}/>`
  }).join('')
}

function tarpon({ dark, light }: Metal) {
  return `<path d="M6 25q3-2.4 6 0t6 0 6 0 6 0 6 0 6 0" fill="none" stroke="${INK}" stroke-width="4.2" stroke-linecap="round"/><path d="M6 25q3-2.4 6 0t6 0 6 0 6 0 6 0 6 0" fill="none" stroke="url(#m)" stroke-width="2.2" stroke-linecap="round"/><g transform="translate(24 12.5) rotate(-16) scale(.9)"><path d="${TARPON}" fill="url(#m)" ${RIM}/><path d="M12.6-2.1C14 .3 14 2.7 12.8 4.3M-9 1C-3 .6 5 1 11 1.4" fill="none" stroke="${dark}" stroke-linecap="round"/><circle cx="16.4" cy="1.1" r="1" fill="${INK}"/><path d="M-4-3.5C2-5.6 8-5 12.5-2.6" fill="none" stroke="${light}" stroke-linecap="round"/></g>`
}

function vacant() {
  return `<path d="${star(24, 17, 5, 13, 5.5)}" fill="#a0a8c6" fill-opacity=".08" stroke="#a0a8c6" stroke-width="1.4" stroke-linejoin="round" stroke-dasharray="3 2.2"/><path d="M24 13v8M20 17h8" stroke="#a0a8c6" stroke-width="1.6" stroke-linecap="round"/>`
}

const ties = gradient('t', { 0: GOLD.mid, 100: GOLD.dark })

writeDrawings('insignia', 2_000, {
  chief: drawing('48 32', 'Chief', '', stars(4, 5, GOLD)),
  'assistant-chief': drawing('48 32', 'Assistant chief', '', stars(3, 5, GOLD)),
  'deputy-chief': drawing('48 32', 'Deputy chief', '', stars(2, 5, GOLD)),
  commander: drawing('48 32', 'Commander', '', stars(1, 5, GOLD)),
  sheriff: drawing('48 32', 'Sheriff', '', stars(4, 6, GOLD)),
  'chief-deputy': drawing('48 32', 'Chief deputy', '', stars(3, 6, GOLD)),
  'assistant-sheriff': drawing('48 32', 'Assistant sheriff', '', stars(2, 6, GOLD)),
  colonel: drawing('48 32', 'Colonel', metal(SILVER), tarpon(SILVER)),
  'lieutenant-colonel': drawing('48 32', 'Lieutenant colonel', metal(SILVER), leaf(SILVER)),
  major: drawing('48 32', 'Major', metal(GOLD), leaf(GOLD)),
  captain: drawing('48 32', 'Captain', metal(GOLD) + ties, bars(2)),
  lieutenant: drawing('48 32', 'Lieutenant', metal(GOLD), bars(1)),
  'staff-sergeant': drawing('48 32', 'Staff sergeant', metal(GOLD), chevrons(3, GOLD)),
  sergeant: drawing('48 32', 'Sergeant', metal(SILVER), chevrons(3, SILVER)),
  corporal: drawing('48 32', 'Corporal', metal(SILVER), chevrons(2, SILVER)),
  vacant: drawing('48 32', 'Open post', '', vacant()),
})
