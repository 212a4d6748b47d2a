import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import * as z from 'zod/mini'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const MEDIA = join(ROOT, 'community/media')

const Names = z.object({ name: z.string(), shortName: z.string(), tagline: z.string(), description: z.string() })

/** The names of the community, from `community/site.yaml`. */
export const community = Names.parse(parse(readFileSync(join(ROOT, 'community/site.yaml'), 'utf8')))
