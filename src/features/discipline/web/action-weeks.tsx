import { useId } from 'react'
import { formatDay } from '#lib/dates.ts'
import { ColumnChart } from '#ui/column-chart.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { ACTION_TYPES } from '../rules.ts'
import { useActionWeeks } from './queries.ts'
import { TYPE_TONES } from './type-chip.tsx'

/** Actions per week by type, of the last half year. */
export function ActionWeeks({ isLive }: { isLive: boolean }) {
  const query = useActionWeeks(isLive)
  const weeks = query.data?.data
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md border border-haze bg-dusk px-4 pt-3.5 pb-3">
      <h2 id={id} className="mb-3 text-[0.9375rem]">
        Actions per week
      </h2>
      {weeks === undefined ? (
        <div className="h-60">
          {query.isError && (
            <ErrorNote message="Failed to load the chart." error={query.error} onRetry={() => void query.refetch()} />
          )}
        </div>
      ) : (
        <ColumnChart
          label="Actions per week"
          columnLabel="Week of"
          series={ACTION_TYPES.map((type) => ({ label: type, tone: TYPE_TONES[type] }))}
          columns={weeks.map(({ week, counts }) => ({
            label: formatDay(week),
            counts: ACTION_TYPES.map((type) => counts[type] ?? 0),
          }))}
        />
      )}
    </section>
  )
}
