import type { Tone } from '#lib/colour.ts'
import { Chip } from '#ui/chip.tsx'

/** The heavier the class, the warmer. A class is free text, so any other is plain. */
const TONES: [RegExp, Tone][] = [
  [/^infraction/i, 'info'],
  [/^misdemeanor/i, 'amber'],
  [/^felony \((capital|life|1st degree)\)/i, 'danger'],
  [/^felony/i, 'sunset'],
]

/** A class and, beneath it, its degree: 'Felony (3rd degree)' is drawn without its parentheses. */
export function PenalClass({ name }: { name: string }) {
  const [, kind = name, degree] = /^([^(]+) \(([^()]+)\)$/.exec(name) ?? []
  return (
    <span className="inline-flex items-center gap-x-2 gap-y-0.5 sm:flex-col sm:items-start">
      <Chip tone={TONES.find(([pattern]) => pattern.test(name))?.[1]}>{kind}</Chip>
      {degree !== undefined && (
        <span className="text-paper-dim text-xs leading-4">
          <span className="sr-only"> (</span>
          {degree}
          <span className="sr-only">)</span>
        </span>
      )}
    </span>
  )
}
