import * as z from 'zod/mini'

/** Colours with a meaning, each with a shape of its own too. */
export const TONES = ['ok', 'warn', 'danger', 'info', 'amber', 'sunset', 'lagoon', 'plain'] as const
export type Tone = (typeof TONES)[number]

/** One of the site's own colours, or one of the community's. */
export type Colour = Tone | `#${string}`

/** WCAG 2.2 asks so much of text. */
const TEXT_CONTRAST = 4.5

/** A colour of words: in a chip, a count or a legend. */
export const Colour = z.union(
  [z.enum(TONES), z.templateLiteral(['#', z.string().check(z.regex(/^[0-9a-fA-F]{6}$/))])],
  `one of ${TONES.join(', ')}, or a colour in quotes such as "#64d79b"`,
)

/** Where a file of the community names a colour. */
export interface PlacedColour {
  path: (string | number)[]
  colour: string | undefined
}

/** Colours by the names that `look.yaml` has for them, or by what the file calls them. */
export type NamedColours = Readonly<Record<string, string>>

/** The colours that cannot be read on each of these grounds; the site's own are tried with the look. */
export function unreadable(colours: readonly PlacedColour[], grounds: NamedColours) {
  return colours.flatMap(({ path, colour = 'plain' }) => {
    const short = colour.startsWith('#') ? leastContrast(colour, grounds) : null
    return short === null ? [] : [{ path, message: `a colour that can be read: ${colour} on ${short}` }]
  })
}

/** The grounds on which these words cannot be read. */
export function unreadableGrounds(grounds: readonly PlacedColour[], words: NamedColours) {
  return grounds.flatMap(({ path, colour = '' }) => {
    const short = leastContrast(colour, words)
    return short === null ? [] : [{ path, message: `a colour on which words can be read: ${colour} under ${short}` }]
  })
}

/** From which of the others a colour is told apart worst, where that is too little for words. */
function leastContrast(colour: string, others: NamedColours): string | null {
  const [worst] = Object.entries(others)
    .map(([name, other]) => ({ said: `${name} (${other})`, contrast: contrastOf(colour, other) }))
    .sort((one, other) => one.contrast - other.contrast)
  if (worst === undefined || worst.contrast >= TEXT_CONTRAST) return null
  return `${worst.said} has a contrast of ${shownContrast(worst.contrast)}, and words need ${TEXT_CONTRAST}`
}

/** Never rounded up to what is needed. */
export const shownContrast = (contrast: number) => (Math.floor(contrast * 10) / 10).toFixed(1)

/** How well two colours are told apart, from 1 to 21 (WCAG 2.2). */
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
