import type { Tone } from '#lib/colour.ts'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import { type SessionType, TYPE_LABELS } from '../rules.ts'

const TONES: Record<Exclude<SessionType, '-'>, Tone> = {
  ownership: 'sunset',
  management: 'amber',
  staff: 'lagoon',
  es: 'info',
}

/** A chip with a person's highest right. */
export function TypeChip({ type }: { type: SessionType }) {
  if (type === '-') return <span className="text-paper-faint">-</span>
  return <Chip tone={TONES[type]}>{t(TYPE_LABELS[type])}</Chip>
}
