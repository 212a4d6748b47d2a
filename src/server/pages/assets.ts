import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Language } from '#lib/languages.ts'

/** What a page's document must name so that the browser fetches the right files: tags ready to be written. */
export interface Assets {
  /**
   * Styles and fonts, for the head. `source` is the page's own file, fetched early with what it imports; a page for
   * some is a frame until its code runs, so all of that is fetched at once. It has a style of its own. `fonts` are those
   * of the first screen: Inter and Overpass by their names, others by their addresses.
   */
  tags(source: string | null, language: Language, fonts: readonly string[], isFrame?: boolean): string
  /** The styles of every page in the shipped look, for one without code. */
  styles(): string
  /** What starts the page: that of a frame at once, that of a page to read after its first paint. */
  script(language: Language, isFrame?: boolean): string
}

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
  }),
)

/** Where the code of each other language is, beside that in English. */
const Folders = z.record(z.string(), z.string())

const ENTRY = 'src/app/browser.tsx'
/** Fetches the entry once the page was seen. */
const FIRST = 'src/app/first-paint.ts'
const TOOL_STYLE = 'src/ui/staff.css'
/** The two faces of the style sheet; each is one file. */
const FACES = ['Inter', 'Overpass']

const stylesheet = (file: string) => `<link rel="stylesheet" href="/${file}">`

/** Reads what the client build wrote. */
export function readAssets(clientDir: string): Assets {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(clientDir, 'manifest.json'), 'utf8')))
  const folders = Folders.parse(JSON.parse(readFileSync(join(clientDir, 'languages.json'), 'utf8')))
  /** A file as visitors with this language get it: code holds messages, styles and fonts do not. */
  const inLanguage = (file: string, language: Language) => {
    const folder = folders[language]
    return folder === undefined || !file.endsWith('.js') ? file : file.replace(/^assets/, folder)
  }
  const entry = manifest[ENTRY]
  const first = manifest[FIRST]
  const toolStyle = manifest[TOOL_STYLE]
  if (entry === undefined || first === undefined || toolStyle === undefined) {
    throw new Error(`${clientDir} is not whole: build the site again`)
  }
  const built = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
  const addresses = new Map(
    FACES.map((face) => [face, built.find((file) => file.startsWith(`assets/${face.toLowerCase()}-`))]),
  )
  const preload = (font: string) =>
    `<link rel="preload" href="${addresses.has(font) ? `/${addresses.get(font)}` : font}" as="font" type="font/woff2" crossorigin>`
  const next = [entry.file, ...(entry.imports ?? []).flatMap((key) => manifest[key]?.file ?? [])]
  // First, for nothing is painted without them: what was painted without a style would move when it comes.
  const styles = (entry.css ?? []).map(stylesheet)
  const toolStyles = [...styles, stylesheet(toolStyle.file)]

  return {
    styles: () => [...toolStyles, ...FACES.map(preload)].join(''),
    script: (language, isFrame = false) => {
      const addressOf = (file: string) => `/${inLanguage(file, language)}`
      return isFrame
        ? [first, entry].map(({ file }) => `<script type="module" src="${addressOf(file)}"></script>`).join('')
        : `<script type="module" src="${addressOf(first.file)}" data-next="${next.map(addressOf).join(' ')}" fetchpriority="low"></script>`
    },
    tags: (source, language, fonts, isFrame = false) => {
      const faces = fonts.map(preload)
      if (source === null) return [...styles, ...faces].join('')
      const code = [source, ...importsOf(manifest, source)]
        .flatMap((key) => manifest[key]?.file ?? [])
        .filter((file) => !next.includes(file))
      const early = (isFrame ? [...next, ...code] : code).map(
        (file) => `<link rel="modulepreload" href="/${inLanguage(file, language)}" fetchpriority="low">`,
      )
      const own = (manifest[source]?.css ?? []).map(stylesheet)
      return [...new Set([...(isFrame ? toolStyles : styles), ...own, ...faces, ...early])].join('')
    },
  }
}

/** All that a file imports, and what that imports: told late, each further step would cost a journey of its own. */
function importsOf(manifest: z.output<typeof Manifest>, source: string, known = new Set<string>()): Set<string> {
  for (const key of manifest[source]?.imports ?? []) {
    if (known.has(key)) continue
    known.add(key)
    importsOf(manifest, key, known)
  }
  return known
}
