import type { Tone } from '#lib/colour.ts'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import { type AppealOutcome, type AppealState, isOpen, OUTCOME_LABELS, STATE_LABELS } from '../rules.ts'

const OUTCOME_TONES: Record<AppealOutcome, Tone> = {
  upheld: 'plain',
  reduced: 'ok',
  revoked: 'ok',
  inadmissible: 'plain',
}

interface Stand {
  state: AppealState
  outcome: AppealOutcome | null
}

/** The state of an appeal in a word or two. */
export const standText = ({ state, outcome }: Stand): string =>
  state === 'decided' ? t(OUTCOME_LABELS[outcome ?? 'upheld']) : t(STATE_LABELS[state])

const standTone = ({ state, outcome }: Stand): Tone =>
  isOpen(state) ? 'info' : outcome === null ? 'plain' : OUTCOME_TONES[outcome]

export const StateChip = ({ appeal }: { appeal: Stand }) => <Chip tone={standTone(appeal)}>{standText(appeal)}</Chip>
