import { Chip } from '#ui/chip.tsx'
import { normaliseStatus, type Statuses, statusColour } from '../status-rules.ts'

export function StatusChip({ status, statuses }: { status: string; statuses: Statuses }) {
  return <Chip tone={statusColour(status, statuses)}>{normaliseStatus(status, statuses)}</Chip>
}
