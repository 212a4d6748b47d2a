import Stethoscope from 'lucide-react/icons/stethoscope'
import type { IconsByName } from '#lib/page.ts'

export const icons = { stethoscope: Stethoscope } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
