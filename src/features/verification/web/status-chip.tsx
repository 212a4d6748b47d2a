import type { Tone } from '#lib/colour.ts'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import { STATUS_LABELS, type Status } from '../rules.ts'

export const STATUS_TONES: Record<Status, Tone> = {
  started: 'info',
  pending: 'amber',
  verified: 'lagoon',
  approved: 'ok',
  rejected: 'danger',
  expired: 'plain',
}

export function StatusChip({ status }: { status: Status }) {
  return <Chip tone={STATUS_TONES[status]}>{t(STATUS_LABELS[status])}</Chip>
}
