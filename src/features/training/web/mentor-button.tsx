import { useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { changeMentors, type TrainingQueueEntry } from '../contract.ts'
import { type Candidate, MentorDialog } from './mentor-dialog.tsx'

interface MentorButtonProps {
  /** The chosen entries of the queue. */
  chosen: readonly TrainingQueueEntry[]
  /** All entries of the queue. */
  entries: readonly TrainingQueueEntry[]
  candidates: readonly Candidate[]
  onDone(): void
}

/** A button that assigns a mentor to several trainees, for people who may do so. */
export function MentorButton(props: MentorButtonProps) {
  return useCan(changeMentors) ? <AllowedButton {...props} /> : null
}

function AllowedButton({ chosen, entries, candidates, onDone }: MentorButtonProps) {
  // The entries as they were when the dialog opened, so that a change made since by someone else is detected.
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

/** The candidates who are not in training themselves. */
export function candidatesFor(entries: readonly TrainingQueueEntry[], candidates: readonly Candidate[]): Candidate[] {
  const trainees = new Set(entries.map(({ traineeId }) => traineeId))
  return candidates.filter(({ id }) => !trainees.has(id))
}
