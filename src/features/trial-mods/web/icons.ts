import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import type { IconsByName } from '#lib/page.ts'

export const icons = { 'clipboard-check': ClipboardCheck } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
