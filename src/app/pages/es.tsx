import { QuickLinks } from '#features/quick-links/web/quick-links.tsx'

export function Page() {
  return <QuickLinks />
}
