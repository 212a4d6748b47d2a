import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { Site } from '#lib/site.ts'
import type { SiteContent } from '#web/site-context.tsx'

const { roles: _, verifiedRole: __, ...words } = parse(readFileSync('community/site.yaml', 'utf8'))

/** The community's own words, for tests of what shows them. */
export const SITE = Site.parse(words)

/** What every page knows of where it is. */
export const CONTENT: SiteContent = {
  site: SITE,
  isDemo: false,
  origin: 'http://localhost:3000',
  departments: [],
  year: 2025,
}
