import CodeXml from 'lucide-react/icons/code-xml'
import UsersRound from 'lucide-react/icons/users-round'
import type { IconsByName } from '#lib/page.ts'

export const icons = { 'code-xml': CodeXml, 'users-round': UsersRound } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
