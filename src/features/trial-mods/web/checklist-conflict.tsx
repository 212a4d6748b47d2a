import { t } from '#lib/messages.ts'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import type { TrialMod } from '../contract.ts'
import { type Part, REVIEW_KEYS, stageOf, stateOf } from '../rules.ts'
import { type Checklist, STAGE_KEYS, STATE_LABELS, stageTitle } from '../stage-rules.ts'
import { type ChecklistWrite, useChecklist } from './queries.ts'

interface ChecklistConflictProps {
  write: ChecklistWrite
  /** The record as someone else saved it. */
  theirs: TrialMod
  onKeepMine(): void
  onClose(): void
}

/** Shows both versions after two people changed the same part of a record: mine beside the saved one. */
export function ChecklistConflict({ write, theirs, onKeepMine, onClose }: ChecklistConflictProps) {
  const checklist = useChecklist()
  const mine = fieldsOf(write.apply(theirs), write.part, checklist)
  const fields = fieldsOf(theirs, write.part, checklist).map(({ label, text }, index) => ({
    label,
    mine: mine[index]?.text ?? '',
    theirs: text,
  }))
  return (
    <ConflictDialog
      title={t('{name} was changed by someone else', { name: theirs.trialMod.name })}
      fields={fields}
      onKeepMine={onKeepMine}
      onTakeTheirs={onClose}
      onClose={onClose}
    />
  )
}

/** The fields of a part of a record, formatted for people. */
function fieldsOf(record: TrialMod, part: Part, checklist: Checklist): { label: string; text: string }[] {
  const key = STAGE_KEYS.find((each) => each === part)
  if (key !== undefined) {
    const { by, notes, ...states } = stageOf(record, key)
    const state = stateOf(states)
    return [
      {
        label: t('{stage}: status', { stage: stageTitle(key, checklist) }),
        text: state === null ? '' : t(STATE_LABELS[state]),
      },
      { label: t('Supervising Admin'), text: by ?? '' },
      { label: t('Notes'), text: notes ?? '' },
    ]
  }
  if (part === 'completion') {
    return [
      { label: t('Status'), text: checklist.outcomes[record.completion.status].label },
      { label: t('Official Instructor'), text: record.officialInstructor ?? '' },
    ]
  }
  const type = part === 'instructorReview' ? 'instructor' : 'trainee'
  const keys = REVIEW_KEYS[type]
  return [
    { label: type === 'instructor' ? t('Instructor Review') : t('Trainee Review'), text: record[keys.name] ?? '' },
    { label: t('Rating'), text: String(record[keys.rating] ?? '') },
  ]
}
