import type { Tone } from '#lib/colour.ts'
import { Chip } from '#ui/chip.tsx'
import type { Status } from '../rules.ts'

export const STATUS_LABELS: Record<Status, string> = {
  started: 'Started',
  pending: 'Pending',
  verified: 'Verified',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
}

export const STATUS_TONES: Record<Status, Tone> = {
  started: 'info',
  pending: 'amber',
  verified: 'lagoon',
  approved: 'ok',
  rejected: 'danger',
  expired: 'plain',
}

export function StatusChip({ status }: { status: Status }) {
  return <Chip tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Chip>
}
