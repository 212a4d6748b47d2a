import FileClock from 'lucide-react/icons/file-clock'
import type { IconsByName } from '#lib/page.ts'

export const icons = { 'file-clock': FileClock } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
