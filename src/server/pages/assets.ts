import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Language } from '#lib/languages.ts'

/** The HTML tags for a page's styles, fonts and scripts. */
export interface Assets {
  /**
   * The tags for the head: styles, fonts and module preloads. `source` is the page's own file. It is preloaded with its
   * imports. A page with restricted access is only a frame until its code runs (`isFrame`), so the entry is preloaded
   * too, and the staff style is added. `fonts` are the fonts of the first screen: Inter and Overpass by name, others by
   * URL.
   */
  tags(source: string | null, language: Language, fonts: readonly string[], isFrame?: boolean): string
  /** The styles and fonts of a page without code, in the default look. */
  styles(): string
  /** The script tags that start a page: at once for a frame, after the first paint for any other page. */
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

/** The folder with the code of each language other than English. */
const Folders = z.record(z.string(), z.string())

const ENTRY = 'src/app/browser.tsx'
/** Fetches the entry after the first paint. */
const FIRST = 'src/app/first-paint.ts'
const TOOL_STYLE = 'src/ui/staff.css'
/** The two font families of the style sheet. Each is one file. */
const FACES = ['Inter', 'Overpass']

const stylesheet = (file: string) => `<link rel="stylesheet" href="/${file}">`

/** Reads the manifest of the client build. */
export function readAssets(clientDir: string): Assets {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(clientDir, 'manifest.json'), 'utf8')))
  const folders = Folders.parse(JSON.parse(readFileSync(join(clientDir, 'languages.json'), 'utf8')))
  /** The file for a language. Only code contains messages. Styles and fonts are the same in every language. */
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
  // Style sheets come first because they block the first paint. Without them, the layout would shift when they arrive.
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

/** All direct and indirect imports of a file. If they were not preloaded, each level would cost another round trip. */
function importsOf(manifest: z.output<typeof Manifest>, source: string, known = new Set<string>()): Set<string> {
  for (const key of manifest[source]?.imports ?? []) {
    if (known.has(key)) continue
    known.add(key)
    importsOf(manifest, key, known)
  }
  return known
}
