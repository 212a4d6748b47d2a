import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { contrastOf, type NamedColours, shownContrast } from '#lib/colour.ts'
import type { Drawings } from '#lib/look.ts'
import { MediaPath } from '#lib/site.ts'
import { BadConfiguration } from './environment.ts'
import { FAMILIES, type Fonts, fontOf } from './fonts.ts'
import { suggestionFor } from './nearest.ts'
import { readYaml } from './yaml.ts'

/** The site's default colours, by their names in `ui/theme.css`. */
export const COLOURS = {
  night: '#090d20',
  dusk: '#111832',
  haze: '#222c50',
  paper: '#f6f2ea',
  'paper-dim': '#c6cbdf',
  'paper-faint': '#a0a8c6',
  sunset: '#ff7f61',
  amber: '#ffb961',
  lagoon: '#5ed8cc',
  ok: '#64d79b',
  warn: '#ffd166',
  danger: '#ff7a8e',
  info: '#8abaff',
  'sky-high': '#2a1f52',
  'sky-low': '#a34d68',
} as const
type Name = keyof typeof COLOURS

const SURFACES: readonly Name[] = ['night', 'dusk', 'haze']
const TEXTS: readonly Name[] = ['paper', 'paper-dim']
/** The pairs of text and background colours, and the contrast that each needs (WCAG 2.2). */
const CONTRASTS: readonly { texts: readonly Name[]; on: readonly Name[]; least: number }[] = [
  { texts: TEXTS, on: SURFACES, least: 7 },
  {
    texts: ['paper-faint', 'sunset', 'amber', 'lagoon', 'ok', 'warn', 'danger', 'info'],
    on: SURFACES,
    least: 4.5,
  },
  { texts: ['night'], on: ['sunset', 'amber', 'lagoon', 'danger'], least: 7 },
  { texts: ['paper'], on: ['sky-high', 'sky-low'], least: 4.5 },
]

const Colour = z.string('a colour in quotes, as "#090d20"').regex(/^#[0-9a-f]{6}$/i, 'a colour in quotes, as "#090d20"')
const names = Object.keys(COLOURS).filter((name): name is Name => name in COLOURS)
const Colours = z
  .strictObject(Object.fromEntries(names.map((name) => [name, Colour.optional()])))
  .superRefine((given, context) => {
    const colours: Record<string, string | undefined> = { ...COLOURS, ...given }
    for (const { texts, on, least } of CONTRASTS) {
      for (const [text, ground] of texts.flatMap((name) => on.map((each) => [name, each] as const))) {
        const contrast = contrastOf(colours[text] ?? '', colours[ground] ?? '')
        if (contrast >= least) continue
        // If both colours are the community's own, blame the background if the default text colour would fail on it
        // too.
        const isGround = given[text] === undefined || contrastOf(COLOURS[text], colours[ground] ?? '') < least
        context.addIssue({
          code: 'custom',
          path: [isGround && given[ground] !== undefined ? ground : text],
          message: `${text} is read on ${ground} and needs a contrast of ${least}. This has ${shownContrast(contrast)}`,
        })
      }
    }
  })

/** The name of a family, or the community's own files. */
const FontName = z.union([z.string(), z.array(z.string()).min(1)], 'a font').superRefine((given, context) => {
  const isFile = (name: string) => /^\/media\/[\w./-]+\.woff2$/.test(name)
  const wrong = [given].flat().find((name) => !isFile(name) && (Array.isArray(given) || !FAMILIES.has(name)))
  if (wrong === undefined) return
  const families = [...FAMILIES.keys()]
  const message = `one of ${families.join(', ')}, or your own files as /media/fonts/ours.woff2${suggestionFor(wrong, families)}`
  context.addIssue({ code: 'custom', message })
})

const LookFile = z.strictObject({
  colours: Colours.default({}),
  fonts: z.strictObject({ display: FontName.optional(), text: FontName.optional() }).default({}),
  drawings: z
    .strictObject({
      screens: z.optional(MediaPath),
      signs: z.optional(z.union([z.literal('none'), MediaPath])),
      supporters: z.optional(MediaPath),
    })
    .default({}),
})

/** The intermediate shades of the sky. The default sky has hand-picked ones. */
const SKY = [
  '--sky-deep:color-mix(in srgb,var(--color-sky-high),var(--color-night) 30%)',
  '--sky-middle:color-mix(in srgb,var(--color-sky-high),var(--color-sky-low) 45%)',
  '--sky-glow:var(--color-sky-low)',
]

export interface Look {
  /** The background colour of pages. A phone's browser shows it around the page. */
  night: string
  /** The background colours behind text. `words` are the main text colours. */
  surfaces: NamedColours
  words: NamedColours
  /** The CSS for the head of each document. Empty if no colour differs from the default. */
  style: string
  fonts: Fonts
  drawings: Drawings
}

/** Reads look.yaml. Without that file, the look is the default. Throws `BadConfiguration` with file and line. */
export function readLook(dir: string): Look {
  const file = join(dir, 'look.yaml')
  const { colours, fonts, drawings } = existsSync(file) ? readYaml(file, LookFile) : LookFile.parse({})
  const font = (given: typeof fonts.text) => (given === undefined ? undefined : fontOf(given, dir))
  const own = Object.entries(colours).map(([name, colour]) => `--color-${name}:${colour}`)
  const hasSky = colours['sky-high'] !== undefined || colours['sky-low'] !== undefined
  const lines = hasSky ? [...own, ...SKY] : own
  const named = (names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, colours[name] ?? COLOURS[name]]))
  return {
    night: colours.night ?? COLOURS.night,
    surfaces: named(SURFACES),
    words: named(TEXTS),
    // Printed pages keep their own colours.
    style: lines.length === 0 ? '' : `@media not print{:root{${lines.join(';')}}}`,
    fonts: { display: font(fonts.display), text: font(fonts.text) },
    drawings,
  }
}

/**
 * The background and text colours, so that other files can check their colours. Empty if look.yaml has a mistake, which
 * `readLook` reports.
 */
export function readGrounds(dir: string): Pick<Look, 'surfaces' | 'words'> {
  try {
    return readLook(dir)
  } catch (error) {
    if (error instanceof BadConfiguration) return { surfaces: {}, words: {} }
    throw error
  }
}

/** The CSP source that allows exactly this inline style. */
export const styleSource = (style: string): string =>
  style === '' ? '' : ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`
