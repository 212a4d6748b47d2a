import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PersonLink } from '#features/auth/web/person-link.tsx'
import { useCan } from '#features/auth/web/use-can.ts'
import { formatMoment } from '#lib/dates.ts'
import { longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { queryOf } from '#web/queries.ts'
import { Link } from '#web/router.tsx'
import { accountOf } from '../player-rules.ts'
import { listThresholds, type ReachedThreshold } from '../threshold-contract.ts'
import { LogForm } from './log-form.tsx'
import type { KnownOffence } from './offence-fields.tsx'
import { ThresholdDecisionForm } from './threshold-decision-form.tsx'
import { TypeChip } from './type-chip.tsx'
import { type Family, FamilyContext, PLAYERS, STAFF } from './use-family.ts'

const FAMILIES = { staff: STAFF, players: PLAYERS }
const TOPICS = [STAFF.topic, PLAYERS.topic]
/** The page with the actions of each family. */
const PAGES = { staff: '/staff-da-database', players: '/player-record' }

/** The people who reached a point threshold, what the community suggests, and what was decided. */
export function ThresholdView({ offences }: { offences: Record<Family['name'], readonly KnownOffence[] | null> }) {
  const { data, error, refetch } = useQuery({ ...queryOf(listThresholds), meta: { topic: TOPICS } })
  const [deciding, setDeciding] = useState<{ by: 'action' | 'why'; row: ReachedThreshold } | null>(null)
  const rows = data?.data ?? []
  const failure = error && { message: t('Failed to load thresholds.'), error, onRetry: () => void refetch() }
  const decided = rows.filter((row) => row.decided !== null)
  const waiting = rows.filter((row) => row.decided === null)
  const canAdd = { staff: useCan(STAFF.giving), players: useCan(PLAYERS.giving) }
  const close = () => setDeciding(null)
  return (
    <div data-full-width="" className="mx-auto max-w-3xl px-4 pt-2 pb-16">
      <h1 className="text-2xl">{t('Point thresholds')}</h1>
      <p className="mt-1 mb-4 text-paper-dim text-sm">
        {t(
          'These people have as many active points as a threshold says. The site only suggests: you decide, with an action or without one.',
        )}
      </p>
      {failure !== null && data !== undefined && (
        <div className="mb-4">
          <ErrorNote {...failure} />
        </div>
      )}
      {waiting.length === 0 ? (
        <NoRows
          isLoaded={data !== undefined}
          skeleton={<Skeleton label={t('Loading thresholds…')} rows={4} columns={1} />}
          failure={failure}
        >
          <Empty title={t('Nobody is waiting for your decision.')} />
        </NoRows>
      ) : (
        <ul className="space-y-3">
          {waiting.map((row) => (
            <ReachedCard key={`${row.family} ${row.user}`} row={row}>
              <p className="mt-3 flex flex-wrap gap-3">
                {canAdd[row.family] && (
                  <Button size="sm" onClick={() => setDeciding({ by: 'action', row })}>
                    {t('Log an action')}
                  </Button>
                )}
                <Button size="sm" look="ghost" onClick={() => setDeciding({ by: 'why', row })}>
                  {t('Decide without an action')}
                </Button>
              </p>
            </ReachedCard>
          ))}
        </ul>
      )}
      {decided.length > 0 && <DecidedList rows={decided} />}
      {deciding?.by === 'why' && <ThresholdDecisionForm row={deciding.row} onClose={close} />}
      {deciding?.by === 'action' && (
        <FamilyContext value={FAMILIES[deciding.row.family]}>
          <LogForm
            people={[]}
            offences={offences[deciding.row.family]}
            about={{ id: deciding.row.user, name: deciding.row.user_name, note: null }}
            threshold={deciding.row.threshold.points}
            onClose={close}
          />
        </FamilyContext>
      )}
    </div>
  )
}

function DecidedList({ rows }: { rows: readonly ReachedThreshold[] }) {
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-xl">{t('Decided // thresholds')}</h2>
      <p className="mb-3 text-paper-dim text-sm">
        {t(
          'A decision counts as long as the points stay that high. People who fall below the threshold and reach it again are listed again.',
        )}
      </p>
      <ul className="space-y-3">
        {rows.map((row) => (
          <ReachedCard key={`${row.family} ${row.user}`} row={row}>
            {row.decided !== null && <Decided {...row.decided} page={PAGES[row.family]} />}
          </ReachedCard>
        ))}
      </ul>
    </section>
  )
}

function ReachedCard({ row, children }: { row: ReachedThreshold; children: ReactNode }) {
  const { family, user, user_name, points, until, threshold, since, due_at, is_overdue, actions, decided } = row
  return (
    <li className="rounded-md border border-haze bg-dusk p-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-paper">
        {accountOf(user) === null ? (
          <Link to={`${PAGES[family]}?user=${encodeURIComponent(user)}`} className="inline-link font-semibold">
            {user_name}
          </Link>
        ) : (
          <PersonLink id={user} name={user_name} className="font-semibold">
            {user_name}
          </PersonLink>
        )}
        {family === 'players' && <Chip>{t('As a player')}</Chip>}
        <Chip tone="warn">{t({ one: 'One active point', other: '{count} active points' }, { count: points })}</Chip>
        {is_overdue && <Chip tone="danger">{t('Overdue')}</Chip>}
      </p>
      <p className="mt-2 text-base text-paper">{threshold.suggestion}</p>
      <p className="mt-1">
        {t('They reached {points} points on {moment}.', { points: threshold.points, moment: longMoment(since) })}{' '}
        {decided === null &&
          (is_overdue
            ? t('It had to be decided by {moment}.', { moment: longMoment(due_at) })
            : t('Decide by {moment}.', { moment: longMoment(due_at) }))}
      </p>
      <ul aria-label={t('Where the points come from')} className="mt-3 space-y-1.5">
        {actions.map(({ id, date, type, points: given }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
            <Link to={`${PAGES[family]}?entry=${id}`} className="inline-link tabular-nums">
              #{id}
            </Link>
            <TypeChip type={type} revoked={null} />
            <span className="text-paper">{t({ one: '{count} point', other: '{count} points' }, { count: given })}</span>
            <time dateTime={date} className="text-paper-faint">
              {formatMoment(date)}
            </time>
          </li>
        ))}
      </ul>
      {until !== null && (
        <p className="mt-2 text-paper-faint">
          {t('Fewer points count from {moment} on if none are added.', { moment: longMoment(until) })}
        </p>
      )}
      {children}
    </li>
  )
}

function Decided({ at, by, by_name, why, action, page }: NonNullable<ReachedThreshold['decided']> & { page: string }) {
  return (
    <div className="mt-3 rounded-sm border border-haze bg-night/50 px-3 py-2">
      <p className="text-paper-faint">
        <PersonLink id={by} name={by_name}>
          {by_name}
        </PersonLink>
        , {formatMoment(at)}
      </p>
      {action === null ? (
        <p className="whitespace-pre-wrap break-words text-paper">{why}</p>
      ) : (
        <p>
          <Link to={`${page}?entry=${action}`} className="inline-link">
            {t('Action #{id} was logged', { id: action })}
          </Link>
        </p>
      )}
    </div>
  )
}
