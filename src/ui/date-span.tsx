import { TextField } from './field.tsx'

interface DateSpanProps {
  /** The labels of the first and the last day. */
  labels: readonly [string, string]
  /** A day such as 2026-03-14. Empty: no limit. */
  from: string
  to: string
  onFrom(day: string): void
  onTo(day: string): void
}

/** The first and the last day of a period, side by side. The first cannot be after the last. */
export function DateSpan({ labels, from, to, onFrom, onTo }: DateSpanProps) {
  const [first, last] = labels
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:w-full sm:w-71">
      <TextField
        label={first}
        type="date"
        value={from}
        max={to || undefined}
        onChange={(event) => onFrom(event.target.value)}
      />
      <TextField
        label={last}
        type="date"
        value={to}
        min={from || undefined}
        onChange={(event) => onTo(event.target.value)}
      />
    </div>
  )
}
