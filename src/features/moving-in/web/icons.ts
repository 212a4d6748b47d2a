import PackageOpen from 'lucide-react/icons/package-open'
import type { IconsByName } from '#lib/page.ts'

export const icons = { 'package-open': PackageOpen } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
