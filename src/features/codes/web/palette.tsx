import RadioTower from 'lucide-react/icons/radio-tower'
import Scale from 'lucide-react/icons/scale'
import { t } from '#lib/messages.ts'
import { type PaletteRow, paletteSource } from '#web/palette-source.ts'
import type { listPenalCodes, listTenCodes, PenalCode, TenCode } from '../contract.ts'
import { penalCodeAnchor, tenCodeAnchor } from '../rules.ts'

/** The search palette finds 10-codes and penal codes. */
export const codesInPalette = [
  paletteSource<typeof listTenCodes>(
    { access: 'anyone', path: '/api/codes/ten', topic: 'ten-codes', part: 'ten-codes' },
    ({ data }) => data.map(tenCodeRow),
  ),
  paletteSource<typeof listPenalCodes>(
    { access: 'anyone', path: '/api/codes/penal', topic: 'penal-codes', part: 'penal-codes' },
    ({ data }) => data.map(penalCodeRow),
  ),
]

function tenCodeRow({ id, code, meaning, category }: TenCode): PaletteRow {
  return {
    id: `ten-code:${id}`,
    group: t('10-Codes'),
    label: code,
    detail: meaning,
    texts: [meaning, category],
    icon: <RadioTower aria-hidden="true" />,
    copy: { text: `${code} ${meaning}`, label: t('copy code') },
    to: `/ten-codes#${tenCodeAnchor(code)}`,
  }
}

function penalCodeRow({ id, statute, title, class: grade }: PenalCode): PaletteRow {
  return {
    id: `penal-code:${id}`,
    group: t('Penal Codes'),
    label: statute,
    detail: [title, grade].filter(Boolean).join(' · '),
    texts: [title, grade],
    icon: <Scale aria-hidden="true" />,
    copy: { text: `${statute} ${title}`, label: t('copy code') },
    to: `/penal-codes#${penalCodeAnchor(statute)}`,
  }
}
