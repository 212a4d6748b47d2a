import CircleUser from 'lucide-react/icons/circle-user'
import UserCog from 'lucide-react/icons/user-cog'
import type { IconsByName } from '#lib/page.ts'

export const icons = { 'circle-user': CircleUser, 'user-cog': UserCog } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
