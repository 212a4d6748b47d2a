import Link2 from 'lucide-react/icons/link-2'
import { t } from '#lib/messages.ts'
import { type Palette, type PaletteRow, paletteSource } from '#web/palette-source.ts'
import type { listQuickLinks, QuickLink } from '../contract.ts'

/** The search palette finds quick links. */
export const palette: Palette = () => [
  paletteSource<typeof listQuickLinks>(
    { access: 'es', path: '/api/es/quicklinks', topic: 'quick-links', part: 'es' },
    ({ data }) => data.map(rowOf),
  ),
]

function rowOf({ key, title, desc, group, href, copy }: QuickLink): PaletteRow {
  return {
    id: `link:${key}`,
    group: t('Quick links'),
    label: title,
    detail: desc ?? group,
    texts: [desc, group],
    icon: <Link2 aria-hidden="true" />,
    copy: copy === null ? undefined : { text: copy, label: t('copy text') },
    to: href ?? `/es?search=${encodeURIComponent(title)}`,
  }
}
