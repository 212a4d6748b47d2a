import { TextField } from './field.tsx'

interface DateSpanProps {
  /** What the first and the last day are called. */
  labels: readonly [string, string]
  /** As 2026-03-14; empty is open. */
  from: string
  to: string
  onFrom(day: string): void
  onTo(day: string): void
}

/** The first and the last day of a span, side by side; neither can be chosen beyond the other. */
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
