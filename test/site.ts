import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { readLaw } from '#features/codes/server/gateway.ts'
import { dateFormsOf } from '#lib/locale.ts'
import { Site } from '#lib/site.ts'
import { navigationOf, readNavigation } from '#server/config/navigation.ts'
import type { SiteContent } from '#web/site-context.tsx'

const { roles: _, verifiedRole: __, ...words } = parse(readFileSync('community/site.yaml', 'utf8'))

/** The shipped community's site.yaml, for tests of pages that show its texts. */
export const SITE = Site.parse(words)

const hasEveryPage = () => true
const FILE = readNavigation('community', hasEveryPage)

/** The links of the top bar and the footer. */
export const NAVIGATION = navigationOf(FILE, SITE.links, hasEveryPage)

/** The shipped law book. */
export const LAW = readLaw('community').lawIn('en-US')

/** The site content that every page receives. */
export const CONTENT: SiteContent = {
  site: SITE,
  navigation: NAVIGATION,
  law: LAW,
  dates: dateFormsOf(SITE),
  off: [],
  isDemo: false,
  origin: 'http://localhost:3000',
  departments: [],
  year: 2025,
}
