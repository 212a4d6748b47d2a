import Gamepad2 from 'lucide-react/icons/gamepad-2'
import { useId } from 'react'
import { dayOf, formatDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useOwnActions } from './queries.ts'
import { TypeChip } from './type-chip.tsx'

/** The actions against whoever is signed in, as they may see them: with the reason that they were told. */
export function OwnActions() {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="rounded-md border border-haze bg-dusk p-5">
      <h2 id={headingId} className="text-lg">
        {t('Actions // disciplinary')}
      </h2>
      <p className="mt-1 text-paper-dim text-sm">{t('Disciplinary actions on your account.')}</p>
      <OwnActionList />
    </section>
  )
}

function OwnActionList() {
  const query = useOwnActions()
  if (query.isPending) return <Skeleton label={t('Loading your actions…')} rows={3} columns={3} />
  if (query.isError)
    return <ErrorNote message={t('Failed to load')} error={query.error} onRetry={() => void query.refetch()} />
  const actions = query.data.data
  if (actions.length === 0) return <Empty title={t('There are no actions against you.')} />
  return (
    <ul className="mt-3 -mb-3 divide-y divide-haze">
      {actions.map(({ id, family, date, type, external_reason, revoked }) => (
        <li key={`${family} ${id}`} className="py-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <TypeChip type={type} revoked={revoked} />
            {family === 'players' && (
              <span className="inline-flex items-center gap-1.5 text-paper-dim text-sm">
                <Gamepad2 aria-hidden="true" className="size-4 text-paper-faint" />
                {t('As a player')}
              </span>
            )}
            <time dateTime={date} className="text-paper-faint text-sm">
              {formatDay(dayOf(date))}
            </time>
            {revoked !== null && (
              <span className="text-paper-faint text-sm">
                {t('Revoked {day}. It no longer counts.', { day: formatDay(dayOf(revoked.at)) })}
              </span>
            )}
          </div>
          <p className="mt-1.5 whitespace-pre-wrap break-words text-sm">
            {external_reason ?? (
              <span className="text-paper-faint">{t('You were not given a reason. Ask your supervisor.')}</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
