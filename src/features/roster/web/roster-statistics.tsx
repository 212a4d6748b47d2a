import { useId } from 'react'
import { BarChart } from '#ui/bar-chart.tsx'
import type { Share } from '../rules.ts'
import { statusTone } from './status-chip.tsx'

/** How a roster breaks down: each status and each role with its count and share. */
export function RosterStatistics({ statuses, roles }: { statuses: readonly Share[]; roles: readonly Share[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md border border-haze bg-dusk px-4 pt-3.5 pb-4">
      <h2 id={id} className="text-[0.9375rem]">
        Statistics
      </h2>
      <h3 className="eyebrow mt-3 mb-1 text-paper-faint">Status breakdown</h3>
      <BarChart
        label="Status breakdown"
        bars={statuses.map((share) => ({ ...share, tone: statusTone(share.label) }))}
      />
      <h3 className="eyebrow mt-5 mb-1 text-paper-faint">Role distribution</h3>
      <BarChart label="Role distribution" bars={roles} />
    </section>
  )
}
