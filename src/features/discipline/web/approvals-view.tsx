import { useState } from 'react'
import { formatMoment } from '#lib/dates.ts'
import { KEPT_FROM_YOU } from '#lib/kept-from-you.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { DaEntry, FoundAction } from '../contract.ts'
import { Fact, Reason, WaitingNote } from './action-facts.tsx'
import { ApproveForm, RejectForm } from './approval-form.tsx'
import { OffenceFacts } from './offence-facts.tsx'
import { useActionsToApprove } from './queries.ts'
import { TypeChip } from './type-chip.tsx'

/** The actions that wait for a second person, for whoever may be that: also for those who are not staff. */
export function ApprovalsView() {
  const { data, error, isError, refetch } = useActionsToApprove()
  const [doing, setDoing] = useState<{ entry: DaEntry; isApproval: boolean } | null>(null)
  const waiting = data?.data ?? []
  const close = () => setDoing(null)
  const Form = doing?.isApproval ? ApproveForm : RejectForm
  return (
    <div data-full-width="" className="mx-auto max-w-[120rem] px-4 pt-2 pb-16 *:max-w-3xl">
      <h1 className="text-2xl">{t('Actions to approve')}</h1>
      <p className="mt-1 mb-4 text-paper-dim text-sm">
        {t('These actions wait for a second person. Read what happened, then approve or reject each one.')}
      </p>
      {waiting.length === 0 ? (
        <NoRows
          isLoaded={data !== undefined}
          skeleton={<Skeleton label={t('Loading what waits for approval…')} rows={4} />}
          failure={
            isError
              ? { message: t('Failed to load what waits for approval.'), error, onRetry: () => void refetch() }
              : null
          }
        >
          <Empty title={t('No action waits for your approval.')} />
        </NoRows>
      ) : (
        <ul className="space-y-4">
          {waiting.map((found) => (
            <WaitingAction
              key={found.item.id}
              found={found}
              onDecide={(isApproval) => setDoing({ entry: found.item, isApproval })}
            />
          ))}
        </ul>
      )}
      {doing !== null && <Form entry={doing.entry} onDone={close} onClose={close} />}
    </div>
  )
}

interface WaitingActionProps {
  found: FoundAction
  onDecide(isApproval: boolean): void
}

function WaitingAction({ found, onDecide }: WaitingActionProps) {
  const { item: entry } = found
  const about = { name: entry.user_name }
  return (
    <li className="rounded-md border border-haze bg-dusk p-4 sm:p-5">
      <h2 className="mb-3 text-lg">{t('Action against {name}', about)}</h2>
      <WaitingNote entry={entry} />
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Fact label={t('Number')}>#{entry.id}</Fact>
        <Fact label={t('Date')}>{formatMoment(entry.date)}</Fact>
        <Fact label={t('Admin')} id={entry.admin}>
          {entry.admin_name}
        </Fact>
        <Fact label={t('User')} id={entry.user}>
          {entry.user_name}
        </Fact>
        <Fact label={t('Type')}>
          <TypeChip type={entry.type} revoked={entry.revoked} />
        </Fact>
        {entry.ends_at !== null && <Fact label={t('Ends')}>{formatMoment(entry.ends_at)}</Fact>}
        {entry.points > 0 && <Fact label={t('Points')}>{entry.points}</Fact>}
        <OffenceFacts found={found} />
      </dl>
      <Reason
        label={t('Internal Reason')}
        copyLabel={t('Copy internal reason')}
        text={entry.internal_reason}
        otherwise={t(KEPT_FROM_YOU)}
      />
      <Reason
        label={t('External Reason')}
        copyLabel={t('Copy external reason')}
        text={entry.external_reason}
        otherwise={t('None was given.')}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          look="primary"
          aria-label={t('Approve the action against {name}', about)}
          onClick={() => onDecide(true)}
        >
          {t('Approve')}
        </Button>
        <Button aria-label={t('Reject the action against {name}', about)} onClick={() => onDecide(false)}>
          {t('Reject')}
        </Button>
      </div>
    </li>
  )
}
