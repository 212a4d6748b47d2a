import { type ReactNode, useState } from 'react'
import { formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { DaEntry, FoundAction } from '../contract.ts'
import { accountOf } from '../player-rules.ts'
import { Fact, Reasons, WaitingNote } from './action-facts.tsx'
import { ApproveForm, RejectForm } from './approval-form.tsx'
import { OffenceFacts } from './offence-facts.tsx'
import { useActionsToApprove, usePlayersToApprove } from './queries.ts'
import { Revisions } from './revisions.tsx'
import { TypeChip } from './type-chip.tsx'
import { type Family, FamilyContext, PLAYERS, STAFF, useFamily } from './use-family.ts'

interface ApprovalsViewProps {
  /** Renders the evidence of an action. */
  evidence?: (of: { family: 'staff' | 'players'; action: number; isNeeded: boolean }) => ReactNode
}

/** The actions that wait for approval, for everybody who may approve them, including people outside of the staff. */
export function ApprovalsView({ evidence }: ApprovalsViewProps) {
  const queries = [
    { family: STAFF, query: useActionsToApprove() },
    { family: PLAYERS, query: usePlayersToApprove() },
  ]
  const [doing, setDoing] = useState<{ family: Family; entry: DaEntry; isApproval: boolean } | null>(null)
  const waiting = queries.flatMap(({ family, query }) => (query.data?.data ?? []).map((found) => ({ family, found })))
  const isLoaded = queries.every(({ query }) => query.data !== undefined)
  const failed = queries.find(({ query }) => query.isError)?.query
  const failure =
    failed === undefined
      ? null
      : {
          message: t('Failed to load what waits for approval.'),
          error: failed.error,
          onRetry: () => void failed.refetch(),
        }
  const close = () => setDoing(null)
  const Form = doing?.isApproval ? ApproveForm : RejectForm
  return (
    <div data-full-width="" className="mx-auto max-w-[120rem] px-4 pt-2 pb-16 *:max-w-3xl">
      <h1 className="text-2xl">{t('Actions to approve')}</h1>
      <p className="mt-1 mb-4 text-paper-dim text-sm">
        {t('These actions wait for a second person. Read what happened, then approve or reject each one.')}
      </p>
      {failure !== null && (isLoaded || waiting.length > 0) && (
        <div className="mb-4">
          <ErrorNote {...failure} />
        </div>
      )}
      {waiting.length === 0 ? (
        <NoRows
          isLoaded={isLoaded}
          skeleton={<Skeleton label={t('Loading what waits for approval…')} rows={4} />}
          failure={failure}
        >
          <Empty title={t('No action waits for your approval.')} />
        </NoRows>
      ) : (
        <ul className="space-y-4">
          {waiting.map(({ family, found }) => (
            <FamilyContext key={`${family.name} ${found.item.id}`} value={family}>
              <WaitingAction
                found={found}
                evidence={evidence?.({
                  family: family.name,
                  action: found.item.id,
                  isNeeded: found.offences.some(({ needs_evidence }) => needs_evidence),
                })}
                onDecide={(isApproval) => setDoing({ family, entry: found.item, isApproval })}
              />
            </FamilyContext>
          ))}
        </ul>
      )}
      {doing !== null && (
        <FamilyContext value={doing.family}>
          <Form entry={doing.entry} onDone={close} onClose={close} />
        </FamilyContext>
      )}
    </div>
  )
}

interface WaitingActionProps {
  found: FoundAction
  evidence: ReactNode
  onDecide(isApproval: boolean): void
}

function WaitingAction({ found, evidence, onDecide }: WaitingActionProps) {
  const { item: entry } = found
  const about = { name: entry.user_name }
  return (
    <li className="rounded-md border border-haze bg-dusk p-4 sm:p-5">
      <h2 className="mb-3 text-lg">{t('Action against {name}', about)}</h2>
      <WaitingNote entry={entry} isStuck={found.is_stuck} />
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Fact label={t('Number')}>#{entry.id}</Fact>
        <Fact label={t('Date')}>{formatMoment(entry.date)}</Fact>
        <Fact label={t('Admin')} id={entry.admin}>
          {entry.admin_name}
        </Fact>
        <Fact label={useFamily().words().user} id={accountOf(entry.user) ?? undefined}>
          {entry.user_name}
        </Fact>
        <Fact label={t('Type')}>
          <TypeChip type={entry.type} revoked={entry.revoked} />
        </Fact>
        {entry.ends_at !== null && <Fact label={t('Ends')}>{formatMoment(entry.ends_at)}</Fact>}
        {entry.points > 0 && <Fact label={t('Points')}>{entry.points}</Fact>}
        <OffenceFacts found={found} />
      </dl>
      <Reasons entry={entry} />
      {evidence}
      <Revisions found={found} isOpen />
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
