import { useState } from 'react'
import { longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLocation } from '#web/router.tsx'
import { useArrival } from '#web/use-arrival.ts'
import type { GivenAppealRow } from '../given-contract.ts'
import { isOpen, LIFTS } from '../rules.ts'
import { ActionFold, ReadAction, titleOf } from './appealed-action.tsx'
import { OutcomeDialog } from './outcome-dialog.tsx'
import { useAddStatement, useGivenAppeal, useGivenAppeals, useLift } from './queries.ts'
import { StateChip } from './state-chip.tsx'
import { TextForm, WrittenText } from './text-form.tsx'
import { endedMeanwhile } from './unsent-text.tsx'

/**
 * The appeals of actions that the viewer gave. The viewer may give one statement, and may revoke or reduce the action.
 */
export function GivenAppealsView() {
  const { data, error, refetch } = useGivenAppeals()
  const { hash } = useLocation()
  const appeals = data?.data ?? []
  const failure = error && { message: t('Failed to load appeals.'), error, onRetry: () => void refetch() }
  return (
    <div data-full-width="" className="mx-auto max-w-3xl px-4 pt-2 pb-16">
      <h1 className="text-2xl">{t('Appeals of actions you gave')}</h1>
      <p className="mt-1 mb-4 text-paper-dim text-sm">
        {t(
          'You can give one statement. You can take back what you gave, which ends the appeal, or reduce it: then the appeal stays open.',
        )}
      </p>
      {failure !== null && data !== undefined && (
        <div className="mb-4">
          <ErrorNote {...failure} />
        </div>
      )}
      {appeals.length === 0 ? (
        <NoRows
          isLoaded={data !== undefined}
          skeleton={<Skeleton label={t('Loading appeals…')} rows={3} columns={1} />}
          failure={failure}
        >
          <Empty title={t('Nobody has appealed an action that you gave.')} />
        </NoRows>
      ) : (
        <div className="space-y-4">
          {appeals.map((appeal) => (
            <GivenAppealCard key={appeal.id} appeal={appeal} isWanted={hash === `#appeal-${appeal.id}`} />
          ))}
        </div>
      )}
    </div>
  )
}

const GivenAction = ({ id }: { id: number }) => <ReadAction query={useGivenAppeal(id)} />

interface GivenAppealCardProps {
  appeal: GivenAppealRow
  /** Whether the address names this appeal. */
  isWanted: boolean
}

function GivenAppealCard({ appeal, isWanted }: GivenAppealCardProps) {
  const { id, appellant, text, snapshot, filedAt, issuerUntil, state, statement, issuerReduction } = appeal
  const stating = useAddStatement(id)
  const card = useArrival<HTMLElement>(isWanted)
  const { name } = appellant
  return (
    <article
      ref={card}
      id={`appeal-${id}`}
      tabIndex={-1}
      aria-label={t('Appeal of {name}', { name })}
      className={`scroll-mt-[calc(var(--header-height)+1rem)] rounded-md border bg-dusk p-5 ${isWanted ? 'border-lagoon' : 'border-haze'}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StateChip appeal={appeal} />
        <h2 className="text-base">{t('Appeal of {name}', { name })}</h2>
      </div>
      {state === 'with_issuer' && issuerUntil !== null && (
        <p className="mt-2 text-warn">
          {t('Please give your statement by {moment}.', { moment: longMoment(issuerUntil) })}
        </p>
      )}
      <div className="mt-3 space-y-3">
        <ActionFold title={titleOf(snapshot)} isOpenAtFirst={isOpen(state)}>
          <GivenAction id={id} />
        </ActionFold>
        <ul className="space-y-2">
          <WrittenText by={name} at={longMoment(filedAt)} text={text} />
          {statement !== null && (
            <WrittenText by={t('Your statement')} at={longMoment(statement.at)} text={statement.text} isOwn />
          )}
          {issuerReduction !== null && (
            <WrittenText
              by={t('You reduced it, and wrote to {name}', { name })}
              at={longMoment(issuerReduction.at)}
              text={issuerReduction.message}
              isOwn
            />
          )}
        </ul>
      </div>
      <TextForm
        label={t('Your statement')}
        hint={t('The people who decide read this. You can give one statement and you cannot change it later.')}
        action={t('Send the statement')}
        sent={t('Your statement was sent.')}
        place={`appeal ${id} statement`}
        closed={endedMeanwhile(appeal) ?? (statement === null ? null : t('You gave your statement already.'))}
        send={stating.mutateAsync}
      />
      <LiftAction appeal={appeal} />
    </article>
  )
}

/** Lets the viewer revoke or reduce the action while the appeal is open. */
function LiftAction({ appeal }: { appeal: GivenAppealRow }) {
  const { id, version, appellant, snapshot, today, state, lighterTypes } = appeal
  const { name } = appellant
  const lifting = useLift(id)
  const [isLifting, setIsLifting] = useState(false)
  return (
    <>
      {isOpen(state) && today !== null && !today.isRevoked && (
        <Button className="mt-3" onClick={() => setIsLifting(true)}>
          {t('Take back or reduce…')}
        </Button>
      )}
      {isLifting && (
        <OutcomeDialog
          title={t('Take back or reduce: {action}', { action: titleOf(snapshot) })}
          appellant={name}
          action={today ?? snapshot}
          types={lighterTypes}
          outcomes={LIFTS}
          isByIssuer
          place={`appeal ${id} lift`}
          closed={endedMeanwhile(appeal)}
          save={({ outcome, reduction, message }) =>
            lifting.mutateAsync({ version, outcome: outcome === 'revoked' ? 'revoked' : 'reduced', reduction, message })
          }
          onDone={() => {
            setIsLifting(false)
            toast(t('It is done, and {name} is told.', { name }))
          }}
          onClose={() => setIsLifting(false)}
        />
      )}
    </>
  )
}
