import type { Tone } from '#lib/colour.ts'
import { Chip } from '#ui/chip.tsx'
import type { DaEntry } from '../contract.ts'
import type { ActionType } from '../rules.ts'

export const TYPE_TONES: Record<ActionType, Tone> = {
  'Verbal Warning': 'info',
  'Written Warning': 'lagoon',
  Strike: 'warn',
  Suspension: 'amber',
  Demotion: 'sunset',
  Removal: 'danger',
  Note: 'plain',
}

/** The type of an action, struck through once it was revoked. */
export function TypeChip({ type, revoked }: Pick<DaEntry, 'type'> & { revoked: { outcome: string } | null }) {
  if (revoked === null) return <Chip tone={TYPE_TONES[type]}>{type}</Chip>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <Chip tone="plain">
        <span className="sr-only">Revoked: </span>
        <s className="decoration-paper-faint">{type}</s>
      </Chip>
      <span className="text-paper-faint text-xs">{revoked.outcome}</span>
    </span>
  )
}
