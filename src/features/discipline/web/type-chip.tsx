import Hourglass from 'lucide-react/icons/hourglass'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import type { DaEntry } from '../contract.ts'
import { OUTCOME_LABELS, type Outcome } from '../rules.ts'
import { typeColour } from '../type-rules.ts'
import { useAllTypes } from './queries.ts'

/** An icon beside the type of an action that waits for approval. */
export function WaitingMark({ entry: { approval, revoked } }: { entry: Pick<DaEntry, 'approval' | 'revoked'> }) {
  if (approval?.state !== 'waiting' || revoked !== null) return null
  return <Hourglass role="img" aria-label={t('Waits for approval')} className="size-3.5 shrink-0 text-amber" />
}

/** The type of an action. It is struck through when the action was revoked. */
export function TypeChip({ type, revoked }: Pick<DaEntry, 'type'> & { revoked: { outcome: Outcome } | null }) {
  const types = useAllTypes()
  if (revoked === null) return <Chip tone={typeColour(type, types)}>{type}</Chip>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <Chip tone="plain">
        <span className="sr-only">{t('Revoked:')} </span>
        <s className="decoration-paper-faint">{type}</s>
      </Chip>
      <span className="text-paper-faint text-xs">{t(OUTCOME_LABELS[revoked.outcome])}</span>
    </span>
  )
}
