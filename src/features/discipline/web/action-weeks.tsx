import { useId } from 'react'
import { formatDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { ColumnChart } from '#ui/column-chart.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { namesOf, typeColour } from '../type-rules.ts'
import { useActionTypes, useActionWeeks } from './queries.ts'
import type { ActionQuery } from './use-family.ts'

interface ActionWeeksProps {
  /** The query of the list. The chart has the same filters. */
  listQuery: ActionQuery
  /** The week, when the filter is exactly one week. The chart then shows the weeks around it too. */
  week: string | null
  onWeek(week: string): void
}

/** A chart of the actions per week and type, for half a year, as far as the filters let them through. */
export function ActionWeeks({ listQuery, week: chosen, onWeek }: ActionWeeksProps) {
  const { sort: _, page: __, pageSize: ___, ...filter } = listQuery
  const { start: _start, end: _end, tz: _tz, endTz: _endTz, ...rest } = filter
  const query = useActionWeeks(chosen === null ? filter : rest)
  const weeks = query.data?.data
  const types = useActionTypes()
  // Types that the community no longer has come last.
  const counted = [...new Set([...namesOf(types), ...(weeks ?? []).flatMap(({ counts }) => Object.keys(counts))])]
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md border border-haze bg-dusk px-4 pt-3.5 pb-3">
      <h2 id={id} className="mb-3 text-[0.9375rem]">
        {t('Actions per week')}
      </h2>
      {weeks === undefined ? (
        <div className="h-60">
          {query.isError && (
            <ErrorNote
              message={t('Failed to load the chart.')}
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          )}
        </div>
      ) : (
        <div className={query.isPlaceholderData ? 'stale-rows' : ''}>
          {query.data?.is_capped && (
            <p className="-mt-1 mb-2.5 text-paper-faint text-xs">
              {weeks[0] === undefined
                ? t('Too many match to count one week. Narrow the search.')
                : t('Counted back to {day}; there are more before it.', { day: formatDay(weeks[0].week) })}
            </p>
          )}
          <ColumnChart
            label={t('Actions per week')}
            columnLabel={t('Week of')}
            series={counted.map((type) => ({ label: type, tone: typeColour(type, types) }))}
            onColumn={(at) => {
              const pressed = weeks[at]?.week
              if (pressed !== undefined) onWeek(pressed)
            }}
            columns={weeks.map(({ week, counts }) => ({
              isChosen: week === chosen,
              label: formatDay(week),
              counts: counted.map((type) => counts[type] ?? 0),
            }))}
          />
        </div>
      )}
    </section>
  )
}
