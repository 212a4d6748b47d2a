import {
  beads,
  drawing,
  facets,
  gradient,
  lettering,
  PALM,
  type Point,
  path,
  polar,
  rays,
  starPoints,
  TARPON,
  TARPON_BELLY,
} from './shapes.ts'
import { writeDrawings } from './write-drawings.ts'

/*
 * Draws the departments' emblems: `npx tsx tools/media/department-emblems.ts [OUT]`. All have the same parts: a metal
 * rim, an enamel field, a medallion with the evening scene of the community's emblem, and a plate with letters. Each
 * has a silhouette of its own. They are invented and follow no agency's seal.
 */
const INK = '#0a0d1d'

interface Metal {
  bright: string
  light: string
  mid: string
  dark: string
}

const TAN: Metal = { bright: '#fff0d2', light: '#ecca97', mid: '#c1955c', dark: '#7a5630' }
const GOLD: Metal = { bright: '#fff3c4', light: '#ffd978', mid: '#dda23a', dark: '#8a5a18' }
const SILVER: Metal = { bright: '#ffffff', light: '#dfe7f2', mid: '#a3b1c6', dark: '#5f6c85' }
const VIOLET: Metal = { bright: '#efe4ff', light: '#c3a5f5', mid: '#8a64d0', dark: '#4a3192' }

/** Polished metal: light at the top, a dark band, and reflected light at the bottom. */
const polish = (id: string, { bright, light, mid, dark }: Metal) =>
  gradient(id, { 0: bright, 22: light, 48: mid, 62: dark, 80: mid, 100: light }, 'x1=".15" x2=".6" y2="1"')

/** The plate with the letters at the bottom of every emblem. */
function plate(id: string, word: string, y: number, half: number, metal: Metal, field: string) {
  const [top, foot] = [y - 6.6, y + 6.6]
  const outline = `M${48 - half} ${top}Q48 ${top + 2.6} ${48 + half} ${top}L${48 + half + 3} ${y}L${48 + half} ${foot}Q48 ${foot + 2.6} ${48 - half} ${foot}L${48 - half - 3} ${y}Z`
  return `<path d="${outline}" fill="${field}" stroke="${INK}" stroke-width="5" stroke-linejoin="round"/>
<path d="${outline}" fill="${field}" stroke="url(#${id})" stroke-width="2" stroke-linejoin="round"/>
${lettering(word, 48, y - 2.2, 7, metal.bright, 1.3)}`
}

function drawHighwayPatrol() {
  const shield =
    'M48 4C40 10.5 29 12.5 18.6 9.4C16.8 16.6 13 22.6 8 26.6C12.4 41 9.6 58 19.4 71.6C26.6 81.4 37.6 86.8 48 92.4C58.4 86.8 69.4 81.4 76.6 71.6C86.4 58 83.6 41 88 26.6C83 22.6 79.2 16.6 77.4 9.4C67 12.5 56 10.5 48 4Z'
  const inset = (scale: number) => `transform="translate(${48 - 48 * scale} ${46.5 - 46.5 * scale}) scale(${scale})"`
  const defs =
    polish('fhp-metal', TAN) +
    gradient('fhp-field', { 0: '#3a3128', 45: '#171416', 100: '#08080c' }) +
    gradient('fhp-dusk', { 0: '#17131c', 40: '#4b2c24', 75: '#b8743a', 100: '#ffcf8b' }) +
    gradient('fhp-sun', { 0: '#fff3cf', 100: '#ff9d57' }) +
    gradient('fhp-road', { 0: '#4d4238', 100: '#0c0b0e' }) +
    `<clipPath id="fhp-inside"><path d="${shield}" ${inset(0.73)}/></clipPath>`
  const horizon = 51
  const body = `
<path d="${shield}" fill="${INK}" stroke="${INK}" stroke-width="3" stroke-linejoin="round"/>
<path d="${shield}" fill="url(#fhp-metal)"/>
<path d="${shield}" fill="url(#fhp-field)" ${inset(0.89)}/>
<path d="${shield}" fill="none" stroke="${TAN.light}" stroke-width="1.4" ${inset(0.78)}/>
<g clip-path="url(#fhp-inside)">
<path fill="url(#fhp-dusk)" d="M0 0h96v${horizon}H0z"/>
<path fill="#ffdca2" opacity=".2" d="${rays(48, horizon, 15, 14, 56, -92, 92)}"/>
<circle cx="48" cy="${horizon}" r="14.5" fill="url(#fhp-sun)"/>
<path fill="#0d0b0f" d="M0 ${horizon}h96v50H0z"/>
<path fill="#1b1512" d="M0 ${horizon}v-3.4c6-2 10-2.2 15-1 5-1.8 10-1.6 14 .6 3-.6 5-.4 7 1.2l2 2.6zM96 ${horizon}v-4.2c-7-1.6-11-.8-15 .6-5-1.6-9-1-13 .4-3-.4-6 .6-9 3.2z"/>
<path fill="url(#fhp-road)" d="M46.3 ${horizon}h3.4L77 94H19z"/>
<path fill="none" stroke="${TAN.light}" stroke-width="1.7" d="M46.2 ${horizon} 19 94M49.8 ${horizon} 77 94"/>
<path fill="${TAN.bright}" d="M47.7 54h.6l.3 3.2h-1.2zM47.2 59.3h1.6l.5 5h-2.6zM46.5 67h3l.8 7.6h-4.6z"/>
</g>
<path fill="none" stroke="${TAN.bright}" stroke-opacity=".75" stroke-width="1.1" stroke-linecap="round" d="M20.6 12.3C30 14.6 40 12.8 48 6.8M11 27.6C15 24 17.8 19.4 19.6 14"/>
${plate('fhp-metal', 'FHP', 77.5, 17, TAN, '#141115')}`
  return drawing('96 96', 'Florida Highway Patrol, as Hammock Coast Roleplay draws it', defs, body)
}

function drawSheriff() {
  const corners = starPoints(48, 46, 6, 40.5, 23.4)
  const { light, dark } = facets(48, 46, corners)
  const outline = path(corners)
  const tips = [0, 2, 4, 6, 8, 10].map((tip) => corners[tip] ?? [0, 0])
  const balls = tips.map(([x, y]) => `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="4.6"/>`).join('')
  const shine = tips.map(([x, y]) => `M${(x - 1.3).toFixed(2)} ${(y - 1.5).toFixed(2)}h.01`).join('')
  const defs =
    polish('hcso-metal', GOLD) +
    gradient('hcso-field', { 0: '#2f8a57', 55: '#14573a', 100: '#0a3425' }) +
    gradient('hcso-dusk', { 0: '#123f3a', 45: '#3d7a4c', 78: '#e8b04c', 100: '#ffe49a' }) +
    gradient('hcso-sea', { 0: '#2a8f74', 100: '#0b3a31' }) +
    '<clipPath id="hcso-inside"><circle cx="48" cy="46" r="18.4"/></clipPath>'
  const body = `
<g fill="${INK}" stroke="${INK}" stroke-width="4" stroke-linejoin="round"><path d="${outline}"/>${balls}</g>
<path d="${outline}" fill="${GOLD.mid}"/>
<path fill="${GOLD.light}" d="${light}"/><path fill="${GOLD.dark}" fill-opacity=".85" d="${dark}"/>
<path d="${outline}" fill="none" stroke="${GOLD.bright}" stroke-width=".9" stroke-linejoin="round"/>
<path d="${path(starPoints(48, 46, 6, 34.5, 19.9))}" fill="none" stroke="#6b4310" stroke-opacity=".55" stroke-width=".8"/>
<g fill="url(#hcso-metal)" stroke="#7a4c12" stroke-width=".6">${balls}</g>
<path d="${shine}" stroke="#fffbe6" stroke-width="1.7" stroke-linecap="round"/>
<circle cx="48" cy="46" r="27" fill="${INK}"/>
<circle cx="48" cy="46" r="26" fill="url(#hcso-metal)"/>
<circle cx="48" cy="46" r="24.2" fill="url(#hcso-field)"/>
<path d="${beads(48, 46, 21.9, 40)}" stroke="${GOLD.light}" stroke-width="1.5" stroke-linecap="round"/>
<circle cx="48" cy="46" r="19.6" fill="url(#hcso-metal)"/>
<g clip-path="url(#hcso-inside)">
<path fill="url(#hcso-dusk)" d="M24 22h48v32H24z"/>
<path fill="#ffe9a8" opacity=".28" d="${rays(48, 53, 13, 9, 40, -94, 94)}"/>
<circle cx="48" cy="52" r="9.5" fill="#fff0b8"/>
<path fill="url(#hcso-sea)" d="M24 53.5q3-1.4 6 0t6 0 6 0 6 0 6 0 6 0 6 0 6 0v20H24z"/>
<path fill="none" stroke="#ffe39a" stroke-opacity=".8" stroke-linecap="round" stroke-width=".9" d="M52 57.5h9M31 58h6M55 60.5h5"/>
<path fill="#06251c" d="M31 57.5c4-4.4 9-5.8 15.5-5.4 6 .4 10 2.2 13 5.4-9 1.2-20 1.2-28.5 0z"/>
<path fill="#06251c" d="${PALM}" transform="translate(46 55) scale(.98)"/>
<path fill="#06251c" d="${PALM}" transform="translate(55.5 55.5) scale(-.52 .52)"/>
</g>
${plate('hcso-metal', 'HCSO', 76.5, 20, GOLD, '#0d4630')}`
  return drawing('96 96', 'Hammock County Sheriff’s Office, invented', defs, body)
}

function drawCityPolice() {
  // forty rays whose lengths form eight lobes
  const corners = starPoints(48, 46, 40, 1, 1).map((_, index): Point => {
    const swell = Math.abs(Math.cos((index * Math.PI) / 20)) ** 1.5
    const [x, y] = polar(0, 0, index % 2 === 0 ? 38 + 5.2 * swell : 36 + 2 * swell, index * 4.5)
    return [48 + x * 0.97, 46 + y * 1.04]
  })
  const { light, dark } = facets(48, 46, corners)
  const defs =
    polish('ttpd-metal', SILVER) +
    gradient('ttpd-field', { 0: '#3c7fe0', 50: '#1b4aa5', 100: '#0c2460' }) +
    gradient('ttpd-dusk', { 0: '#0d1d4e', 50: '#2c59ae', 82: '#9dc3f2', 100: '#eff7ff' }) +
    gradient('ttpd-sea', { 0: '#3f7fd0', 100: '#0a1c4c' }) +
    '<clipPath id="ttpd-inside"><ellipse cx="48" cy="46" rx="21.4" ry="25"/></clipPath>'
  const body = `
<path d="${path(corners)}" fill="${INK}" stroke="${INK}" stroke-width="4" stroke-linejoin="round"/>
<path fill="${SILVER.light}" d="${light}"/><path fill="${SILVER.dark}" d="${dark}"/>
<path d="${path(corners)}" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width=".7" stroke-linejoin="round"/>
<ellipse cx="48" cy="46" rx="33.4" ry="36.6" fill="${INK}"/>
<ellipse cx="48" cy="46" rx="32.4" ry="35.6" fill="url(#ttpd-metal)"/>
<ellipse cx="48" cy="46" rx="30.2" ry="33.4" fill="url(#ttpd-field)"/>
<path d="${beads(48, 46, 26.6, 36, 29.9)}" stroke="${SILVER.light}" stroke-width="1.7" stroke-linecap="round"/>
<path fill="url(#ttpd-metal)" d="${path(starPoints(48, 16.4, 5, 4.6, 1.9))}" stroke="#0c2460" stroke-width="1"/>
<ellipse cx="48" cy="46" rx="22.8" ry="26.4" fill="url(#ttpd-metal)"/>
<g clip-path="url(#ttpd-inside)">
<path fill="url(#ttpd-dusk)" d="M24 18h48v36H24z"/>
<path fill="#fff" opacity=".13" d="${rays(48, 53, 17, 8, 46, -96, 96)}"/>
<circle cx="48" cy="50" r="14.5" fill="#f4f9ff"/>
<path fill="url(#ttpd-sea)" d="M24 53q3-1.6 6 0t6 0 6 0 6 0 6 0 6 0 6 0 6 0v24H24z"/>
<path fill="none" stroke="#dcebff" stroke-opacity=".85" stroke-linecap="round" stroke-width="1" d="M40 57.5h13M43 60.5h7M28 57h6M60 58h6M31 62h5"/>
<g transform="translate(47.5 42.5) rotate(-38) scale(.86)"><path fill="#081434" d="${TARPON}"/><path fill="#a9cdf6" d="${TARPON_BELLY}"/><path fill="none" stroke="#a9cdf6" stroke-width=".9" stroke-linecap="round" d="M12.6-2.1C14 .3 14 2.7 12.8 4.3M-8-.5C-2-3 4-3.6 9-2"/><path fill="none" stroke="#081434" stroke-linecap="round" d="M-3-4.8C-6-6.7-9-7.5-11.6-9.6"/><circle cx="16.4" cy="1.1" r="1.3" fill="#fff"/></g>
<path d="M28.6 51h.01M33 51.6h.01M30.4 47.6h.01M43 51.5h.01" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/>
</g>
${plate('ttpd-metal', 'TTPD', 77, 20, SILVER, '#10307a')}`
  return drawing('96 96', 'Tarpon Trace Police Department, invented', defs, body)
}

function drawFireRescue() {
  // the upward arm: narrow at the medallion and wider towards a curved end, with a step at each corner
  const arm = 'M41.5 40C41 30 38 22 32 15.2L35 8Q48 .5 61 8L64 15.2C58 22 55 30 54.5 40Z'
  const arms = [0, 90, 180, 270].map((turn) => `<path d="${arm}" transform="rotate(${turn} 48 47)"/>`).join('')
  const inner = 'M43.5 36C43 29 40.8 22 36 16L37.8 11.4Q48 5.4 58.2 11.4L60 16C55.2 22 53 29 52.5 36Z'
  const inners = [0, 90, 180, 270].map((turn) => `<path d="${inner}" transform="rotate(${turn} 48 47)"/>`).join('')
  const axe = (way: number) =>
    `<g transform="translate(48 47) scale(${way} 1) rotate(45)" stroke="${INK}" stroke-width="1.4" stroke-linejoin="round"><path d="M-1.6-44h3.2v90h-3.2z" fill="url(#hcfr-haft)"/><path d="M-1.6-40.2C-5-40.4-7.6-42-9.6-45C-11.8-40-11.8-33.6-9.4-28.2C-7.4-31.4-5-33-1.6-33.4ZM1.6-40 9.8-36.7 1.6-33.6Z" fill="url(#hcfr-steel)"/></g>`
  const flame =
    'M48.5 29C50 35 57.5 38.5 58.6 47.4C59.6 56 54 61.4 48 61.4C42 61.4 36.6 56.8 37.4 49.2C37.8 45.2 40 42.8 41.4 39.6C42.6 42 43.2 43.2 44.6 44.4C47 40.4 46 34.4 48.5 29Z'
  const heart =
    'M49 42.5C49.6 46.5 53.6 48.6 53.6 53.6C53.6 57.8 51 60.4 47.8 60.4C44.4 60.4 42 57.8 42.2 54.2C42.4 51.8 43.6 50.6 44.4 49C45.2 50.4 45.6 51 46.4 51.6C48 49 47.8 45.6 49 42.5Z'
  const defs =
    polish('hcfr-metal', GOLD) +
    gradient('hcfr-field', { 0: '#f0483c', 50: '#bb1f28', 100: '#6d0d1c' }) +
    gradient('hcfr-night', { 0: '#2a0d20', 100: '#5c1424' }) +
    gradient('hcfr-flame', { 0: '#ff7a3c', 55: '#ffb13d', 100: '#ffe07a' }) +
    gradient('hcfr-steel', { 0: '#fffbe9', 45: '#ffdf92', 100: '#d79a3c' }) +
    gradient('hcfr-haft', { 0: '#8a5a18', 50: '#f0c566', 100: '#8a5a18' }, 'x2="1"') +
    '<clipPath id="hcfr-inside"><circle cx="48" cy="47" r="17.6"/></clipPath>'
  const body = `
<g stroke="${INK}" stroke-width="4" stroke-linejoin="round" fill="${INK}">${arms}</g>
${axe(-1)}${axe(1)}
<g fill="${INK}" stroke="${INK}" stroke-width="2.4">${arms}</g>
<g fill="url(#hcfr-metal)">${arms}</g>
<g fill="url(#hcfr-field)" stroke="#5a0a16" stroke-width=".8">${inners}</g>
<path fill="#ffd0a8" fill-opacity=".34" d="M38.4 12.2Q48 6.8 57.6 12.2L58.2 13.8Q48 9 37.8 13.8Z"/>
<circle cx="48" cy="47" r="24.5" fill="${INK}"/>
<circle cx="48" cy="47" r="23.4" fill="url(#hcfr-metal)"/>
<circle cx="48" cy="47" r="21.6" fill="url(#hcfr-field)"/>
<path d="${beads(48, 47, 20, 36)}" stroke="${GOLD.light}" stroke-width="1.3" stroke-linecap="round"/>
<circle cx="48" cy="47" r="18.4" fill="url(#hcfr-metal)"/>
<g clip-path="url(#hcfr-inside)">
<path fill="url(#hcfr-night)" d="M28 26h40v42H28z"/>
<path fill="#ff8d4a" opacity=".28" d="${rays(48, 52, 18, 7, 30)}"/>
<path fill="url(#hcfr-flame)" d="${flame}"/><path fill="#fff2b8" d="${heart}"/>
<path fill="#7a1322" d="M28 60q2.5-1.4 5 0t5 0 5 0 5 0 5 0 5 0 5 0 5 0v10H28z"/>
<path fill="none" stroke="#ffc56b" stroke-width="1" d="M28 60q2.5-1.4 5 0t5 0 5 0 5 0 5 0 5 0 5 0 5 0"/>
</g>
${plate('hcfr-metal', 'HCFR', 75.5, 19, GOLD, '#7c101e')}`
  return drawing('96 96', 'Hammock County Fire Rescue, invented', defs, body)
}

function drawStaff() {
  const knob =
    'M45.6 15.5h4.8l-.5-2.3h1.3v-1.8h-1.7c.2-1.6 2.3-2.6 2.3-5.3 0-2.4-1.6-4.3-3.8-4.3s-3.8 1.9-3.8 4.3c0 2.7 2.1 3.7 2.3 5.3h-1.7v1.8h1.3z'
  const knobs = [0, 45, 90, 135, 225, 270, 315]
    .map((turn) => `<path d="${knob}" transform="rotate(${turn} 48 47)"/>`)
    .join('')
  const rose = starPoints(48, 47, 4, 24, 5.6)
  const minor = starPoints(48, 47, 4, 14.5, 5.6)
  const { light, dark } = facets(48, 47, rose)
  const defs =
    polish('staff-metal', VIOLET) +
    gradient('staff-field', { 0: '#4b3aa0', 50: '#2b2268', 100: '#150f3c' }) +
    gradient('staff-night', { 0: '#141040', 45: '#3b2a7c', 72: '#2f8f9c', 100: '#9ff0df' }) +
    gradient('staff-sea', { 0: '#2fb3ad', 100: '#0b2b52' }) +
    '<clipPath id="staff-inside"><circle cx="48" cy="47" r="24.8"/></clipPath>'
  const studs = [22.5, 67.5, 112.5, 247.5, 292.5, 337.5].map((turn) => polar(48, 47, 30.7, turn))
  const body = `
<g fill="${INK}" stroke="${INK}" stroke-width="4" stroke-linejoin="round">${knobs}<circle cx="48" cy="47" r="35"/></g>
<g fill="url(#staff-metal)" stroke="#2c1d6a" stroke-width=".7">${knobs}</g>
<circle cx="48" cy="47" r="35.4" fill="url(#staff-metal)"/>
<circle cx="48" cy="47" r="33.2" fill="url(#staff-field)"/>
<path d="${studs.map(([x, y]) => `M${x.toFixed(2)} ${y.toFixed(2)}h.01`).join('')}" stroke="#7ff0e0" stroke-width="3" stroke-linecap="round"/>
<path d="${beads(48, 47, 30.7, 48)}" stroke="${VIOLET.light}" stroke-opacity=".55" stroke-width="1.1" stroke-linecap="round"/>
<circle cx="48" cy="47" r="27.6" fill="url(#staff-metal)"/>
<circle cx="48" cy="47" r="25.8" fill="#120d36"/>
<g clip-path="url(#staff-inside)">
<path fill="url(#staff-night)" d="M20 20h56v36H20z"/>
<path fill="#c9fff5" opacity=".14" d="${rays(48, 55, 17, 8, 44, -96, 96)}"/>
<path d="M33 34h.01M40 28.5h.01M62 33h.01M57 27.5h.01M67 42h.01M29.5 43h.01" stroke="#fff" stroke-opacity=".8" stroke-width="1.1" stroke-linecap="round"/>
<path fill="url(#staff-sea)" d="M20 56q3-1.6 6 0t6 0 6 0 6 0 6 0 6 0 6 0 6 0 6 0v20H20z"/>
<path fill="none" stroke="#d5fff8" stroke-opacity=".6" stroke-linecap="round" d="M29 60h6M60 60.5h7M34 64h5M58 64h5"/>
</g>
<g transform="rotate(45 48 47)"><path d="${path(minor)}" fill="#8a64d0" stroke="${INK}" stroke-width="1.6" stroke-linejoin="round" paint-order="stroke"/></g>
<path d="${path(rose)}" fill="#5ed8cc" stroke="${INK}" stroke-width="2.2" stroke-linejoin="round"/>
<path fill="#c6fff4" d="${light}"/><path fill="#1f8f92" d="${dark}"/>
<circle cx="48" cy="47" r="4.2" fill="${INK}"/><circle cx="48" cy="47" r="3" fill="#ffd98a"/>
${plate('staff-metal', 'STAFF', 79, 22, VIOLET, '#251b60')}`
  return drawing('96 96', 'Hammock Coast Roleplay, the staff team', defs, body)
}

writeDrawings('departments', 12_000, {
  fhp: drawHighwayPatrol(),
  hcso: drawSheriff(),
  ttpd: drawCityPolice(),
  hcfr: drawFireRescue(),
  staff: drawStaff(),
})
