import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'

export const quickLinks: Feature = {
  name: 'quick-links',
  title: 'ES Quick Info',
  endpoints,
  personalData: {
    quick_links: { texts: ['title', 'desc', 'href', 'copy'], labels: ['key'], others: ['group', 'icon'] },
  },
}
