import { Chip, type Tone } from '#ui/chip.tsx'

/** The heavier the class, the warmer. A class is free text, so any other is plain. */
const TONES: [RegExp, Tone][] = [
  [/^infraction/i, 'info'],
  [/^misdemeanor/i, 'amber'],
  [/^felony \((capital|life|1st degree)\)/i, 'danger'],
  [/^felony/i, 'sunset'],
]

export function PenalClass({ name }: { name: string }) {
  return <Chip tone={TONES.find(([pattern]) => pattern.test(name))?.[1]}>{name}</Chip>
}
