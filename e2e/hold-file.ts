import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import * as z from 'zod'

const Manifest = z.record(z.string(), z.object({ file: z.string() }))

/** Matches the address of the file that the build made from this module, in any language. */
export function codeOf(module: string): RegExp {
  const manifest = Manifest.parse(JSON.parse(readFileSync('dist/client/manifest.json', 'utf8')))
  const file = manifest[module]?.file
  if (file === undefined) throw new Error(`The build has no file of ${module}.`)
  return new RegExp(`/${basename(file).replaceAll('.', '\\.')}$`)
}

/** Blocks a file of the site, as on a slow connection, until the returned function is called. */
export async function holdFile(page: Page, file: RegExp): Promise<() => void> {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(file, async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}
