import { ago, formatMoment } from '#lib/dates.ts'
import { msg, t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { RowTh, Td } from '#ui/table.tsx'
import type { useRowKeys } from '#ui/use-row-keys.ts'
import type { Verification } from '../contract.ts'
import { canDecide, type Decision, sinceOf } from '../rules.ts'
import { RoleState } from './role-state.tsx'
import { StatusChip } from './status-chip.tsx'
import { useGroupLabel } from './use-verification-groups.ts'

interface VerificationRowProps {
  item: Verification
  now: Date
  place: ReturnType<ReturnType<typeof useRowKeys>['rowProps']>
  onDecide(decision: Decision): void
}

const DECISIONS = ['approved', 'rejected'] as const
const VERBS = { approved: msg('Approve'), rejected: msg('Reject') }
const NAMED_VERBS = { approved: msg('Approve {name}'), rejected: msg('Reject {name}') }

/** One verification in the queue. */
export function VerificationRow({ item, now, place, onDecide }: VerificationRowProps) {
  const { person, group, status, decidedBy, reason } = item
  const labelOf = useGroupLabel()
  const since = sinceOf(item)
  const decisions = DECISIONS.filter((decision) => canDecide(status, decision))
  return (
    <tr {...place} className="-outline-offset-2">
      <RowTh>
        <span className="flex max-w-full items-center gap-2.5">
          <Avatar name={person.name} url={person.avatarUrl} size="sm" />
          <span className="flex min-w-0 flex-col py-1 leading-tight">
            <span className="truncate font-semibold text-paper">{person.name}</span>
            <span className="flex gap-x-2 font-normal text-paper-faint text-xs max-sm:flex-col">
              <span className="truncate">{person.username}</span>
              <span className="tabular-nums">{person.id}</span>
            </span>
          </span>
        </span>
      </RowTh>
      <Td label={t('Group')}>{group === null ? <span className="text-paper-faint">—</span> : labelOf(group)}</Td>
      <Td label={t('Status')}>
        <StatusChip status={status} />
      </Td>
      <Td label={t('Since')}>
        <div className="py-1 leading-tight">
          <time dateTime={since} title={formatMoment(since)} className="text-paper">
            {ago(since, now)}
          </time>
          {decidedBy !== null && (
            <p className="max-w-[40ch] whitespace-normal text-paper-faint text-xs">
              {status === 'rejected' && reason !== null
                ? t('by {name}: {reason}', { name: decidedBy.name, reason })
                : t('by {name}', { name: decidedBy.name })}
            </p>
          )}
        </div>
      </Td>
      <Td label={t('Discord role')}>
        <RoleState role={item.role} />
      </Td>
      <Td label={t('Actions')} align="end">
        {decisions.length > 0 && (
          <span className="flex justify-end gap-2 max-sm:flex-wrap max-sm:justify-start">
            {decisions.map((decision) => (
              <Button
                key={decision}
                size="sm"
                look={decision === 'approved' ? 'secondary' : 'danger'}
                tabIndex={place.tabIndex}
                aria-label={t(NAMED_VERBS[decision], { name: person.name })}
                onClick={() => onDecide(decision)}
              >
                {t(VERBS[decision])}
              </Button>
            ))}
          </span>
        )}
      </Td>
    </tr>
  )
}
