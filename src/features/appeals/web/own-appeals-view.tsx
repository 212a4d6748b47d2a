import { type ReactNode, useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TEXT, useListFilter } from '#web/use-list-filter.ts'
import type { Appealable, AppealPromise } from '../contract.ts'
import { AppealForm } from './appeal-form.tsx'
import { titleOf } from './appealed-action.tsx'
import { OwnAppealCard } from './own-appeal-card.tsx'
import { actionKey, appealHref, limitText } from './own-appeal-note.tsx'
import { useAppealPromise, useOwnAppeals } from './queries.ts'

const PARAMETERS = { action: TEXT }

/** One's own appeals, and the way to a new one. */
export function OwnAppealsView({ children }: { children?: ReactNode }) {
  const { data, error, refetch } = useOwnAppeals()
  const promise = useAppealPromise().data
  const { values, choose } = useListFilter(PARAMETERS)
  const isLoaded = data !== undefined
  const appeals = data?.data ?? []
  const actions = data?.actions ?? []
  const chosen = actions.find((item) => actionKey(item) === values.action)
  const others = actions.filter(
    (item) => item !== chosen && item.limit?.why !== 'revoked' && item.limit?.why !== 'open',
  )

  // The browser looked for the appeal of the address before the list had come.
  useEffect(() => {
    if (isLoaded) document.getElementById(decodeURIComponent(window.location.hash.slice(1)))?.scrollIntoView()
  }, [isLoaded])

  return (
    <div className="mx-auto max-w-3xl px-4 pt-4 pb-16">
      <h1 className="text-2xl">{t('Your appeals')}</h1>
      <p className="mt-1 text-paper-dim">
        {t('When you appeal, somebody who had no part in the action looks at it again.')}
      </p>
      {promise !== undefined && <Figures promise={promise} />}
      <div className="mt-5 space-y-4">
        {chosen !== undefined && chosen.limit === null && (
          <AppealForm
            key={values.action}
            item={chosen}
            promise={promise}
            onDone={() => choose({ action: '' }, { replace: true })}
            onClose={() => choose({ action: '' }, { replace: true })}
          />
        )}
        {appeals.map((appeal) => (
          <OwnAppealCard key={appeal.id} appeal={appeal} />
        ))}
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
      {appeals.length + actions.length === 0 && (
        <NoRows
          isLoaded={isLoaded}
          skeleton={<Skeleton label={t('Loading your appeals…')} rows={3} columns={1} />}
          failure={error && { message: t('Failed to load your appeals.'), error, onRetry: () => void refetch() }}
        >
          <Empty title={t('There are no actions against you.')} hint={t('So there is nothing to appeal.')} />
        </NoRows>
      )}
      {children}
    </div>
  )
}

function Figures({ promise: { promiseDays, figures } }: { promise: AppealPromise }) {
  return (
    <p className="mt-1 text-paper-dim">
      {t(
        { one: 'You hear within {count} day.', other: 'You get an answer within {count} days.' },
        { count: promiseDays },
      )}{' '}
      {figures !== null &&
        t('Of {decided} appeals so far, {percent} % left the action as it was; half were decided within {days} days.', {
          decided: figures.decided,
          percent: figures.upheldPercent,
          days: figures.medianDays,
        })}
    </p>
  )
}

function AppealableItem({ item }: { item: Appealable }) {
  const { limit, today } = item
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 text-sm">
        <p className="font-semibold text-paper">{titleOf(today)}</p>
        {limit !== null && <p className="text-paper-dim">{limitText(limit)}</p>}
      </div>
      {limit === null && (
        <ButtonLink to={appealHref(item)} size="sm">
          {t('Appeal // verb')}
        </ButtonLink>
      )}
    </li>
  )
}
