import { drawing, gradient, PALM, path, star, starPoints } from './shapes.ts'
import { writeDrawings } from './write-drawings.ts'

/*
 * Draws the supporters' tiers and badges: `npx tsx tools/media/supporter-icons.ts [OUT]`. The tiers show scenes from
 * the shallows up to the light above them.
 */
const INK = '#0a0d1d'
const INSET = 'transform="translate(3.84 3.84) scale(.88)"'

/** The icon of a tier: a rim, a field and a picture. Each tier has one more edge than the one below. */
function tier(
  name: string,
  outline: string,
  rim: [string, string, string],
  field: [string, string, string],
  picture: string,
) {
  const id = name.toLowerCase()
  const defs =
    `<path id="${id}" d="${outline}"/>` +
    gradient(`${id}-r`, { 0: rim[0], 45: rim[1], 62: rim[2], 100: rim[1] }, 'x1=".1" x2=".6" y2="1"') +
    gradient(`${id}-f`, { 0: field[0], 60: field[1], 100: field[2] }) +
    `<clipPath id="${id}-c"><use href="#${id}" ${INSET}/></clipPath>`
  const body = `<use href="#${id}" fill="${INK}" stroke="${INK}" stroke-width="2.4" stroke-linejoin="round"/>
<use href="#${id}" fill="url(#${id}-r)"/>
<g clip-path="url(#${id}-c)"><path d="M0 0h64v64H0z" fill="url(#${id}-f)"/>
${picture}</g>
<use href="#${id}" fill="none" stroke="#fff" stroke-opacity=".35" ${INSET}/>`
  return drawing('64 64', name, defs, body)
}

const CIRCLE = 'M32 4A28 28 0 1 1 32 60A28 28 0 1 1 32 4Z'
const SOFT_HEXAGON =
  'M27.5 4.5Q32 2 36.5 4.5L53 14Q57.5 16.6 57.5 21.8V42.2Q57.5 47.4 53 50L36.5 59.5Q32 62 27.5 59.5L11 50Q6.5 47.4 6.5 42.2V21.8Q6.5 16.6 11 14Z'
const SHELL =
  'M32 3C38 3 40.5 6.4 42 7.6C46 6.6 50.5 8.8 51.8 13.4C57 15 60 20 58.8 25.2C62 29.6 61.6 35.4 57.6 38.8C57.4 43.6 54 47.8 49.4 49L40.6 57.6L38.8 61H25.2L23.4 57.6L14.6 49C10 47.8 6.6 43.6 6.4 38.8C2.4 35.4 2 29.6 5.2 25.2C4 20 7 15 12.2 13.4C13.5 8.8 18 6.6 22 7.6C23.5 6.4 26 3 32 3Z'
const BURST = path(starPoints(32, 32, 16, 30, 26))

const tiers = {
  sandbar: tier(
    'Sandbar',
    CIRCLE,
    ['#fff3dc', '#d9b98a', '#8d6a44'],
    ['#3d2a63', '#d9706a', '#ffb36b'],
    `<circle cx="32" cy="34" r="12" fill="#ffe6b0"/><path d="M0 38q4-1.6 8 0t8 0 8 0 8 0 8 0 8 0 8 0 8 0v26H0z" fill="#2c8f97"/><path d="M8 52c6-6 14-8.6 24-8.4 10 .2 18 3 26 8.4v12H8z" fill="#f0d3a0"/><path d="M14 53c6-3.6 12-5 18-5M38 50c5 .6 8 1.6 12 3.6" fill="none" stroke="#c79f67" stroke-width="1.6" stroke-linecap="round"/><path d="${star(24, 53.5, 5, 4.2, 1.9)}" fill="#ff7f61" stroke="#b4483a" stroke-width=".8" stroke-linejoin="round"/><path d="M10 41.5h8M46 42h7" stroke="#aef0e6" stroke-width="1.3" stroke-linecap="round"/>`,
  ),
  mangrove: tier(
    'Mangrove',
    SOFT_HEXAGON,
    ['#d8ffe6', '#59b983', '#1f6444'],
    ['#1a5f78', '#63c7a4', '#f3ffc9'],
    `<circle cx="44" cy="36" r="9" fill="#fffbe0" opacity=".9"/><path d="M15 23c0-6 5-9 9.5-8 2-4 9-5 12-1 5-1 10 2 10 7 4 1.6 5 7 1 9.6-3 2.4-8 2-10 .4-3 2.4-8 2.4-10.5 0-3 2-8 1.6-10-.8-3.6-.2-5.5-4.4-2-7.2z" fill="#0b5236"/><path d="M17 23c0-4 4-6 7.5-4.5 2-4 8-5 10.5-1 4-1.5 8.5 1 8.5 5-4-2-7-1.5-9 .5-3-2-6-2-8.5.5-3-2-6-2-9-.5z" fill="#36a869"/><path d="M32 27V38M32 36C25 37 21 42 18 53M32 36C28 40 26.5 45 26 53M32 36C36 40 37.5 45 38 53M32 36C39 37 43 42 46 53M32 33C24 33 16 39 12 50M32 33C40 33 48 39 52 50" fill="none" stroke="#0a3a2a" stroke-width="2.4" stroke-linecap="round"/><path d="M0 48q4-1.6 8 0t8 0 8 0 8 0 8 0 8 0 8 0 8 0v16H0z" fill="#0f5a62" fill-opacity=".88"/><path d="M18 53h7M36 55h10M27 58.5h8" stroke="#8ff0d2" stroke-opacity=".8" stroke-width="1.3" stroke-linecap="round"/>`,
  ),
  reef: tier(
    'Reef',
    SHELL,
    ['#e2fffb', '#5ed8cc', '#1b6e86'],
    ['#39c4c9', '#1763a0', '#121d52'],
    `<path d="M20 0 12 40M30 0 28 44M42 0 48 40" stroke="#e8fffb" stroke-opacity=".14" stroke-width="5"/><path d="M17 60V46M17 52c-5-1-6-5-5.5-9M17 49c4-1 5-5 5-9M17 46c-1-3-1-5 0-8" fill="none" stroke="#ff7f61" stroke-width="3.2" stroke-linecap="round"/><path d="M46 60V48M46 53c5-1 6-5 5.5-8M46 51c-4-1-5-4-5-8M46 48c1-3 1-5 .4-8" fill="none" stroke="#ff9fc0" stroke-width="3" stroke-linecap="round"/><path d="M24 60c-1-6 3-9.6 7.5-9.6s8.5 3.6 7.5 9.6z" fill="#8a64d0"/><path d="M27 58c0-3 1.6-5 4.5-5" fill="none" stroke="#d9c2ff" stroke-linecap="round"/><path d="M20 26C25 19 35 18.5 42 25.5L49 20.5C47.8 24.5 47.8 28 49 32L42 27.5C35 34.5 25 33.5 20 26Z" fill="#ffd166" stroke="${INK}" stroke-linejoin="round"/><path d="M29.5 21.5c1.6 3 1.6 6.6 0 9.6M35 21c2 3.4 2 7.4 0 11" fill="none" stroke="#b4531f" stroke-width="2"/><circle cx="24.6" cy="25.4" r="1.4" fill="${INK}"/><path d="M14 19h.01M17 12h.01" stroke="#eafffc" stroke-width="2.6" stroke-linecap="round"/>`,
  ),
  lighthouse: tier(
    'Lighthouse',
    BURST,
    ['#fff8da', '#ffc657', '#a5611a'],
    ['#141747', '#6a2f78', '#ff8a62'],
    `<path d="M32 18 0 8v13zM32 18 64 8v13z" fill="#ffe9a0" opacity=".8"/><circle cx="32" cy="18" r="13" fill="#ffd98a" opacity=".25"/><path d="M12 32h.01M20 28h.01M50 30h.01M45 36h.01M15 39h.01M26 9h.01M41 8h.01" stroke="#fff" stroke-width="1.3" stroke-linecap="round"/><path d="M0 50q4-1.6 8 0t8 0 8 0 8 0 8 0 8 0 8 0 8 0v14H0z" fill="#1d2a68"/><path d="M14 56c5-5.6 11-8 18-8s13 2.4 18 8v8H14z" fill="#0b0f2c"/><g stroke="${INK}" stroke-width="1.4" stroke-linejoin="round"><path d="M27.6 24h8.8l3.2 27H24.4z" fill="#fff6ea"/><path d="M25.6 24v-2.6h12.8V24z" fill="#31366b"/><path d="M28.2 14.6h7.6v6.8h-7.6z" fill="#fff0a8"/><path d="M27 14.6 32 9l5 5.6z" fill="#e0454f"/></g><path d="m26.9 30 .7-5.4h8.8l.7 5.4zM25.7 40l.6-5h11.4l.6 5zM24.8 48.6l.5-4.6h13.4l.5 4.6z" fill="#e0454f"/><path d="M33.5 24.6h2.9l2.9 25.6h-4z" fill="#0a0d1d" opacity=".2"/><path d="M10 54h6M47 54.5h8" stroke="#ffc27a" stroke-width="1.3" stroke-linecap="round"/>`,
  ),
}

/** A badge: a round enamel pin with one symbol. */
function badge(name: string, [light, deep]: [string, string], sign: string) {
  const id = `b-${name.toLowerCase().replaceAll(' ', '-')}`
  const defs =
    gradient(`${id}-f`, { 0: light, 100: deep }) +
    gradient(`${id}-r`, { 0: '#ffffff', 50: light, 100: deep }, 'x2=".5" y2="1"')
  return drawing(
    '32 32',
    name,
    defs,
    `<circle cx="16" cy="16" r="15.5" fill="${INK}"/><circle cx="16" cy="16" r="14.5" fill="url(#${id}-r)"/><circle cx="16" cy="16" r="12.9" fill="url(#${id}-f)"/>
<path d="M4.8 13.5A11.5 11.5 0 0 1 27.2 13.5C20 10.5 12 10.5 4.8 13.5Z" fill="#fff" opacity=".13"/>
${sign}`,
  )
}

const laurel = (way: number) =>
  `<g transform="translate(16 16) scale(${way} 1)"><path d="M-3.5 8.8C-7.8 7.6-9.8 3.8-9.3-1" fill="none" stroke="#fff6da" stroke-width="1.2" stroke-linecap="round"/><path d="M-9.3-1.2c-1.5-1-1.7-2.8-.7-4.2 1.5 1 1.7 2.8.7 4.2zM-9.2 2.6c-1.7-.2-2.7-1.7-2.5-3.3 1.7.2 2.7 1.7 2.5 3.3zM-7.6 5.8c-1.7.4-3.2-.6-3.7-2.2 1.7-.4 3.2.6 3.7 2.2zM-4.9 8.3c-1.3 1.1-3.1.9-4.2-.3 1.3-1.1 3.1-.9 4.2.3zM-7.7 2c-.6-1.6.2-3.2 1.7-3.9.6 1.6-.2 3.2-1.7 3.9zM-5.7 5.6c-.2-1.7 1-3 2.7-3.2.2 1.7-1 3-2.7 3.2z" fill="#fff6da"/></g>`

const badges = {
  booster: badge(
    'Server booster',
    ['#ff8fd0', '#8a2a96'],
    `<path d="M11.2 8.5h9.6l4.2 5.3L16 25.5 7 13.8Z" fill="#ffe3f6"/><path d="M7 13.8h18L16 25.5Z" fill="#e87fcf"/><path d="M12.2 13.8 16 8.5l3.8 5.3L16 25.5Z" fill="#fff"/><path d="M12.2 13.8h7.6L16 25.5Z" fill="#ffb3e4"/><path d="M11.2 8.5h9.6l4.2 5.3L16 25.5 7 13.8ZM7 13.8h18M11.2 8.5l1 5.3L16 25.5l3.8-11.7 1-5.3" fill="none" stroke="#5e1470" stroke-width=".9" stroke-linejoin="round"/><path d="M24.5 5.6v2.8M23.1 7h2.8M7 20.500v2.400M5.800 21.700h2.400" stroke="#fff" stroke-linecap="round"/>`,
  ),
  veteran: badge(
    'Three years',
    ['#f2b945', '#7c4a12'],
    `${laurel(1)}${laurel(-1)}<path d="M12.4 9.2h3v10.6h-3zM16.6 9.2h3v10.6h-3z" fill="none"/><path d="M12.3 10.5v9M16 10.5v9M19.7 10.5v9" stroke="#fff" stroke-width="2.1"/><path d="M10.8 10.3h10.4M10.8 19.7h10.4" stroke="#fff" stroke-width="1.3"/>`,
  ),
  'first-responder': badge(
    'First responder',
    ['#ff7a6b', '#9a1632'],
    `<path d="M9.5 21.5h13v3h-13z" fill="#fff" opacity=".95"/><path d="M11 20.5c0-6 1.6-9 5-9s5 3 5 9z" fill="#fff"/><path d="M13.3 18.5c0-2.4.5-4 1.9-4.7" fill="none" stroke="#ff7a6b" stroke-width="1.2" stroke-linecap="round"/><path d="M16 8.6V5.6M10.6 10.3 8.6 8M21.4 10.3 23.4 8M8.3 14.8 5.7 13.8M23.7 14.8 26.3 13.8" stroke="#ffe1a8" stroke-width="1.7" stroke-linecap="round"/>`,
  ),
  military: badge(
    'Military',
    ['#8fae6a', '#33482a'],
    `<path d="M8 5.5C10.5 10 13 11.5 16 11.5S21.5 10 24 5.5" fill="none" stroke="#e6eed6" stroke-width="1.5" stroke-dasharray=".1 2.1" stroke-linecap="round"/><rect x="11.3" y="10.8" width="9.4" height="15" rx="4" fill="#f2f6e8" stroke="#24331d" stroke-width=".9" transform="rotate(9 16 18)"/><circle cx="17" cy="13.3" r="1" fill="#33482a"/><path d="${star(15.8, 19.2, 5, 3.9, 1.7)}" fill="#4d6a3a"/>`,
  ),
  'bug-hunter': badge(
    'Bug hunter',
    ['#7fe0a0', '#146049'],
    `<path d="M12.5 9.5 10.6 6.8M19.5 9.5 21.4 6.8M10 14.5 6.5 12.5M22 14.5 25.5 12.5M9.6 18H6M22.4 18H26M10.2 21 7 23.6M21.8 21 25 23.6" stroke="#f2fff6" stroke-width="1.5" stroke-linecap="round"/><path d="M16 12.3c4.2 0 6.2 2.7 6.2 6.2 0 4.2-2.8 7-6.2 7s-6.2-2.8-6.2-7c0-3.5 2-6.2 6.2-6.2z" fill="#f2fff6"/><path d="M12 11.8c0-2.6 1.7-4.2 4-4.2s4 1.6 4 4.2z" fill="#c6f5d8"/><path d="M16 12.5v13" stroke="#146049" stroke-width="1.1"/><path d="M12.8 16.3h.01M19.2 16.3h.01M12.8 20.5h.01M19.2 20.5h.01" stroke="#146049" stroke-width="2.3" stroke-linecap="round"/>`,
  ),
  'event-host': badge(
    'Event host',
    ['#ffb961', '#c2452f'],
    `<path d="M6.5 14.5 19.5 8v14.5L6.5 18z" fill="#fff7e8" stroke="#fff7e8" stroke-linejoin="round"/><path d="M9.5 18.6 11.3 24.5h3l-1.6-4.7z" fill="#fff7e8"/><path d="M19.5 8v14.5" stroke="#c2452f" stroke-width="1.6"/><path d="M22.3 12.3c1.7 1.6 1.7 4.4 0 6M24.7 10c3 2.9 3 7.7 0 10.6" fill="none" stroke="#fff7e8" stroke-width="1.5" stroke-linecap="round"/>`,
  ),
  artist: badge(
    'Artist',
    ['#b59aff', '#4a2f9c'],
    `<path d="M16 7c6 0 10 3.7 10 8.3 0 3.4-2.6 5-5.3 5-2 0-3.2.8-2.7 2.4.6 1.8-.4 3.3-2.6 3.3C10 26 6 21.7 6 16.5S10.3 7 16 7z" fill="#fffaf0"/><path d="M11 13h.01M16 10.8h.01M21 13.2h.01M9.8 18h.01" stroke-width="3.6" stroke-linecap="round" stroke="#ff7f61"/><path d="M16 10.8h.01" stroke-width="3.6" stroke-linecap="round" stroke="#ffb961"/><path d="M21 13.2h.01" stroke-width="3.6" stroke-linecap="round" stroke="#33b5aa"/><path d="M9.8 18h.01" stroke-width="3.6" stroke-linecap="round" stroke="#5a7be0"/><circle cx="13" cy="22" r="1.5" fill="#6a4cc0"/>`,
  ),
  founder: badge(
    'Founder',
    ['#5ed8cc', '#0f4a72'],
    `<path d="${PALM}" fill="#f4fffc" transform="translate(15.5 23) scale(.56)"/><path d="M6.5 23.5q2.4-1.5 4.75 0t4.75 0 4.75 0 4.75 0" fill="none" stroke="#f4fffc" stroke-width="1.5" stroke-linecap="round"/><path d="M11 26.4q1.25-.8 2.5 0t2.5 0 2.5 0 2.5 0" fill="none" stroke="#f4fffc" stroke-width="1.1" stroke-linecap="round" opacity=".7"/><path d="${star(23, 10, 4, 3, 1)}" fill="#ffd98a"/>`,
  ),
}

writeDrawings('supporters', 3_000, { ...tiers, ...badges })
