import KeyRound from 'lucide-react/icons/key-round'
import type { IconsByName } from '#lib/page.ts'

export const icons = { 'key-round': KeyRound } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
