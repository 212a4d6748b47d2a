import { useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { changeMentors, type TrainingQueueEntry } from '../contract.ts'
import { type Candidate, MentorDialog } from './mentor-dialog.tsx'

interface MentorButtonProps {
  /** Those of the queue who are chosen. */
  chosen: readonly TrainingQueueEntry[]
  /** All of the queue. */
  entries: readonly TrainingQueueEntry[]
  candidates: readonly Candidate[]
  onDone(): void
}

/** Gives several trainees a mentor, for those who may. */
export function MentorButton(props: MentorButtonProps) {
  return useCan(changeMentors) ? <AllowedButton {...props} /> : null
}

function AllowedButton({ chosen, entries, candidates, onDone }: MentorButtonProps) {
  // As they were when the dialog opened: the person who changed one since is not passed over.
  const [assigned, setAssigned] = useState<readonly TrainingQueueEntry[] | null>(null)
  return (
    <>
      <Button
        size="sm"
        disabled={chosen.length === 0}
        title={chosen.length === 0 ? t('None of them is in training.') : undefined}
        onClick={() => setAssigned(chosen)}
      >
        {t('Set mentor')}
      </Button>
      {assigned && (
        <MentorDialog
          chosen={assigned}
          entries={entries}
          candidates={candidatesFor(entries, candidates)}
          onDone={onDone}
          onClose={() => setAssigned(null)}
        />
      )}
    </>
  )
}

/** Nobody who is in training is a mentor. */
export function candidatesFor(entries: readonly TrainingQueueEntry[], candidates: readonly Candidate[]): Candidate[] {
  const trainees = new Set(entries.map(({ traineeId }) => traineeId))
  return candidates.filter(({ id }) => !trainees.has(id))
}
