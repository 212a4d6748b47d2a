import Gamepad2 from 'lucide-react/icons/gamepad-2'
import { type ReactNode, useId } from 'react'
import { dayOf, formatDay, formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { OwnAction } from '../contract.ts'
import { useAcknowledge, useOwnActions } from './queries.ts'
import { TypeChip } from './type-chip.tsx'

interface OwnActionsProps {
  /** What stands below an action. */
  below(action: Pick<OwnAction, 'family' | 'id'>): ReactNode
}

/** The actions against whoever is signed in, as they may see them: with the reason that they were told. */
export function OwnActions({ below }: OwnActionsProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="rounded-md border border-haze bg-dusk p-5">
      <h2 id={headingId} className="text-lg">
        {t('Actions // disciplinary')}
      </h2>
      <p className="mt-1 text-paper-dim text-sm">{t('Disciplinary actions on your account.')}</p>
      <OwnActionList below={below} />
    </section>
  )
}

function OwnActionList({ below }: OwnActionsProps) {
  const query = useOwnActions()
  if (query.isPending) return <Skeleton label={t('Loading your actions…')} rows={3} columns={3} />
  if (query.isError)
    return <ErrorNote message={t('Failed to load')} error={query.error} onRetry={() => void query.refetch()} />
  const { data: actions, points, player_points } = query.data
  if (actions.length === 0) return <Empty title={t('There are no actions against you.')} />
  return (
    <>
      <PointsNow points={points} />
      <PointsNow label={t('As a player')} points={player_points} />
      <ul className="mt-3 -mb-3 divide-y divide-haze">
        {actions.map((action) => (
          <li key={`${action.family} ${action.id}`} className="py-3">
            <OwnActionItem action={action} />
            {below(action)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The points of one family, where any count. */
function PointsNow({ label, points }: { label?: string; points: { active: number; until: string | null } }) {
  if (points.active === 0) return null
  return (
    <p className="mt-3 text-sm">
      {label !== undefined && `${label}: `}
      <strong className="font-semibold text-paper">
        {t({ one: 'One point counts now.', other: '{count} points count now.' }, { count: points.active })}
      </strong>{' '}
      {points.until !== null &&
        t('Some of them stop counting on {moment} if nothing is added.', { moment: formatMoment(points.until) })}
    </p>
  )
}

function OwnActionItem({ action }: { action: OwnAction }) {
  const { id, family, date, type, external_reason, revoked, ends_at, points, approval_due_at } = action
  return (
    <>
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
          <span className="text-paper-faint">
            {family === 'players'
              ? t('You were not given a reason. Ask the staff.')
              : t('You were not given a reason. Ask your supervisor.')}
          </span>
        )}
      </p>
      {approval_due_at !== null && (
        <p className="mt-1.5 text-paper-dim text-sm">
          {Date.parse(approval_due_at) > Date.now()
            ? t(
                'It counts already. A second person still checks it, by {moment}. If they reject it, it no longer counts.',
                {
                  moment: formatMoment(approval_due_at),
                },
              )
            : t(
                'It counts already. A second person still has to check it, and that is late. If they reject it, it no longer counts.',
              )}
        </p>
      )}
      {revoked === null && (ends_at !== null || points.given > 0) && (
        <p className="mt-1.5 flex flex-wrap gap-x-3 text-paper-dim text-sm">
          {ends_at !== null && <span>{t('Ends {moment}', { moment: formatMoment(ends_at) })}</span>}
          {points.given > 0 && <span>{pointsText(points)}</span>}
        </p>
      )}
      <Acknowledgement key={id} action={action} />
    </>
  )
}

function pointsText({ given, are_active, until }: OwnAction['points']): string {
  const count = { count: given }
  if (!are_active) return t({ one: 'One point, no longer counts', other: '{count} points, no longer count' }, count)
  if (until === null) return t({ one: '{count} point', other: '{count} points' }, count)
  const moment = formatMoment(until)
  return t({ one: 'One point, until {moment}', other: '{count} points, until {moment}' }, { ...count, moment })
}

/** Says that one has read it, or when one said so. */
function Acknowledgement({ action: { id, family, acknowledged_at, may_acknowledge } }: { action: OwnAction }) {
  const acknowledging = useAcknowledge(family, id)
  if (acknowledged_at !== null) {
    return (
      // Whoever ticked it just now was on the box that is gone.
      <p
        ref={(words) => (acknowledging.isSuccess ? words?.focus() : undefined)}
        tabIndex={acknowledging.isSuccess ? -1 : undefined}
        className="mt-1.5 text-paper-faint text-sm"
      >
        {t('You read this on {moment}.', { moment: formatMoment(acknowledged_at) })}
      </p>
    )
  }
  if (!may_acknowledge) return null
  return (
    <div className="mt-2">
      <label className="touch-target inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          className="size-5 accent-sunset"
          checked={acknowledging.isPending}
          disabled={acknowledging.isPending}
          onChange={() => acknowledging.mutate()}
        />
        {t('I have read this')}
      </label>
      {acknowledging.isError && <ErrorNote message={acknowledging.error.message} />}
    </div>
  )
}
