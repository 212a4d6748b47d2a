import { Chip, type Tone } from '#ui/chip.tsx'
import { normaliseStatus } from '../rules.ts'

const TONES = new Map<string, Tone>([
  ['Active', 'ok'],
  ['Semi-Active', 'lagoon'],
  ['Inactive', 'plain'],
  ['Training', 'info'],
  ['LOA', 'amber'],
  ['Suspended', 'danger'],
  ['Exempt', 'sunset'],
  ['Probation', 'warn'],
])

/** The fixed colour of a status; an unknown one has none. */
export function statusTone(status: string): Tone {
  return TONES.get(status) ?? 'plain'
}

export function StatusChip({ status }: { status: string }) {
  const word = normaliseStatus(status)
  return <Chip tone={statusTone(word)}>{word}</Chip>
}
