import BadgeCheck from 'lucide-react/icons/badge-check'
import type { IconsByName } from '#lib/page.ts'

export const icons = { 'badge-check': BadgeCheck } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
