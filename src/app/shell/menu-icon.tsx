import type { IconsByName, PageIcon } from '#lib/page.ts'

const FOUND: Record<string, IconsByName> = import.meta.glob('../../features/*/web/icons.ts', {
  eager: true,
  import: 'icons',
})
const ICONS: IconsByName = Object.fromEntries(Object.values(FOUND).flatMap((icons) => Object.entries(icons)))

/** The icon of a page in the menus. Only signed-in people load its code. */
export function MenuIcon({ name }: { name: PageIcon }) {
  const Icon = ICONS[name]
  return Icon === undefined ? null : <Icon aria-hidden="true" />
}
