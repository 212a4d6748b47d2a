import Calculator from 'lucide-react/icons/calculator'
import RadioTower from 'lucide-react/icons/radio-tower'
import Scale from 'lucide-react/icons/scale'
import { t } from '#lib/messages.ts'
import { type Palette, type PaletteRow, paletteSource } from '#web/palette-source.ts'
import type { listPenalCodes, listTenCodes, PenalCode, TenCode } from '../contract.ts'
import { addressWithCharge } from '../link-rules.ts'
import { penalCodeAnchor, tenCodeAnchor } from '../rules.ts'

/** The search palette's entries for 10-codes and penal codes. */
export const palette: Palette = () => [
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

function penalCodeRow(code: PenalCode): PaletteRow {
  const { id, statute, title, class: grade } = code
  return {
    id: `penal-code:${id}`,
    group: t('Penal Codes'),
    label: statute,
    detail: [title, grade].filter(Boolean).join(' · '),
    texts: [title, grade],
    icon: <Scale aria-hidden="true" />,
    copy: { text: `${statute} ${title}`, label: t('copy code') },
    to: `/penal-codes#${penalCodeAnchor(statute)}`,
    acts: [chargeRow(code)],
  }
}

function chargeRow(code: PenalCode): PaletteRow {
  const { statute, title } = code
  return {
    id: `charge:${statute}`,
    group: t('Actions'),
    label: t('Charge {name}', { name: title }),
    detail: statute,
    texts: [statute],
    icon: <Calculator aria-hidden="true" />,
    to: () => addressWithCharge(window.location, code),
  }
}
