import type { ChecklistPlace, RosterPlace } from '#features/people/contract.ts'
import { rosterIn } from '#features/roster/content-rules.ts'
import type { Roster, RosterContent, RosterMember } from '#features/roster/contract.ts'
import { shownStatus } from '#features/roster/effect-rules.ts'
import { statusColour, statusesOf } from '#features/roster/status-rules.ts'
import { zoneOf } from '#features/roster/timezone-rules.ts'
import type { Checklist, ChecklistCalls, TrialMod } from '#features/trial-mods/contract.ts'
import { ownProgress } from '#features/trial-mods/rules.ts'
import { stageTitle } from '#features/trial-mods/stage-rules.ts'

/** A person's entry on a roster, as the person panel shows it. */
export function rosterPlace({ key, page }: Roster, content: RosterContent, found: RosterMember): RosterPlace {
  const { id: memberId, version: _, discordId: __, ...member } = found
  const status = shownStatus(member)
  return {
    ...{ key, title: rosterIn(content, key).title, page, memberId, ...member, status },
    statusColour: statusColour(status, statusesOf(content.statuses, content.emptyStatus)),
    zone: member.timezone === null ? null : zoneOf(member.timezone),
  }
}

/** A person's progress on a checklist, as the person panel shows it. */
export function checklistPlace(calls: ChecklistCalls, checklist: Checklist, record: TrialMod): ChecklistPlace {
  const { name } = record.trialMod
  const { status, passed, stages, officialInstructor, assignedInstructor } = ownProgress(record, checklist)
  const isFinished = status !== 'In-Training'
  return {
    ...{ key: calls.key, title: checklist.title, name, isFinished, passed },
    page: `${calls.page}?search=${encodeURIComponent(name)}${isFinished ? '&archived=true' : ''}`,
    status: checklist.outcomes[status].label,
    instructor: officialInstructor ?? assignedInstructor,
    stages: stages.map(({ stage, state }) => ({ title: stageTitle(stage, checklist), mark: state })),
  }
}
