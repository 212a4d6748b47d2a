/*
 * Geometry and lettering for all drawings. Coordinates have two decimals, because finer ones make no visible
 * difference.
 */

export type Point = readonly [x: number, y: number]

export const round = (value: number) => Number(value.toFixed(2))

export const polar = (cx: number, cy: number, radius: number, degrees: number): Point => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)]
}

export const path = (points: readonly Point[]) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`

/** The corners of a star, clockwise from the top: tip, notch, tip, notch… */
export function starPoints(cx: number, cy: number, tips: number, outer: number, inner: number, stretch = 1): Point[] {
  return Array.from({ length: tips * 2 }, (_, index) => {
    const [x, y] = polar(cx, cy, index % 2 === 0 ? outer : inner, (index * 180) / tips)
    return [x, cy + (y - cy) * stretch]
  })
}

export const star = (...of: Parameters<typeof starPoints>) => path(starPoints(...of))

/**
 * Splits every tip into two faces, with light from the upper left. Returns the paths of the light and of the dark
 * faces.
 */
export function facets(cx: number, cy: number, corners: readonly Point[]) {
  const faces = corners.map((corner, index): { d: string; light: number } => {
    const next = corners[(index + 1) % corners.length] ?? corner
    const middle = [(corner[0] + next[0]) / 2 - cx, (corner[1] + next[1]) / 2 - cy] as const
    const [dx, dy] = [next[0] - corner[0], next[1] - corner[1]]
    // the direction of the face: the outward normal of its edge, compared with the light from the upper left
    const outward = dx * middle[1] - dy * middle[0] > 0 ? 1 : -1
    return { d: path([[cx, cy], corner, next]), light: (outward * (-dy * -0.55 + dx * -0.83)) / Math.hypot(dx, dy) }
  })
  const pick = (isLight: boolean) => faces.filter(({ light }) => light > 0 === isLight).map(({ d }) => d)
  return { light: pick(true).join(''), dark: pick(false).join('') }
}

/** Rays from a centre, drawn as wedges between two radii. */
export function rays(cx: number, cy: number, count: number, inner: number, outer: number, from = 0, to = 360) {
  const step = (to - from) / count
  return Array.from({ length: count }, (_, index) => {
    const at = from + (index + 0.5) * step
    const tip = step * 0.26
    return path([polar(cx, cy, inner, at), polar(cx, cy, outer, at - tip), polar(cx, cy, outer, at + tip)])
  }).join('')
}

/** Beads on a ring, drawn as one path of round-capped points. */
export function beads(cx: number, cy: number, rx: number, count: number, ry = rx) {
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = polar(0, 0, 1, (index * 360) / count)
    return `M${round(cx + x * rx)} ${round(cy + y * ry)}h.01`
  }).join('')
}

/**
 * Our own capitals in the style of road signs, 6 units high. They are drawn as strokes, so that no machine needs a
 * font.
 */
const CAPITALS: Record<string, { width: number; d: string }> = {
  A: { width: 4.4, d: 'M0 6 2.2 0 4.4 6M.8 4.2H3.6' },
  C: { width: 3.6, d: 'M3.6 1.3A1.8 1.5 0 0 0 0 1.6V4.4A1.8 1.5 0 0 0 3.6 4.7' },
  D: { width: 3.7, d: 'M0 0V6H1.6A2.1 2.1 0 0 0 3.7 3.9V2.1A2.1 2.1 0 0 0 1.6 0Z' },
  E: { width: 3.2, d: 'M3.2 0H0V6H3.2M0 2.9H2.8' },
  F: { width: 3.2, d: 'M0 6V0H3.2M0 2.9H2.8' },
  H: { width: 3.6, d: 'M0 0V6M3.6 0V6M0 3H3.6' },
  L: { width: 3.1, d: 'M0 0V6H3.1' },
  N: { width: 3.8, d: 'M0 6V0L3.8 6V0' },
  O: { width: 3.8, d: 'M0 1.8A1.9 1.8 0 0 1 3.8 1.8V4.2A1.9 1.8 0 0 1 0 4.2Z' },
  P: { width: 3.5, d: 'M0 6V0H1.9A1.65 1.65 0 0 1 1.9 3.3H0' },
  R: { width: 3.6, d: 'M0 6V0H1.9A1.65 1.65 0 0 1 1.9 3.3H0M1.7 3.3 3.6 6' },
  S: {
    width: 3.6,
    d: 'M3.5 1.2C3.2.4 2.6 0 1.8 0 .8 0 .1.6.1 1.5c0 2.1 3.5 1 3.5 3.1C3.6 5.5 2.8 6 1.8 6 .9 6 .3 5.6 0 4.8',
  },
  T: { width: 3.8, d: 'M0 0H3.8M1.9 0V6' },
  W: { width: 5.4, d: 'M0 0 1.4 6 2.7 1.2 4 6 5.4 0' },
  Z: { width: 3.6, d: 'M0 0H3.6L0 6H3.6' },
}

/** A word in these capitals, centred on `x`, with its baseline `height` below `y`. */
export function lettering(word: string, x: number, y: number, height: number, colour: string, weight = 1.25) {
  const gap = 1.75
  const letters = [...word].map((letter) => {
    const found = CAPITALS[letter]
    if (found === undefined) throw new Error(`No capital is drawn for ${letter}`)
    return found
  })
  const width = letters.reduce((sum, letter) => sum + letter.width + gap, -gap)
  const scale = height / 6
  let at = -width / 2
  const strokes = letters.map(({ d, width: own }) => {
    const moved = `<path transform="translate(${round(at)})" d="${d}"/>`
    at += own + gap
    return moved
  })
  return `<g transform="translate(${x} ${y}) scale(${round(scale)})" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linejoin="round">${strokes.join('')}</g>`
}

/** A gradient from top to bottom, or in another direction. */
export function gradient(id: string, stops: Record<number, string>, direction = 'x2="0" y2="1"') {
  const list = Object.entries(stops).map(
    ([offset, colour]) => `<stop offset="${Number(offset) / 100}" stop-color="${colour}"/>`,
  )
  return `<linearGradient id="${id}" ${direction}>${list.join('')}</linearGradient>`
}

/** The tarpon that leaps in the community's emblem: about 42 wide, its snout to the right, centred on 0 0. */
export const TARPON =
  'M-13 1.56C-7-4.9 4-7.5 14-2.54C17-.58 19.4 1.72 20.6 3.43C20 4.37 19.6 4.81 18.6 4.81C15 6.16 9 6.1 3 5.24C-4 5.28-9 4.1-13 2.96ZM-10-1.07C-15-1.58-18-3.53-21-6.68C-20.4-1.46-19.4 2.08-17.6 3.81C-19.4 7.08-20.4 11.54-21 17.32C-18 11.47-15 6.82-10 3.33ZM8-3.46C5-8.82 1-12-4.5-12.67C-2.4-10.07-2-7.9-3.6-2.77ZM-4 2.27C-5 7.4-7.2 9.74-10.6 11.48C-9 8.7-8.8 6.46-9 2.1ZM6 3.27C5.4 7.81 3.6 9.47.6 10.4C1.8 8.61 2 7.01 1.6 3ZM13 3.58C12.2 7.58 10.4 8.77 7.6 9.08C8.8 7.67 9 6.3 8.8 2.67Z'
export const TARPON_BELLY =
  'M-9 3.1C-4 3.67 3 3.64 11 2.9C14 3.06 16 3.27 18.6 4.81C15 6.16 9 6.1 3 5.24C-2 5.1-6 4.34-9 3.1Z'

/** A cabbage palm, about 30 high, with the foot of its trunk at 0 0. */
export const PALM =
  'M-2.2 0C-2.6-7-1.6-13 .2-19.5L2.4-19C.9-13 .9-7 1.9 0ZM1-20.5C-3.4-25.6-9.6-25.4-13.6-19.6C-9.4-21.8-6-21.9-3.2-20.6C-8.2-20.4-11.4-17.2-12-11.8C-9.3-15.8-6.2-18-2.6-18.7C-5.4-16.2-6.4-13.2-5.6-9.4C-4.2-13.6-2-16.4 1-18C4.4-16.6 6.8-14 8.4-9.8C9-13.6 7.8-16.6 5-18.9C8.8-18.2 12-16 14.6-12C13.8-17.4 10.6-20.5 5.4-20.8C8.4-22 11.8-21.8 16-19.4C12-25.4 5.6-25.8 1-20.5ZM.4-21C-2.6-24.6-3.2-28-1.6-32C.2-29 1.4-25.4 1.4-21ZM1.4-21C2.6-25.4 5.2-28.6 9.6-30C8.4-25.8 6-22.6 2.4-20.4ZM.8-20.6C-3-22.4-5.4-25.2-6.6-29.4C-2.6-28.2 .4-25 1.6-20.8Z'

/** An SVG drawing with a title, which browsers show when it is opened on its own. */
export function drawing(size: string, title: string, defs: string, body: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">\n<title>${title}</title>\n<defs>${defs}</defs>\n${body.trim()}\n</svg>\n`
}
