import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { endpoints } from './contract.ts'
import { type QuickLinksRoutesDeps, quickLinksRoutes } from './server/routes.ts'

export const quickLinks: Feature<QuickLinksRoutesDeps> = {
  name: 'quick-links',
  title: 'ES Quick Info',
  endpoints,
  setUp: quickLinksRoutes,
  audited: auditWords,
  personalData: {
    quick_links: { texts: ['title', 'desc', 'href', 'copy'], labels: ['key'], others: ['group', 'icon'] },
  },
}
