import { QuickLinkImport } from '#features/quick-links/web/quick-link-import.tsx'

export function Page() {
  return <QuickLinkImport />
}
