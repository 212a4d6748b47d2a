import { QuickLinks } from '#features/quick-links/web/quick-links.tsx'

export const Page = () => <QuickLinks />
