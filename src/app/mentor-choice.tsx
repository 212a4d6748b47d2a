import { useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { mayMentor } from '#features/roster/rules.ts'
import { useLadder, useRosterMembers } from '#features/roster/web/queries.ts'
import { changeMentors, type TrainingQueueEntry } from '#features/training/contract.ts'
import { type Candidate, MentorDialog } from '#features/training/web/mentor-dialog.tsx'
import { useTrainingQueue } from '#features/training/web/queries.ts'
import { useChecklist } from '#features/trial-mods/web/queries.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'

/** Who may mentor the trainees of the checklist that stands above it in the tree. */
export function useMentorCandidates(): Candidate[] {
  const members = useRosterMembers(staffRoster).data?.data ?? []
  const ladder = useLadder(staffRoster)
  const { promotion } = useChecklist()
  return members
    .filter((member) => mayMentor(member, ladder, promotion?.from))
    .map(({ discordId, name, position, callsign }) => ({ id: discordId, name, title: position, callsign }))
}

interface MentorChoiceProps {
  traineeIds: readonly string[]
  onDone(): void
}

/** Gives several of the checklist a mentor, for whoever may: those of them who are in training. */
export function MentorChoice(props: MentorChoiceProps) {
  return useCan(changeMentors) ? <AllowedChoice {...props} /> : null
}

function AllowedChoice({ traineeIds, onDone }: MentorChoiceProps) {
  const { entries } = useTrainingQueue()
  const candidates = useMentorCandidates()
  // As they were when the dialog opened: whoever changed one since is not passed over.
  const [chosen, setChosen] = useState<readonly TrainingQueueEntry[] | null>(null)
  const inTraining = entries.filter(({ traineeId }) => traineeIds.includes(traineeId))
  const trainees = new Set(entries.map(({ traineeId }) => traineeId))
  return (
    <>
      <Button
        size="sm"
        disabled={inTraining.length === 0}
        title={inTraining.length === 0 ? t('None of them is in training.') : undefined}
        onClick={() => setChosen(inTraining)}
      >
        {t('Set mentor')}
      </Button>
      {chosen && (
        <MentorDialog
          chosen={chosen}
          entries={entries}
          candidates={candidates.filter(({ id }) => !trainees.has(id))}
          onDone={onDone}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
