import { useSuspenseQuery } from '@tanstack/react-query'
import { formatNumber, t } from '#lib/messages.ts'
import { queryOf } from '#web/queries.ts'
import { type AppealPromise, findAppealPromise } from '../contract.ts'
import { FIGURES_FROM } from '../rules.ts'

/**
 * The public figures about decided appeals. Shows numbers only, and none until there are enough to hide single appeals.
 */
export function AppealFigures() {
  const { figures } = useSuspenseQuery(queryOf(findAppealPromise)).data
  return (
    <div className="mx-auto max-w-3xl px-4 pt-2 pb-16">
      <h1 className="text-2xl">{t('How appeals are decided')}</h1>
      <p className="mt-1 text-paper-dim">
        {t('Somebody who had no part in the action decides on an appeal. These are all decisions so far.')}
      </p>
      <Figures title={t('Actions against staff')} figures={figures.staff} />
      <Figures title={t('Actions against players')} figures={figures.players} />
    </div>
  )
}

function Figures({ title, figures }: { title: string; figures: AppealPromise['figures']['staff'] }) {
  return (
    <section aria-label={title} className="mt-6 rounded-md border border-haze bg-dusk p-5">
      <h2 className="text-lg">{title}</h2>
      {figures === null ? (
        <p className="mt-2 text-paper-dim">
          {t('There are not enough decisions yet. Figures are shown from {count} decisions on.', {
            count: String(FIGURES_FROM),
          })}
        </p>
      ) : (
        <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <Figure
            number={formatNumber(figures.decided)}
            label={t({ one: 'appeal decided', other: 'appeals decided' }, { count: figures.decided })}
          />
          <Figure number={`${formatNumber(figures.upheldPercent)} %`} label={t('left the action as it was')} />
          <Figure
            number={formatNumber(figures.medianDays)}
            label={t(
              { one: 'day: half were decided faster', other: 'days: half were decided faster' },
              { count: figures.medianDays },
            )}
          />
        </dl>
      )}
    </section>
  )
}

function Figure({ number, label }: { number: string; label: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-paper-dim text-sm">{label}</dt>
      <dd className="font-sign font-semibold text-3xl text-paper tabular-nums">{number}</dd>
    </div>
  )
}
