import Hash from 'lucide-react/icons/hash'
import type { IconsByName } from '#lib/page.ts'

export const icons = { hash: Hash } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
