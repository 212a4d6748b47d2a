import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock-3'
import StickyNote from 'lucide-react/icons/sticky-note'
import X from 'lucide-react/icons/x'
import type { ComponentProps, ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { Drawing } from '#ui/drawing.tsx'
import type { Stage } from '../contract.ts'
import { stateOf } from '../rules.ts'
import { STATE_LABELS, type StageKey, type StageState } from '../stage-rules.ts'

const LOOKS: Record<StageState, { icon: ReactNode; colour: string }> = {
  done: { icon: <Check aria-hidden="true" />, colour: 'text-ok' },
  failed: { icon: <X aria-hidden="true" />, colour: 'text-danger' },
  inProgress: { icon: <Clock aria-hidden="true" />, colour: 'text-info' },
}

/** One shape: most stages of a checklist are open, and an icon of the set has eight. */
const OPEN: ComponentProps<typeof Drawing>['shapes'] = [
  ['circle', { cx: '12', cy: '12', r: '10', strokeDasharray: '3.85 4' }],
]

/** How a stage stands, in a word with its own sign, and what is told beside it. */
export function StageMark({ state, children }: { state: StageState | null; children?: ReactNode }) {
  const look = state === null ? null : LOOKS[state]
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap font-semibold [&_svg]:size-3.5 [&_svg]:shrink-0 ${look?.colour ?? 'text-paper-faint'}`}
    >
      {look?.icon ?? <Drawing shapes={OPEN} className="" />}
      {state === null ? t('Open // of a stage') : t(STATE_LABELS[state])}
      {children}
    </span>
  )
}

interface StageCellProps {
  stage: Stage
  stageKey: StageKey
  /** What it is the stage of, as 'Classroom of Nolan Reyes'. */
  label: string
  tabIndex: number
  onOpen(): void
}

/**
 * A stage in the table: its state, who supervised, whether there are notes. A press opens its dialog; `useStageKeys`
 * hears the keys.
 */
export function StageCell({ stage, stageKey, label, tabIndex, onOpen }: StageCellProps) {
  const state = stateOf(stage)
  const values = { label, state: state === null ? t('open // of a stage') : t(STATE_LABELS[state]), by: stage.by ?? '' }
  const said =
    stage.by === null
      ? t(stage.notes === null ? '{label}: {state}' : '{label}: {state}, with notes', values)
      : t(stage.notes === null ? '{label}: {state} by {by}' : '{label}: {state} by {by}, with notes', values)
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      data-stage={stageKey}
      aria-label={said}
      aria-keyshortcuts="C F P"
      title={stage.notes ?? undefined}
      onClick={onOpen}
      className="touch-target -mx-1.5 flex h-10 w-[calc(100%+0.75rem)] flex-col justify-center rounded-sm px-1.5 text-left text-[0.8125rem] leading-4 hover:bg-night/50"
    >
      <StageMark state={state}>
        {stage.notes !== null && <StickyNote aria-hidden="true" className="ml-0.5 size-3! text-amber" />}
      </StageMark>
      {stage.by !== null && (
        <span className="w-full truncate text-paper-faint text-xs" title={stage.by}>
          {stage.by}
        </span>
      )}
    </button>
  )
}
