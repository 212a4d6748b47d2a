import { NuqsAdapter } from 'nuqs/adapters/react'
import { QuickLinks } from '#features/quick-links/web/quick-links.tsx'

export function EsPage() {
  return (
    <NuqsAdapter>
      <QuickLinks />
    </NuqsAdapter>
  )
}
