import { useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { ExportMenu } from '#ui/export-menu.tsx'
import { changeMentor, exportTrainingQueue } from '../contract.ts'
import { type Candidate, MentorDialog } from './mentor-dialog.tsx'
import { useTrainingQueue } from './queries.ts'
import { TrainingQueueCard } from './training-queue-card.tsx'

/** The queue's card, live; management presses a mentor to choose another of the candidates. */
export function TrainingQueue({ candidates }: { candidates: readonly Candidate[] }) {
  const { entries, isKnown } = useTrainingQueue()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const mayChoose = useCan(changeMentor)
  const chosen = entries.find(({ traineeId }) => traineeId === chosenId)
  const trainees = new Set(entries.map(({ traineeId }) => traineeId))
  return (
    <>
      <TrainingQueueCard
        entries={entries}
        isKnown={isKnown}
        exporting={
          entries.length > 0 && (
            <ExportMenu isSmall exported={exportTrainingQueue} rows={entries.map((entry) => entry.traineeId)} />
          )
        }
        onChoose={mayChoose ? (entry) => setChosenId(entry.traineeId) : undefined}
      />
      {chosen && (
        <MentorDialog
          chosen={[chosen]}
          entries={entries}
          candidates={candidates.filter(({ id }) => !trainees.has(id))}
          onClose={() => setChosenId(null)}
        />
      )}
    </>
  )
}
