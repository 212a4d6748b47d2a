import { type ComponentProps, type ReactNode, useState } from 'react'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Link, useLocation } from '#web/router.tsx'
import { TEXT, useListFilter } from '#web/use-list-filter.ts'
import type { Appealable, AppealPromise, OwnAppealRow } from '../contract.ts'
import type { Family } from '../rules.ts'
import { AppealForm } from './appeal-form.tsx'
import { titleOf } from './appealed-action.tsx'
import { OwnAppealCard } from './own-appeal-card.tsx'
import { actionKey, appealHref, appealLabel, limitText } from './own-appeal-note.tsx'
import { useAppealPromise, useOwnAppeals } from './queries.ts'

const PARAMETERS = { action: TEXT }

interface OwnAppealsViewProps {
  /** Renders the evidence of an action. */
  evidence?: (of: { family: Family; action: number }) => ReactNode
  children?: ReactNode
}

/** The viewer's own appeals, with a way to file a new one. */
export function OwnAppealsView({ evidence, children }: OwnAppealsViewProps) {
  const { data, error, refetch } = useOwnAppeals()
  const { hash } = useLocation()
  const [sent, setSent] = useState<number | null>(null)
  const appeals = data?.data ?? []
  const actions = data?.actions ?? []
  const failure = error && { message: t('Failed to load your appeals.'), error, onRetry: () => void refetch() }
  const isWanted = ({ id }: OwnAppealRow) => (sent === null ? hash === `#appeal-${id}` : sent === id)
  return (
    <div className="mx-auto max-w-3xl px-4 pt-4 pb-16">
      <h1 className="text-2xl">{t('Your appeals')}</h1>
      <p className="mt-1 text-paper-dim">
        {t('When you appeal, the action is looked at again. Each appeal says who decides.')}
      </p>
      {failure !== null && data !== undefined && (
        <div className="mt-4">
          <ErrorNote {...failure} />
        </div>
      )}
      <Actions appeals={appeals} actions={actions} isLoaded={data !== undefined} evidence={evidence} onSent={setSent}>
        {appeals.map((appeal) => (
          <OwnAppealCard
            key={appeal.id}
            appeal={appeal}
            isWanted={isWanted(appeal)}
            evidence={evidence?.({ family: appeal.family, action: appeal.action })}
          />
        ))}
      </Actions>
      {appeals.length + actions.length === 0 && (
        <NoRows
          isLoaded={data !== undefined}
          skeleton={<Skeleton label={t('Loading your appeals…')} rows={3} columns={1} />}
          failure={failure}
        >
          <Empty title={t('There are no actions against you.')} hint={t('So there is nothing to appeal.')} />
        </NoRows>
      )}
      {children}
    </div>
  )
}

interface ActionsProps {
  appeals: readonly OwnAppealRow[]
  actions: readonly Appealable[]
  isLoaded: boolean
  evidence: OwnAppealsViewProps['evidence']
  /** Called with the id of the new appeal. */
  onSent(appeal: number): void
  /** The cards of the viewer's appeals. */
  children: ReactNode
}

/** The form for the action that the address names, then the appeals, then the other actions that can be appealed. */
function Actions({ appeals, actions, isLoaded, evidence, onSent, children }: ActionsProps) {
  const promise = useAppealPromise().data
  const { values, choose } = useListFilter(PARAMETERS)
  const chosen = actions.find((item) => actionKey(item) === values.action)
  const close = () => choose({ action: '' }, { replace: true })
  const others = actions.filter(
    (item) => item !== chosen && item.limit?.why !== 'revoked' && item.limit?.why !== 'open',
  )
  const hasDecider = [chosen ?? [], others, appeals].flat().every(({ deciding }) => deciding !== 'nobody')
  return (
    <>
      {promise !== undefined && <Answer promise={promise} hasDecider={isLoaded && hasDecider} />}
      <div className="mt-5 space-y-4">
        {chosen !== undefined && (
          <ChosenAction
            key={values.action}
            item={chosen}
            promise={promise}
            evidence={evidence?.(chosen)}
            onDone={(appeal) => {
              onSent(appeal)
              close()
            }}
            onClose={close}
          />
        )}
        {isLoaded && values.action !== '' && chosen === undefined && (
          <NoAppeal>{t('There is no such action against you.')}</NoAppeal>
        )}
        {children}
      </div>
      {others.length > 0 && (
        <section aria-labelledby="actions" className="mt-8">
          <h2 id="actions" className="text-lg">
            {t('Actions against you')}
          </h2>
          <ul className="mt-2 divide-y divide-haze">
            {others.map((item) => (
              <AppealableItem key={actionKey(item)} item={item} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/**
 * The form of one action, or the reason why there is none. A form that was open stays when the action can no longer be
 * appealed.
 */
function ChosenAction(props: Omit<ComponentProps<typeof AppealForm>, 'closed'>) {
  const { limit, today } = props.item
  const [hadForm] = useState(limit === null)
  const closed = limit === null ? null : closedText(limit)
  if (hadForm || closed === null) return <AppealForm {...props} closed={closed} />
  return (
    <NoAppeal>
      <strong className="mr-2 font-semibold">{titleOf(today)}</strong>
      {closed}
    </NoAppeal>
  )
}

/** A note that says why there is no form for the action in the address. */
function NoAppeal({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-md border border-amber/35 bg-amber/10 px-4 py-3 text-sm">
      {children}
    </p>
  )
}

function closedText(limit: NonNullable<Appealable['limit']>): string {
  if (limit.why === 'open') return t('You already have an open appeal of this action.')
  return limitText(limit) ?? t('This action no longer counts, so there is nothing to appeal.')
}

function Answer({ promise: { promiseDays }, hasDecider }: { promise: AppealPromise; hasDecider: boolean }) {
  return (
    <p className="mt-1 text-paper-dim">
      {hasDecider &&
        t(
          { one: 'You get an answer within {count} day.', other: 'You get an answer within {count} days.' },
          { count: promiseDays },
        )}{' '}
      <Link to="/appeals/figures" className="inline-link">
        {t('How appeals were decided so far')}
      </Link>
    </p>
  )
}

function AppealableItem({ item }: { item: Appealable }) {
  const { limit, today } = item
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="font-semibold text-paper">{titleOf(today)}</p>
        {today.reason !== null && <p className="line-clamp-2 break-words text-paper-dim">{today.reason}</p>}
        {limit !== null && <p className="text-paper-faint">{limitText(limit)}</p>}
      </div>
      {limit === null && (
        <ButtonLink to={appealHref(item)} size="sm" aria-label={appealLabel(today)}>
          {t('Appeal // verb')}
        </ButtonLink>
      )}
    </li>
  )
}
