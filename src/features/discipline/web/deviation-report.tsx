import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { offsetsOf } from '#lib/dates.ts'
import { formatNumber, msg, t } from '#lib/messages.ts'
import { ToggleChip } from '#ui/chip.tsx'
import { DateSpan } from '#ui/date-span.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, Td, Th } from '#ui/table.tsx'
import { call } from '#web/call.ts'
import { Link } from '#web/router.tsx'
import { oneOf, TEXT, useListFilter } from '#web/use-list-filter.ts'
import { type DeviationCount, listActions, reportDeviations } from '../contract.ts'
import type { Deviation } from '../offence-rules.ts'
import { listPlayerActions } from '../player-contract.ts'

const PARAMETERS = { family: oneOf(['staff', 'players'], 'staff'), start: TEXT, end: TEXT }

const FAMILIES = [
  { family: 'staff', label: msg('Staff // record') },
  { family: 'players', label: msg('Players // record') },
] as const

/** How often actions differ from what is suggested. Each number links to its actions. */
export function DeviationReport() {
  const { values, choose } = useListFilter(PARAMETERS)
  const { family, ...span } = values
  const { data, error, refetch } = useQuery({
    queryKey: [reportDeviations.path, values],
    meta: { topic: family === 'staff' ? listActions.topic : listPlayerActions.topic },
    queryFn: ({ signal }) => {
      const { start, end } = span
      const days = { ...(start === '' ? {} : { start }), ...(end === '' ? {} : { end }) }
      return call(reportDeviations, { query: { family, ...days, ...offsetsOf(start, end) }, signal })
    },
    placeholderData: keepPreviousData,
  })
  const failure = error && { message: error.message || t('Failed to load'), onRetry: () => void refetch() }
  return (
    <div data-full-width="" className="mx-auto max-w-5xl px-4 pt-2 pb-16">
      <h1 className="text-2xl">{t('Discipline report')}</h1>
      <p className="mt-1 mb-4 text-paper-dim text-sm">
        {t(
          'How often actions for offences are harsher or milder than the catalogue suggests. Select a number to see its actions.',
        )}
      </p>
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
        <fieldset aria-label={t('Records')} className="flex gap-1.5">
          {FAMILIES.map(({ family: each, label }) => (
            <ToggleChip key={each} label={t(label)} isOn={family === each} onToggle={() => choose({ family: each })} />
          ))}
        </fieldset>
        <DateSpan
          labels={[t('Start date'), t('End date')]}
          from={span.start}
          to={span.end}
          onFrom={(start) => choose({ start })}
          onTo={(end) => choose({ end })}
        />
      </div>
      {failure !== null && data !== undefined && (
        <div className="mb-4">
          <ErrorNote {...failure} />
        </div>
      )}
      {data?.is_capped && (
        <p className="mb-3 text-paper-faint text-sm">
          {t(
            'There are more actions than can be counted. These are the newest. Choose a shorter time to see the others.',
          )}
        </p>
      )}
      {data !== undefined && data.issuers.length > 0 ? (
        <div className="space-y-8">
          <Counts title={t('By offence')} filter="offence" rows={data.offences} list={LISTS[family]} span={span} />
          <Counts title={t('By who gave it')} filter="admin" rows={data.issuers} list={LISTS[family]} span={span} />
        </div>
      ) : (
        <NoRows
          isLoaded={data !== undefined}
          skeleton={<Skeleton label={t('Loading the report…')} rows={6} columns={4} />}
          failure={failure}
        >
          <Empty title={t('No actions for offences in this time.')} />
        </NoRows>
      )}
    </div>
  )
}

const LISTS = { staff: '/staff-da-database', players: '/player-record' } as const

interface CountsProps {
  title: string
  /** The filter of the list that finds the actions of a row. */
  filter: 'offence' | 'admin'
  rows: readonly DeviationCount[]
  /** The page that lists these actions. */
  list: string
  span: { start: string; end: string }
}

function Counts({ title, filter, rows, list, span }: CountsProps) {
  const hrefOf = (id: string, deviation: Deviation | 'any') => {
    const given = Object.entries(span).filter(([, day]) => day !== '')
    return `${list}?${new URLSearchParams([[filter, id], ['deviation', deviation], ...given])}`
  }
  return (
    <section>
      <h2 className="mb-2 text-xl">{title}</h2>
      <Table label={title} scrolls={false}>
        <thead>
          <tr>
            <Th>{filter === 'offence' ? t('Offence') : t('Admin')}</Th>
            <Th>{t('Actions // disciplinary')}</Th>
            <Th>{t('Harsher')}</Th>
            <Th>{t('Milder')}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, total, harsher, milder }) => (
            <tr key={id}>
              <Td label={filter === 'offence' ? t('Offence') : t('Admin')}>
                {filter === 'offence' ? `${id} ${name}` : name}
              </Td>
              <Td label={t('Actions // disciplinary')}>
                <Count href={hrefOf(id, 'any')} count={total} />
              </Td>
              <Td label={t('Harsher')}>
                <Count href={hrefOf(id, 'harsher')} count={harsher} />
              </Td>
              <Td label={t('Milder')}>
                <Count href={hrefOf(id, 'milder')} count={milder} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function Count({ href, count }: { href: string; count: number }) {
  if (count === 0) return <span className="text-paper-faint">0</span>
  return (
    <Link to={href} className="inline-link tabular-nums">
      {formatNumber(count)}
    </Link>
  )
}
