import Gavel from 'lucide-react/icons/gavel'
import type { IconsByName } from '#lib/page.ts'

export const icons = { gavel: Gavel } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
