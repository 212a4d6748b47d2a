import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { MEDIA } from './community.ts'

/** Writes each drawing as NAME.svg into a folder of community/media, or into the folder named on the command line. */
export function writeDrawings(folder: string, limit: number, drawings: Record<string, string>) {
  const out = argv[2] ?? join(MEDIA, folder)
  mkdirSync(out, { recursive: true })
  for (const [name, svg] of Object.entries(drawings)) {
    const size = Buffer.byteLength(svg)
    if (size > limit) throw new Error(`${name}.svg has ${size} bytes; ${limit} are allowed`)
    writeFileSync(join(out, `${name}.svg`), svg)
    console.log(`${name}.svg  ${size} bytes`)
  }
}
