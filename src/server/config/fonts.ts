import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../paths.ts'
import { type FontFacts, readFont } from './font-file.ts'

/** The characters in each file of a family in `fonts/`. `tools/media/fonts.ts` makes these subsets. */
export const CUTS = {
  latin:
    'U+20-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215',
  'latin-ext': 'U+100-130, U+132-151, U+154-17F, U+218-21B, U+1E9E',
  greek: 'U+384-38A, U+38C, U+38E-3A1, U+3A3-3CE',
  cyrillic: 'U+400-45F, U+490-491, U+2116',
} as const

/** The range of weights in these files, for headings and text. */
export const CUT_WEIGHTS = { min: 400, max: 800 }

interface Family {
  /** The start of the family's file names in `fonts/`. Undefined if the site's own style sheet has the family. */
  files?: string
  /** CSS that gives its capitals the same height as those of the other families, and centres them in buttons. */
  metrics?: string
  /** CSS for a local fallback font with the same metrics, so that the layout does not shift when the font loads. */
  fallback?: string
}

/** The families that look.yaml may name. In each, all digits have the same width, which tables need. */
export const FAMILIES: ReadonlyMap<string, Family> = new Map<string, Family>([
  ['Overpass', {}],
  ['Inter', {}],
  [
    'Open Sans',
    {
      files: 'open-sans',
      metrics: 'ascent-override:97%;descent-override:25%;line-gap-override:0%',
      fallback:
        'src:local("Arial"),local("Liberation Sans"),local("Arimo");size-adjust:105.36%;ascent-override:92.07%;descent-override:23.73%;line-gap-override:0%',
    },
  ],
  [
    'Sofia Sans Semi Condensed',
    {
      files: 'sofia-sans-semi-condensed',
      metrics: 'size-adjust:107%;ascent-override:88.9%;descent-override:23.3%;line-gap-override:0%',
      fallback:
        'src:local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold"),local("Arimo Bold");size-adjust:93.36%;ascent-override:101.9%;descent-override:26.7%;line-gap-override:0%',
    },
  ],
])

/** The URL prefix of the files in `fonts/`. */
export const FONT_PREFIX = '/fonts/'
export const FONT_FOLDER = fromRoot('fonts')

interface Face extends FontFacts {
  /** The URL of the file. */
  file: string
}

/** The font of one kind of text. */
export interface Font {
  /** The font's name in style sheets. */
  name: string
  faces: Face[]
}

/** The font for a family's name, or for the community's own files, whose characters and weights are read from them. */
export function fontOf(given: string | readonly string[], communityDir: string): Font {
  const family = typeof given === 'string' ? FAMILIES.get(given) : undefined
  if (typeof given === 'string' && family !== undefined) return { name: given, faces: facesOf(family) }
  const files = [given].flat()
  const faces = files.flatMap((file) => {
    const path = join(communityDir, file)
    // The check of the whole `media` folder reports broken files.
    const facts = existsSync(path) ? readFont(readFileSync(path)) : null
    return facts === null ? [] : [{ file, ...facts }]
  })
  return { name: `Own ${files[0]}`, faces }
}

/** The files of a family. Their URLs change with the content, so that browsers can cache them. */
function facesOf({ files }: Family): Face[] {
  if (files === undefined) return []
  return Object.entries(CUTS).map(([script, letters]) => {
    const name = `${files}-${script}.woff2`
    const hash = createHash('sha256').update(readFileSync(join(FONT_FOLDER, name)))
    const version = hash.digest('hex').slice(0, 10)
    return { file: `${FONT_PREFIX}${name}?${version}`, letters, weights: `${CUT_WEIGHTS.min} ${CUT_WEIGHTS.max}` }
  })
}

/** The fonts of headings, labels and callsigns (`display`) and of all other text. Undefined means the default. */
export interface Fonts {
  display?: Font | undefined
  text?: Font | undefined
}

/** The CSS for a page's fonts: the faces that the style sheet does not have, and the font of each kind of text. */
export function fontStyle({ display, text }: Fonts): string {
  const chosen = new Map([display, text].flatMap((font) => (font === undefined ? [] : [[font.name, font] as const])))
  const faces = [...chosen.values()].flatMap(({ name, faces }) => {
    const { metrics = '', fallback } = FAMILIES.get(name) ?? {}
    return [
      ...faces.map(
        ({ file, letters, weights }) =>
          `@font-face{font-family:"${name}";font-weight:${weights};font-display:swap;src:url(${file}) format("woff2");unicode-range:${letters};${metrics}}`,
      ),
      ...(fallback === undefined ? [] : [`@font-face{font-family:"${name} Fallback";${fallback}}`]),
    ]
  })
  const words = ({ name }: Font, kind: string) =>
    `:root{--font-${kind}:"${name}","${name} Fallback",system-ui,sans-serif}`
  return [
    ...faces,
    display === undefined ? '' : words(display, 'sign'),
    // The style sheet's font features are alternate letters of Inter. Other fonts use the same names for other things.
    text === undefined ? '' : `${words(text, 'sans')}body{font-feature-settings:normal}`,
  ].join('')
}

/**
 * The fonts to preload with the style sheet: the first file of each font. A family of the style sheet is given by name,
 * because the build chooses the name of its file.
 */
export function fontsToPreload({ display, text }: Fonts): string[] {
  const early = [text ?? { name: 'Inter', faces: [] }, display ?? { name: 'Overpass', faces: [] }]
  return [...new Set(early.map(({ name, faces }) => faces[0]?.file ?? name))]
}
