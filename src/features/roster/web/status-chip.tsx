import Gavel from 'lucide-react/icons/gavel'
import { formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import { type StatusWithEffect, shownStatus } from '../effect-rules.ts'
import { normaliseStatus, type Statuses, statusColour } from '../status-rules.ts'

/** The status that a member is shown with, marked if an action in force causes it. */
export function StatusChip({ member, statuses }: { member: StatusWithEffect; statuses: Statuses }) {
  const status = shownStatus(member)
  const inForce = member.effect?.status
  const chip = <Chip tone={statusColour(status, statuses)}>{normaliseStatus(status, statuses)}</Chip>
  if (!inForce) return chip
  const { action, type, until } = inForce
  const why = t('{type} #{id}, until {moment}', { type, id: action, moment: formatMoment(until) })
  return (
    <span title={why} className="inline-flex items-center gap-1">
      {chip}
      <Gavel role="img" aria-label={why} className="size-3.5 shrink-0 text-paper-dim" />
    </span>
  )
}
