import type { Colour } from '#lib/colour.ts'
import { t } from '#lib/messages.ts'
import { inkOf } from '#ui/chip.tsx'
import type { Share } from '../rules.ts'
import { type Statuses, statusColour } from '../status-rules.ts'

interface StatusTotalsProps {
  /** Null while they are not known. */
  total: number | null
  shares: readonly Share[]
  statuses: Statuses
}

/** The roster in one line: everybody, then how many stand in each status. */
export function StatusTotals({ total, shares, statuses }: StatusTotalsProps) {
  return (
    <dl
      aria-label={t('Totals by status')}
      className="grid grid-cols-[repeat(auto-fit,minmax(6.75rem,1fr))] gap-px overflow-hidden rounded-md border border-haze bg-dusk"
    >
      <Figure label={t('Members')} count={total} />
      {shares.map(({ label, count }) => (
        <Figure
          key={label}
          label={label}
          count={total === null ? null : count}
          colour={count === 0 ? null : statusColour(label, statuses)}
        />
      ))}
    </dl>
  )
}

interface FigureProps {
  label: string
  count: number | null
  /** Null where there is nobody to count; left out for those of everybody. */
  colour?: Colour | null
}

function Figure({ label, count, colour }: FigureProps) {
  const ink = colour ? inkOf(colour) : { className: colour === null ? 'text-paper-faint' : 'text-paper' }
  return (
    <div className="flex min-w-0 flex-row-reverse flex-wrap-reverse items-baseline justify-end gap-x-1.5 px-2 py-1.5 shadow-[0_0_0_1px_var(--color-haze)] md:flex-col-reverse md:items-stretch md:gap-0 md:px-3 md:py-2 xl:px-4">
      <dt className="wrap-anywhere min-w-0 font-sign text-paper-faint text-xs leading-4 md:text-[0.8125rem]">
        {label}
      </dt>
      <dd {...ink} className={`font-extrabold font-sign tabular-nums md:text-xl md:leading-6 ${ink.className}`}>
        {count ?? '–'}
      </dd>
    </div>
  )
}
