import { NuqsAdapter } from 'nuqs/adapters/react'
import { QuickLinks } from '#features/quick-links/web/quick-links.tsx'

export function Page() {
  return (
    <NuqsAdapter>
      <QuickLinks />
    </NuqsAdapter>
  )
}
