import { useId } from 'react'
import { t } from '#lib/messages.ts'
import { BarChart } from '#ui/bar-chart.tsx'
import type { Ladder, Share } from '../rules.ts'
import { statusColour } from '../status-rules.ts'

interface RosterStatisticsProps {
  ladder: Ladder
  statuses: readonly Share[]
  roles: readonly Share[]
}

/** The breakdown of a roster: each status and each role with its count and percentage. */
export function RosterStatistics({ ladder, statuses, roles }: RosterStatisticsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md border border-haze bg-dusk px-4 pt-3.5 pb-4">
      <h2 id={id} className="text-[0.9375rem]">
        {t('Statistics')}
      </h2>
      <h3 className="eyebrow mt-3 mb-1 text-paper-faint">{t('Status breakdown')}</h3>
      <BarChart
        label={t('Status breakdown')}
        bars={statuses.map((share) => ({ ...share, tone: statusColour(share.label, ladder.statuses) }))}
      />
      <h3 className="eyebrow mt-5 mb-1 text-paper-faint">{t('Role distribution')}</h3>
      <BarChart
        label={t('Role distribution')}
        bars={roles.map((share) => ({ ...share, tone: ladder.positions.colours.get(share.label) }))}
      />
    </section>
  )
}
