import { staffRoster } from '#features/roster/contract.ts'
import { mayMentor } from '#features/roster/rules.ts'
import { useLadder, useRosterMembers } from '#features/roster/web/queries.ts'
import { MentorButton } from '#features/training/web/mentor-button.tsx'
import type { Candidate } from '#features/training/web/mentor-dialog.tsx'
import { useTrainingQueue } from '#features/training/web/queries.ts'
import { useChecklist } from '#features/trial-mods/web/queries.ts'

/** The staff who may mentor trainees of the checklist that the context above provides. */
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

/**
 * Assigns a mentor to the chosen people on the checklist who are in training. Shown to those who may assign mentors.
 */
export function MentorChoice({ traineeIds, onDone }: MentorChoiceProps) {
  const { entries } = useTrainingQueue()
  const candidates = useMentorCandidates()
  const chosen = entries.filter(({ traineeId }) => traineeIds.includes(traineeId))
  return <MentorButton chosen={chosen} entries={entries} candidates={candidates} onDone={onDone} />
}
