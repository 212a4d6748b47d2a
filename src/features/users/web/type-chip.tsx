import type { Tone } from '#lib/colour.ts'
import { Chip } from '#ui/chip.tsx'
import type { SessionType } from '../rules.ts'

const TONES: Record<Exclude<SessionType, '-'>, Tone> = {
  ownership: 'sunset',
  management: 'amber',
  staff: 'lagoon',
  es: 'info',
}

/** The highest right of somebody, in the spec's words. */
export function TypeChip({ type }: { type: SessionType }) {
  if (type === '-') return <span className="text-paper-faint">-</span>
  return <Chip tone={TONES[type]}>{type}</Chip>
}
