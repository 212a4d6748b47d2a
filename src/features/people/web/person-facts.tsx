import type { ReactNode } from 'react'
import { dayOf, formatDay, formatMoment } from '#lib/dates.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Chip } from '#ui/chip.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StageProgress } from '#ui/stage-progress.tsx'
import { rich } from '#web/rich.tsx'
import { Link } from '#web/router.tsx'
import type { ChecklistPlace, ListedPerson, PersonRecord, RosterPlace } from '../contract.ts'
import { type StageMark, tenureOf } from '../rules.ts'
import { LocalTime } from './local-time.tsx'

interface PersonFactsProps {
  person: ListedPerson
  actions: ReactNode
  /** Renders the mark of a checklist stage. */
  markOf(mark: StageMark | null): ReactNode
}

/** A person, and what each list says about them. */
export function PersonFacts({ person, actions, markOf }: PersonFactsProps) {
  const { id, name, rosters, checklists, record, other_names = [] } = person
  const [first] = rosters
  const { player_record = null } = person
  const isKnown = rosters.length > 0 || checklists.length > 0 || record !== null || player_record !== null
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar name={name ?? '?'} url={person.avatar} size="xl" />
        <div className="min-w-0 flex-1">
          {first !== undefined && (
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-paper">
              {first.callsign !== null && <strong className="font-bold font-sign">{first.callsign}</strong>}
              <span>{first.position}</span>
              <Chip tone={first.statusColour}>{first.status}</Chip>
            </p>
          )}
          {first !== undefined && <InForceNote place={first} />}
          <p className="wrap-anywhere text-paper-faint text-sm">
            <span className="tabular-nums">{id}</span>
            {other_names.length > 0 && <> · {other_names.join(' · ')}</>}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
      {!isKnown && (
        <p className="rounded-md border border-haze bg-night/50 px-4 py-3 text-paper text-sm">
          {name === null
            ? t('This Discord ID is on no list that you may read.')
            : t('{name} is on no list that you may read, and nothing was logged.', { name })}
        </p>
      )}
      {rosters.map((place) => (
        <RosterPart key={place.key} place={place} isSaidAbove={place === first} />
      ))}
      {record === undefined && rosters.length === 0 && <Skeleton rows={4} columns={2} />}
      {isKnown && <RecordPart record={record} />}
      {checklists.map((place) => (
        <ChecklistPart key={place.key} place={place} markOf={markOf} />
      ))}
      {player_record !== null && (
        <Part title={t('Player record')} href={player_record.page}>
          <RecordCounts record={player_record} />
        </Part>
      )}
    </>
  )
}

function Part({ title, href, children }: { title: string; href: string | null; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-haze border-t pt-4">
      <h3 className="mb-2 text-base text-paper">
        {href === null ? (
          title
        ) : (
          <Link to={href} className="hover:text-lagoon">
            {title}
          </Link>
        )}
      </h3>
      {children}
    </section>
  )
}

function RosterPart({ place, isSaidAbove }: { place: RosterPlace; isSaidAbove: boolean }) {
  const { hiredAt, lastMove, timezone, zone, notes } = place
  return (
    <Part title={place.title} href={`${place.page}?search=${encodeURIComponent(place.name)}`}>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        {!isSaidAbove && (
          <>
            <Fact label={t('Callsign')}>{place.callsign}</Fact>
            <Fact label={t('Position')}>{place.position}</Fact>
            <Fact label={t('Status')}>
              <Chip tone={place.statusColour}>{place.status}</Chip>
            </Fact>
            <InForceNote place={place} />
          </>
        )}
        <Fact label={t('Local time')}>
          {timezone !== null && (
            <>
              {zone !== null && <LocalTime zone={zone} />} <span className="text-paper-faint">{timezone}</span>
            </>
          )}
        </Fact>
        <Fact label={t('Hired')}>
          {hiredAt !== null && (
            <>
              <time dateTime={hiredAt}>{formatDay(hiredAt)}</time>{' '}
              <span className="text-paper-faint">{tenureText(hiredAt)}</span>
            </>
          )}
        </Fact>
        <Fact label={t('Last Move')}>
          {lastMove !== null && <time dateTime={lastMove}>{formatDay(lastMove)}</time>}
        </Fact>
        {notes !== null && <Fact label={t('Notes')}>{notes}</Fact>}
      </dl>
    </Part>
  )
}

/** The action that sets the status or blocks a promotion, and until when. */
function InForceNote({ place: { effect } }: { place: RosterPlace }) {
  const { status = null, promotion = null } = effect ?? {}
  const linkOf = ({ action, type }: NonNullable<typeof status>) => (
    <Link to={`/staff-da-database?entry=${action}`} className="inline-link">
      {type} #{action}
    </Link>
  )
  return (
    <>
      {status !== null && (
        <p className="col-span-2 text-sm">
          {rich('{action} until {moment}', { action: linkOf(status), moment: formatMoment(status.until) })}
        </p>
      )}
      {promotion !== null && (
        <p className="col-span-2 text-sm">
          {rich('Not promoted until {moment}: {action}', {
            ...{ action: linkOf(promotion), moment: formatMoment(promotion.until) },
          })}
        </p>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-paper-faint">{label}</dt>
      <dd className="whitespace-pre-wrap break-words text-paper tabular-nums">
        {children || <span className="text-paper-faint">—</span>}
      </dd>
    </div>
  )
}

function tenureText(hiredAt: string): string {
  const tenure = tenureOf(hiredAt, dayOf(new Date().toISOString()))
  if (tenure === null) return ''
  const { years, months, days } = tenure
  const parts = [
    ...(years > 0 ? [t({ one: '{count} year', other: '{count} years' }, { count: years })] : []),
    ...(months > 0 ? [t({ one: '{count} month', other: '{count} months' }, { count: months })] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : t({ one: '{count} day', other: '{count} days' }, { count: days })
}

function RecordPart({ record }: { record: PersonRecord | null | undefined }) {
  return (
    <Part title={t('Disciplinary actions')} href={record?.page ?? null}>
      {/* The height of most records, so that the content below does not move when the record loads. */}
      <div className="min-h-13">
        {record === undefined && <Skeleton rows={1} columns={2} />}
        {record === null && <p className="text-sm">{t('No actions so far.')}</p>}
        {record != null && (
          <RecordCounts record={record}>
            {record.standing.length > 0
              ? t('These actions count until someone revokes them.')
              : t('None of them counts any more.')}
          </RecordCounts>
        )}
      </div>
    </Part>
  )
}

function RecordCounts({ record, children }: { record: PersonRecord; children?: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {record.standing.map(({ type, colour, count }) => (
          <Chip key={type} tone={colour}>
            {count} {type}
          </Chip>
        ))}
        {record.points > 0 && (
          <Chip tone="warn">
            {t({ one: 'One active point', other: '{count} active points' }, { count: record.points })}
          </Chip>
        )}
        {record.revoked > 0 && (
          <Chip tone="plain">{t({ one: '{count} revoked', other: '{count} revoked' }, { count: record.revoked })}</Chip>
        )}
      </div>
      <p className="mt-2 text-sm empty:hidden">
        {record.is_capped && `${t('The latest {total} are counted.', { total: formatNumber(record.total) })} `}
        {children}
      </p>
    </>
  )
}

function ChecklistPart({ place, markOf }: { place: ChecklistPlace } & Pick<PersonFactsProps, 'markOf'>) {
  const { status, isFinished, instructor, passed, stages } = place
  return (
    <Part title={place.title} href={place.page}>
      <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Chip tone={isFinished ? 'plain' : 'info'}>{status}</Chip>
        <span>{t('{passed} of {total} stages passed', { passed, total: stages.length })}</span>
        {instructor !== null && <span>{t('with {name}', { name: instructor })}</span>}
      </p>
      <StageProgress
        passed={passed}
        stages={stages.map(({ title, mark }) => ({ title, mark: markOf(mark) }))}
        className="sm:grid-cols-2"
      />
    </Part>
  )
}
