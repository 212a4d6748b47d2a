import { dayOf, formatDay } from '#lib/dates.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import type { ActionPerson } from '../contract.ts'
import { accountOf } from '../player-rules.ts'
import { typeColour } from '../type-rules.ts'
import { BriefActions } from './brief-actions.tsx'
import { type useActionPerson, useActionsOf, useActionTypes } from './queries.ts'
import { useFamily } from './use-family.ts'

interface PersonCardProps {
  id: string
  /** The name that is shown until the response arrives. */
  name: string
  /** Another text that tells who the person is. */
  note: string | null
  query: ReturnType<typeof useActionPerson>
  /** The message when the person could not be loaded. */
  failure: string
}

/**
 * The person of a new action, so that nobody logs it for the wrong one: picture, callsign, position and record so far.
 */
export function PersonCard({ id, name, note, query, failure }: PersonCardProps) {
  const person = query.data?.item
  const isStaff = useFamily().name === 'staff'
  if (query.isError) {
    return <ErrorNote message={failure} onRetry={() => void query.refetch()} />
  }
  const shown = person?.name ?? name
  return (
    <section
      aria-label={t('Who this is about')}
      aria-busy={person === undefined}
      className="rounded-sm border border-haze bg-night/50 px-3.5 py-3"
    >
      <div className="flex min-h-[3.6875rem] items-center gap-3.5">
        <Avatar key={id} name={shown || '?'} url={person?.avatar} size="lg" />
        <div className="min-w-0 flex-1 text-sm leading-snug">
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <strong className="min-w-0 break-words font-semibold text-paper">{shown || t('Unknown person')}</strong>
            <span className="text-paper-dim">
              {[person?.callsign, person?.position].filter(Boolean).join(' · ') ||
                (person !== undefined && shown !== '' && isStaff && t('Not on a roster'))}
            </span>
            <span className="wrap-anywhere text-paper-faint text-xs tabular-nums">
              {accountOf(id) === null ? note : id}
            </span>
          </p>
          {person === undefined ? (
            <p className="mt-1 text-paper-faint">{t('Looking up who this is…')}</p>
          ) : (
            <RecordSoFar person={person} />
          )}
        </div>
      </div>
      {person !== undefined && person.record.total > 0 && (
        <LastActions user={id} rows={Math.min(person.record.total, SHOWN)} />
      )}
    </section>
  )
}

/** The maximum number of earlier actions. The list has the rest. */
const SHOWN = 3

function LastActions({ user, rows }: { user: string; rows: number }) {
  const query = useActionsOf({ user })
  if (query.isError) {
    return (
      <div className="mt-3">
        <ErrorNote
          message={t('The last actions could not be loaded.')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  return (
    <div className="mt-2.5 border-haze border-t pt-1.5" style={{ minHeight: `${rows * 2 + 0.4375}rem` }}>
      {query.data && <BriefActions label={t('Last actions')} entries={query.data.rows.slice(0, SHOWN)} />}
    </div>
  )
}

function RecordSoFar({ person: { name, record } }: { person: ActionPerson }) {
  const types = useActionTypes()
  if (record.total === 0) {
    return (
      <p className={`mt-1 ${name === null ? 'text-amber' : 'text-paper-dim'}`}>
        {name === null
          ? t('This Discord ID is not on a roster, not in our Discord server and has no actions. Check it.')
          : t('No actions so far.')}
      </p>
    )
  }
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-paper-dim">
      <span>{soFar(record)}</span>
      {record.types.map(({ type, count }) => (
        <Chip key={type} tone={typeColour(type, types)}>
          {count} {type}
        </Chip>
      ))}
      {record.points.active > 0 && (
        <Chip tone="warn">
          {t({ one: 'One active point', other: '{count} active points' }, { count: record.points.active })}
        </Chip>
      )}
      {record.revoked > 0 && (
        <Chip tone="plain">{t({ one: '{count} revoked', other: '{count} revoked' }, { count: record.revoked })}</Chip>
      )}
    </div>
  )
}

function soFar({ total, is_capped, last }: ActionPerson['record']): string {
  const values = { count: total, total: formatNumber(total) }
  if (last === null) return t({ one: '{total} action so far', other: '{total} actions so far' }, values)
  const day = formatDay(dayOf(last))
  if (is_capped) return t('More than {total} actions so far, the last on {day}', { ...values, day })
  return t(
    { one: '{total} action so far, the last on {day}', other: '{total} actions so far, the last on {day}' },
    { ...values, day },
  )
}
