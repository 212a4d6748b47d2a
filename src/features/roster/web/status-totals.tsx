import type { Colour } from '#lib/colour.ts'
import { t } from '#lib/messages.ts'
import { textColour } from '#ui/chip.tsx'
import type { Share } from '../rules.ts'
import { type Statuses, statusColour } from '../status-rules.ts'

interface StatusTotalsProps {
  /** Null while unknown. */
  total: number | null
  shares: readonly Share[]
  statuses: Statuses
  /** The statuses that the rows are filtered by. */
  selected: readonly string[]
  onChange(selected: string[]): void
}

/**
 * The totals of the roster in one line, which scrolls on a phone: all members, then the number in each status. A press
 * adds a status to the filter, and another press removes it.
 */
export function StatusTotals({ total, shares, statuses, selected, onChange }: StatusTotalsProps) {
  return (
    <ul
      aria-label={t('Totals by status')}
      className="gap-px rounded-md border border-haze bg-dusk max-sm:flex max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:grid sm:grid-cols-[repeat(auto-fit,minmax(6.75rem,1fr))] sm:overflow-hidden"
    >
      <Figure label={t('Members')} count={total} isOn={selected.length === 0} onPress={() => onChange([])} />
      {shares.map(({ label, count }) => {
        const isOn = selected.includes(label)
        return (
          <Figure
            key={label}
            label={label}
            count={total === null ? null : count}
            colour={count === 0 ? null : statusColour(label, statuses)}
            isOn={isOn}
            onPress={() => onChange(isOn ? selected.filter((each) => each !== label) : [...selected, label])}
          />
        )
      })}
    </ul>
  )
}

interface FigureProps {
  label: string
  count: number | null
  /** Null if nobody has the status. Left out for the total. */
  colour?: Colour | null
  isOn: boolean
  onPress(): void
}

function Figure({ label, count, colour, isOn, onPress }: FigureProps) {
  const ink = colour ? textColour(colour) : { className: colour === null ? 'text-paper-faint' : 'text-paper' }
  return (
    <li className="flex min-w-0 max-sm:flex-none">
      <button
        type="button"
        aria-pressed={isOn}
        disabled={!isOn && count === 0}
        onClick={onPress}
        className="touch-target flex min-w-0 flex-1 flex-row-reverse flex-wrap-reverse content-center items-baseline justify-end gap-x-1.5 px-2 py-1.5 text-left shadow-[0_0_0_1px_var(--color-haze)] -outline-offset-2 enabled:hover:bg-haze/60 aria-pressed:bg-haze md:flex-col-reverse md:items-stretch md:gap-0 md:px-3 md:py-2 xl:px-4"
      >
        <span
          data-label=""
          className="wrap-anywhere min-w-0 font-sign text-paper-faint text-xs leading-4 md:text-[0.8125rem]"
        >
          {label}
        </span>{' '}
        <span {...ink} className={`font-extrabold font-sign tabular-nums md:text-xl md:leading-6 ${ink.className}`}>
          {count ?? '–'}
        </span>
      </button>
    </li>
  )
}
