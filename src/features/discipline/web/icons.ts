import Gamepad2 from 'lucide-react/icons/gamepad-2'
import ScrollText from 'lucide-react/icons/scroll-text'
import type { IconsByName } from '#lib/page.ts'

export const icons = { 'gamepad-2': Gamepad2, 'scroll-text': ScrollText } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
