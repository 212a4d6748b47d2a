import * as z from 'zod/mini'

/** Colours with a meaning. Each also has its own shape. */
export const TONES = ['ok', 'warn', 'danger', 'info', 'amber', 'sunset', 'lagoon', 'plain'] as const
export type Tone = (typeof TONES)[number]

/** One of the site's own colours, or one of the community's. */
export type Colour = Tone | `#${string}`

/** The minimum contrast of text in WCAG 2.2. */
const TEXT_CONTRAST = 4.5

/** The colour of a text in a chip, a count or a legend. */
export const Colour = z.union(
  [z.enum(TONES), z.templateLiteral(['#', z.string().check(z.regex(/^[0-9a-fA-F]{6}$/))])],
  `one of ${TONES.join(', ')}, or a colour in quotes such as "#64d79b"`,
)

/** A colour in a file of the community, and its path in that file. */
export interface PlacedColour {
  path: (string | number)[]
  colour: string | undefined
}

/** Colours by their names in `look.yaml` or in another file of the community. */
export type NamedColours = Readonly<Record<string, string>>

/** The colours that are unreadable on one of these backgrounds. The site's own colours are checked with `look.yaml`. */
export function findUnreadableColours(colours: readonly PlacedColour[], grounds: NamedColours) {
  return colours.flatMap(({ path, colour = 'plain' }) => {
    const short = colour.startsWith('#') ? leastContrast(colour, grounds) : null
    return short === null ? [] : [{ path, message: `a colour that can be read: ${colour} on ${short}` }]
  })
}

/** The backgrounds on which one of these text colours is unreadable. */
export function findUnreadableBackgrounds(grounds: readonly PlacedColour[], words: NamedColours) {
  return grounds.flatMap(({ path, colour = '' }) => {
    const short = leastContrast(colour, words)
    return short === null ? [] : [{ path, message: `a colour on which words can be read: ${colour} under ${short}` }]
  })
}

/** The other colour with the lowest contrast to `colour`. Null if that contrast is enough for text. */
function leastContrast(colour: string, others: NamedColours): string | null {
  const [worst] = Object.entries(others)
    .map(([name, other]) => ({ label: `${name} (${other})`, contrast: contrastOf(colour, other) }))
    .sort((one, other) => one.contrast - other.contrast)
  if (worst === undefined || worst.contrast >= TEXT_CONTRAST) return null
  return `${worst.label} has a contrast of ${shownContrast(worst.contrast)}, and words need ${TEXT_CONTRAST}`
}

/** A contrast with one decimal. It is rounded down, so a contrast that is too low never reads as sufficient. */
export const shownContrast = (contrast: number) => (Math.floor(contrast * 10) / 10).toFixed(1)

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
