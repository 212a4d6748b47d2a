import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** What a page's document must name so that the browser fetches the right files: tags ready to be written. */
export interface Assets {
  /** Styles and fonts, for the head. `source` is the page's own file, fetched early. */
  tags(source: string | null): string
  /** What brings the page to life, after all that is seen. */
  script: string
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

const ENTRY = 'src/app/browser.tsx'
/** Fetches the entry once the page was seen. */
const FIRST = 'src/app/first-paint.ts'
/** The two faces that the first screen is set in; each is one file. */
const PRELOADED_FONTS = /\/(inter|overpass)-[^/]*\.woff2$/

/** Reads what the client build wrote. */
export function readAssets(clientDir: string): Assets {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(clientDir, 'manifest.json'), 'utf8')))
  const entry = manifest[ENTRY]
  const first = manifest[FIRST]
  if (entry === undefined || first === undefined) {
    throw new Error(`${clientDir} has no ${ENTRY}: build the site again`)
  }
  const fonts = Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
    .filter((file, at, all) => PRELOADED_FONTS.test(`/${file}`) && all.indexOf(file) === at)
  const next = [entry.file, ...(entry.imports ?? []).flatMap((key) => manifest[key]?.file ?? [])]
  const common = [
    // First, for nothing is painted without it.
    ...(entry.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...fonts.map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
  ]

  return {
    script: `<script type="module" src="/${first.file}" data-next="${next.map((file) => `/${file}`).join(' ')}" fetchpriority="low"></script>`,
    tags: (source) => {
      const file = source === null ? undefined : manifest[source]?.file
      if (file === undefined || file === entry.file) return common.join('')
      return [...common, `<link rel="modulepreload" href="/${file}" fetchpriority="low">`].join('')
    },
  }
}
