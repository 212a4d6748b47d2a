import Inbox from 'lucide-react/icons/inbox'
import type { IconsByName } from '#lib/page.ts'

export const icons = { inbox: Inbox } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
