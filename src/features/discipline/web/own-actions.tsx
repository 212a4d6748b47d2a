import { type ReactNode, useId, useState } from 'react'
import { longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLocation } from '#web/router.tsx'
import type { OwnAction } from '../contract.ts'
import { actionId, OwnActionCard } from './own-action-card.tsx'
import { useOwnActions } from './queries.ts'

interface OwnActionsProps {
  /** Renders the evidence of an action, as far as the person may see it. */
  evidence(action: Pick<OwnAction, 'family' | 'id'>): ReactNode
  /** Renders what the person can do about an action. */
  below(action: Pick<OwnAction, 'family' | 'id'>): ReactNode
}

/**
 * The actions against the signed-in person, as far as they may see them. Those that they have not read yet come first.
 */
export function OwnActions(props: OwnActionsProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="rounded-md border border-haze bg-dusk p-5">
      <h2 id={headingId} className="text-lg">
        {t('Actions // disciplinary')}
      </h2>
      <p className="mt-1 text-paper-dim text-sm">{t('Disciplinary actions on your account.')}</p>
      <OwnActionList {...props} />
    </section>
  )
}

function OwnActionList({ evidence, below }: OwnActionsProps) {
  const query = useOwnActions()
  if (query.isPending) return <Skeleton label={t('Loading your actions…')} rows={3} columns={3} />
  const failure = query.isError && (
    <div className="mt-3">
      <ErrorNote message={t('Failed to load')} error={query.error} onRetry={() => void query.refetch()} />
    </div>
  )
  if (query.data === undefined) return failure
  const { data: actions, points, player_points, kept_days } = query.data
  if (actions.length === 0) return failure || <Empty title={t('There are no actions against you.')} />
  const has = (family: OwnAction['family']) => actions.some((action) => action.family === family)
  return (
    <>
      {failure}
      <PointsNow points={points} />
      <PointsNow label={t('As a player')} points={player_points} />
      <Cards actions={actions} evidence={evidence} below={below} />
      {has('staff') && <KeptFor days={kept_days.staff} />}
      {has('players') && <KeptFor label={t('As a player')} days={kept_days.players} />}
    </>
  )
}

/** The points of one family. Hidden when none count. */
function PointsNow({ label, points }: { label?: string; points: { active: number; until: string | null } }) {
  if (points.active === 0) return null
  return (
    <p className="mt-3 text-sm">
      {label !== undefined && `${label}: `}
      <strong className="font-semibold text-paper">
        {t({ one: 'One point counts now.', other: '{count} points count now.' }, { count: points.active })}
      </strong>{' '}
      {points.until !== null &&
        t('Fewer points count from {moment} on if none are added.', { moment: longMoment(points.until) })}
    </p>
  )
}

/** When actions of one family are removed from the record. Hidden when the community keeps them for good. */
function KeptFor({ label, days }: { label?: string; days: number | null }) {
  if (days === null) return null
  return (
    <p className="mt-3 text-paper-dim text-sm">
      {label !== undefined && `${label}: `}
      {t('An action is removed from your record {count} days after it is over.', { count: days })}
    </p>
  )
}

/** Actions that are not read yet come first, and keep their place after they were read. */
function Cards({ actions, evidence, below }: OwnActionsProps & { actions: readonly OwnAction[] }) {
  const { hash } = useLocation()
  const [unread] = useState(actions.filter((action) => action.may_acknowledge).map(actionId))
  const isFirst = (action: OwnAction) => action.may_acknowledge || unread.includes(actionId(action))
  return (
    <ul className="mt-4 space-y-4">
      {actions
        .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
        .map((action) => (
          <OwnActionCard
            key={actionId(action)}
            action={action}
            isWanted={hash === `#${actionId(action)}`}
            evidence={evidence(action)}
            below={below(action)}
          />
        ))}
    </ul>
  )
}

/** Whether the person's own page begins with the actions: one is not read yet, or the address names one. */
export function useActionsFirst(): boolean {
  const { hash } = useLocation()
  const unread = useOwnActions().data?.data.some(({ may_acknowledge }) => may_acknowledge)
  return unread === true || hash.startsWith('#action-')
}
