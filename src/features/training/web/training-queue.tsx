import { useState } from 'react'
import { CopyMentions } from '#features/auth/web/copy-mentions.tsx'
import { useCan } from '#features/auth/web/use-can.ts'
import { ExportMenu } from '#ui/export-menu.tsx'
import { useChoice } from '#ui/use-choice.ts'
import { changeMentor, exportTrainingQueue } from '../contract.ts'
import { candidatesFor, MentorButton } from './mentor-button.tsx'
import { type Candidate, MentorDialog } from './mentor-dialog.tsx'
import { useTrainingQueue } from './queries.ts'
import { TrainingQueueCard } from './training-queue-card.tsx'

/** The card of the queue with live data. Management can assign a mentor to one trainee or to all chosen ones. */
export function TrainingQueue({ candidates }: { candidates: readonly Candidate[] }) {
  const { entries, isKnown } = useTrainingQueue()
  const choice = useChoice(entries.map(({ traineeId }) => traineeId))
  const [pressedId, setPressedId] = useState<string | null>(null)
  const mayChoose = useCan(changeMentor)
  const pressed = entries.find(({ traineeId }) => traineeId === pressedId)
  const chosen = entries.filter(({ traineeId }) => choice.has(traineeId))
  return (
    <>
      <TrainingQueueCard
        entries={entries}
        isKnown={isKnown}
        choosing={{
          choice,
          actions: (
            <>
              <MentorButton chosen={chosen} entries={entries} candidates={candidates} onDone={choice.end} />
              <CopyMentions discordIds={choice.ids} />
              <ExportMenu isSmall exported={exportTrainingQueue} rows={choice.ids} />
            </>
          ),
        }}
        exporting={
          entries.length > 0 && (
            <ExportMenu isSmall exported={exportTrainingQueue} rows={entries.map((entry) => entry.traineeId)} />
          )
        }
        onChoose={mayChoose ? (entry) => setPressedId(entry.traineeId) : undefined}
      />
      {pressed && (
        <MentorDialog
          chosen={[pressed]}
          entries={entries}
          candidates={candidatesFor(entries, candidates)}
          onClose={() => setPressedId(null)}
        />
      )}
    </>
  )
}
