import * as z from 'zod/mini'

/** Colours with a meaning, each with a shape of its own too. */
export const TONES = ['ok', 'warn', 'danger', 'info', 'amber', 'sunset', 'lagoon', 'plain'] as const
export type Tone = (typeof TONES)[number]

/** One of the site's own colours, or one of the community's. */
export type Colour = Tone | `#${string}`

/** What words stand on where the community has no look of its own: the tokens night, dusk and haze of `theme.css`. */
export const SURFACES = ['#090d20', '#111832', '#222c50'] as const

/** WCAG 2.2 asks so much of text. */
export const TEXT_CONTRAST = 4.5

/** A colour of words: in a chip, a count or a legend. */
export const Colour = z.union(
  [z.enum(TONES), z.templateLiteral(['#', z.string().check(z.regex(/^[0-9a-fA-F]{6}$/))])],
  `one of ${TONES.join(', ')}, or a colour in quotes such as "#64d79b"`,
)

/** Where a file of the community names a colour. */
export interface PlacedColour {
  path: (string | number)[]
  colour: Colour | undefined
}

/** The colours that cannot be read on every surface of the pages; the site's own are tried with the look. */
export function unreadable(colours: readonly PlacedColour[], surfaces: readonly string[]) {
  return colours.flatMap(({ path, colour = 'plain' }) => {
    const contrast = colour.startsWith('#') ? Math.min(...surfaces.map((surface) => contrastOf(colour, surface))) : 21
    const message = `a colour that can be read: ${colour} has a contrast of ${contrast.toFixed(1)} on the pages, and text needs ${TEXT_CONTRAST}`
    return contrast >= TEXT_CONTRAST ? [] : [{ path, message }]
  })
}

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
