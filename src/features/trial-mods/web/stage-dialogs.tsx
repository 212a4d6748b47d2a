import { type Ref, useImperativeHandle } from 'react'
import type { TrialMod } from '../contract.ts'
import type { StageKey, StageState } from '../stage-rules.ts'
import type { ChecklistWrite } from './queries.ts'
import { StageDialog } from './stage-dialog.tsx'
import { useStageWrites } from './use-stage-writes.ts'

export interface StageDialogsHandle {
  openStage(record: TrialMod, key: StageKey): void
  markStage(record: TrialMod, key: StageKey, state: StageState): void
}

interface StageDialogsProps {
  ref: Ref<StageDialogsHandle>
  save(write: ChecklistWrite): void
  /** The names of staff. */
  people: readonly string[]
  me: string | null
  ownId: string | null
}

/** The open stage dialogs, one after the other. Separate from the list, so that it does not render again with them. */
export function StageDialogs({ ref, save, people, me, ownId }: StageDialogsProps) {
  const { stage, openStage, saveStage, markStage, closeStage } = useStageWrites(save, { me, ownId })
  useImperativeHandle(ref, () => ({ openStage, markStage }))
  if (stage === undefined) return null
  const { record, key, draft, failure } = stage
  return (
    <StageDialog
      key={`${record.traineeId} ${key} ${failure}`}
      record={record}
      stageKey={key}
      draft={draft}
      failure={failure}
      people={people}
      me={me}
      isReadOnly={record.traineeId === ownId}
      onSave={(written) => saveStage(record, key, written)}
      onClose={closeStage}
    />
  )
}
