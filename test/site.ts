import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { Site } from '#lib/site.ts'

const { roles: _, ...words } = parse(readFileSync('community/site.yaml', 'utf8'))

/** The community's own words, for tests of what shows them. */
export const SITE = Site.parse(words)
