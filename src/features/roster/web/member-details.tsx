import { formatDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { RosterMember } from '../contract.ts'
import { COLUMNS } from '../rules.ts'
import type { Statuses } from '../status-rules.ts'
import { StatusChip } from './status-chip.tsx'

interface MemberDetailsProps {
  member: RosterMember
  statuses: Statuses
  onClose(): void
}

/** All that the roster knows of one member, for whoever may only read it. */
export function MemberDetails({ member, statuses, onClose }: MemberDetailsProps) {
  return (
    <Dialog title={member.name} onClose={onClose} actions={<Button onClick={onClose}>{t('Close')}</Button>}>
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm">
        {COLUMNS.filter(({ field }) => field !== 'name').map(({ field, label }) => (
          <div key={field} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-paper-faint">{t(label)}</dt>
            <dd className="whitespace-pre-wrap break-words text-paper tabular-nums">
              {shown(member, field, statuses)}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function shown(member: RosterMember, field: (typeof COLUMNS)[number]['field'], statuses: Statuses) {
  const value = member[field]
  if (value === null || value === '') return <span className="text-paper-faint">—</span>
  if (field === 'status') return <StatusChip status={value} statuses={statuses} />
  return field === 'hiredAt' || field === 'lastMove' ? formatDay(value) : value
}
