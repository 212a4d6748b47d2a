import X from 'lucide-react/icons/x'
import type { CSSProperties, ReactNode } from 'react'
import type { Colour, Tone } from '#lib/colour.ts'
import { t } from '#lib/messages.ts'

declare module 'react' {
  interface CSSProperties {
    /** The community's own colour of this element. The classes ending in `-own` use it. */
    '--own'?: string
  }
}

/** Each colour has its own shape, so nothing is told by colour alone. The community's own colours share one shape. */
const SHAPES: Record<Tone, ReactNode> = {
  ok: <circle cx="5" cy="5" r="4" />,
  warn: <path d="M5 .800 9.600 9H.400Z" />,
  danger: <path d="M1.200 1.200h7.600v7.600H1.200Z" />,
  info: <path d="M5 .400 9.600 5 5 9.600.400 5Z" />,
  amber: <path d="M5 1a4 4 0 0 1 4 4H1a4 4 0 0 1 4-4ZM1 6.500h8v1.800H1Z" />,
  sunset: <path d="M3 .800h4L9.200 3v4L7 9.200H3L.800 7V3Z" />,
  lagoon: (
    <path d="M5 .400C7.500 3.500 8.500 4.800 8.500 6.300a3.500 3.500 0 0 1-7 0C1.500 4.800 2.500 3.500 5 .400Z" />
  ),
  plain: <path fillRule="evenodd" d="M5 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" />,
}

const TONES: Record<Tone, string> = {
  ok: 'border-ok/35 bg-ok/10 text-ok',
  warn: 'border-warn/35 bg-warn/10 text-warn',
  danger: 'border-danger/35 bg-danger/10 text-danger',
  info: 'border-info/35 bg-info/10 text-info',
  amber: 'border-amber/35 bg-amber/10 text-amber',
  sunset: 'border-sunset/35 bg-sunset/10 text-sunset',
  lagoon: 'border-lagoon/35 bg-lagoon/10 text-lagoon',
  plain: 'border-haze bg-haze/50 text-paper-dim',
}

const TEXT_COLOURS: Record<Tone, string> = {
  ok: 'text-ok',
  warn: 'text-warn',
  danger: 'text-danger',
  info: 'text-info',
  amber: 'text-amber',
  sunset: 'text-sunset',
  lagoon: 'text-lagoon',
  plain: 'text-paper-dim',
}

const isTone = (colour: Colour): colour is Tone => colour in SHAPES

/** The class and style of a colour: its class from `classes`, or the class `own` for the community's own colours. */
export function colourProps(colour: Colour, classes: Record<Tone, string>, own: string): ColourProps {
  return isTone(colour) ? { className: classes[colour] } : { className: own, style: { '--own': colour } }
}

interface ColourProps {
  className: string
  style?: CSSProperties
}

/** The class and style of text in a colour. */
export const textColour = (colour: Colour): ColourProps => colourProps(colour, TEXT_COLOURS, 'text-own')

const shapeOf = (colour: Colour) => SHAPES[isTone(colour) ? colour : 'plain']

const BASE =
  'inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-sm border px-2 font-semibold font-sign text-[0.8125rem] leading-none'

/** A state in one or two words. */
export function Chip({ tone = 'plain', children }: { tone?: Colour; children: ReactNode }) {
  const { className, style } = colourProps(tone, TONES, 'border-own/35 bg-own/10 text-own')
  return (
    <span className={`${BASE} ${className}`} style={style}>
      <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5 shrink-0 fill-current">
        {shapeOf(tone)}
      </svg>
      {children}
    </span>
  )
}

interface ToggleChipProps {
  label: string
  /** How many rows this filter would show. Null while unknown. Left out when nothing is counted. */
  count?: number | null
  tone?: Colour | undefined
  isOn: boolean
  onToggle(): void
}

/** A chip that toggles on and off, for example one of several filters. */
export function ToggleChip({ label, count, tone, isOn, onToggle }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={`touch-target inline-flex h-8 shrink-0 items-center gap-2 whitespace-nowrap rounded-sm border px-2.5 font-semibold font-sign text-[0.8125rem] transition-colors ${isOn ? 'border-lagoon/70 bg-lagoon/15 text-paper' : 'border-paper-faint/35 bg-night/60 text-paper-dim hover:border-paper-faint/80 hover:text-paper'}`}
    >
      {tone && (
        <svg
          viewBox="0 0 10 10"
          aria-hidden="true"
          {...textColour(tone)}
          className={`size-2.5 shrink-0 fill-current ${textColour(tone).className}`}
        >
          {shapeOf(tone)}
        </svg>
      )}
      {label}
      {count !== undefined && (
        <span className={`tabular-nums ${isOn ? 'text-lagoon' : 'text-paper-faint'}`}>{count ?? '–'}</span>
      )}
    </button>
  )
}

/** A chip that is removed when pressed, for example an active filter. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove(): void }) {
  return (
    <button
      type="button"
      aria-label={t('Remove filter {name}', { name: label })}
      onClick={onRemove}
      className={`${BASE} touch-target border-lagoon/40 bg-lagoon/10 text-lagoon hover:bg-lagoon/20`}
    >
      {label}
      <X aria-hidden="true" className="size-3.5" />
    </button>
  )
}
