import BookOpen from 'lucide-react/icons/book-open'
import type { IconsByName } from '#lib/page.ts'

export const icons = { 'book-open': BookOpen } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
