import type { Colour, Tone } from '#lib/colour.ts'
import { t } from '#lib/messages.ts'
import { colourProps } from './chip.tsx'

const FILLS: Record<Tone, string> = {
  ok: 'fill-ok',
  warn: 'fill-warn',
  danger: 'fill-danger',
  info: 'fill-info',
  amber: 'fill-amber',
  sunset: 'fill-sunset',
  lagoon: 'fill-lagoon',
  plain: 'fill-paper-faint',
}

/** The props that fill an SVG shape with a colour. */
export const fillColour = (colour: Colour) => colourProps(colour, FILLS, 'fill-own')

interface Bar {
  label: string
  count: number
  /** A whole number. The caller rounds it by its own rule. */
  percent: number
  tone?: Colour | undefined
}

/** A breakdown as small bars. It is a table, so a screen reader reads the numbers and never needs the bars. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{label}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{t('Count')}</th>
          <th scope="col">{t('Share // of a whole')}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label}>
            <th scope="row" className="w-full py-1 pr-3 text-left font-normal">
              <span className="block truncate text-paper-dim">{bar.label}</span>
              <svg aria-hidden="true" className="keeps-colour mt-1 block h-1.5 w-full" preserveAspectRatio="none">
                <rect width="100%" height="100%" rx="3" className="fill-haze" />
                <rect width={`${bar.percent}%`} height="100%" rx="3" {...fillColour(bar.tone ?? 'lagoon')} />
              </svg>
            </th>
            <td className="py-1 text-right align-top font-semibold text-paper">{bar.count}</td>
            <td className="w-12 py-1 pl-2 text-right align-top text-paper-faint">{bar.percent}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
