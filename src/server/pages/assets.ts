import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** What a page's document must name so that the browser fetches the right files: tags ready to be written. */
export interface Assets {
  /** Styles, fonts and the script that brings the page to life. `source` is the page's own file, fetched early. */
  tags(source: string | null): string
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
/** The two faces that the first screen is set in; each is one file. */
const PRELOADED_FONTS = /\/(inter|overpass)-latin-wght-normal-[^/]*\.woff2$/

/** Reads what the client build wrote. */
export function readAssets(clientDir: string): Assets {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(clientDir, 'manifest.json'), 'utf8')))
  const entry = manifest[ENTRY]
  if (entry === undefined) throw new Error(`${clientDir} has no ${ENTRY}: build the site again`)
  const fonts = Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
    .filter((file, at, all) => PRELOADED_FONTS.test(`/${file}`) && all.indexOf(file) === at)
  const common = [
    ...fonts.map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
    ...(entry.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}">`),
    // Low: the page is useful before its script, and the script must not compete with what is seen first.
    `<script type="module" src="/${entry.file}" fetchpriority="low"></script>`,
  ]
  const early = new Set((entry.imports ?? []).map((key) => manifest[key]?.file))

  return {
    tags: (source) => {
      const page = source === null ? undefined : manifest[source]
      const files = new Set([...early, page?.file])
      files.delete(undefined)
      return [
        ...common,
        ...[...files].map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
      ].join('')
    },
  }
}
