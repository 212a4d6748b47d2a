import { QuickLinkImport } from '#features/quick-links/web/quick-link-import.tsx'

export const Page = () => <QuickLinkImport />
