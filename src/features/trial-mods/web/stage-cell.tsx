import { t } from '#lib/messages.ts'
import type { Stage } from '../contract.ts'
import { stateOf } from '../rules.ts'
import { STATE_LABELS, type StageKey, type StageState } from '../stage-rules.ts'

const LOOKS: Record<StageState, { icon: string; colour: string }> = {
  done: { icon: 'check', colour: 'text-ok' },
  failed: { icon: 'failed', colour: 'text-danger' },
  inProgress: { icon: 'clock', colour: 'text-info' },
}
const OPEN = { icon: 'open', colour: 'text-paper-faint' }

const lookOf = (state: StageState | null) => (state === null ? OPEN : LOOKS[state])
const wordOf = (state: StageState | null) => (state === null ? t('Open // of a stage') : t(STATE_LABELS[state]))

/** The state of a stage, as a word with an icon. */
export function StageMark({ state }: { state: StageState | null }) {
  const { icon, colour } = lookOf(state)
  return (
    <span
      data-icon={icon}
      className={`inline-flex items-center gap-1 whitespace-nowrap font-semibold before:size-3.5 ${colour}`}
    >
      {wordOf(state)}
    </span>
  )
}

interface StageCellProps {
  stage: Stage
  stageKey: StageKey
  /** The stage and the person, for example 'Classroom of Nolan Reyes'. */
  label: string
  tabIndex: number
  onOpen(): void
}

/**
 * A stage in the table: its state, its supervisor, and whether it has notes. A press opens its dialog. `useStageKeys`
 * handles the keys.
 */
export function StageCell({ stage, stageKey, label, tabIndex, onOpen }: StageCellProps) {
  const state = stateOf(stage)
  const values = { label, state: state === null ? t('open // of a stage') : t(STATE_LABELS[state]), by: stage.by ?? '' }
  const cellLabel =
    stage.by === null
      ? t(stage.notes === null ? '{label}: {state}' : '{label}: {state}, with notes', values)
      : t(stage.notes === null ? '{label}: {state} by {by}' : '{label}: {state} by {by}, with notes', values)
  const { icon, colour } = lookOf(state)
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      data-stage={stageKey}
      data-icon={icon}
      aria-label={cellLabel}
      aria-keyshortcuts="C F P"
      title={stage.notes ?? undefined}
      onClick={onOpen}
      className={`touch-target -mx-1.5 block h-10 w-[calc(100%+0.75rem)] whitespace-nowrap rounded-sm px-1.5 text-left font-semibold text-[0.8125rem] leading-4 before:mr-1 before:inline-block before:size-3.5 before:align-[-0.15em] hover:bg-night/50 ${colour}`}
    >
      {wordOf(state)}
      {stage.notes !== null && (
        <span data-icon="note" className="ml-1.5 text-amber before:inline-block before:size-3 before:align-[-0.1em]" />
      )}
      {stage.by !== null && (
        <span className="block truncate font-normal text-paper-faint text-xs" title={stage.by}>
          {stage.by}
        </span>
      )}
    </button>
  )
}
