import { t } from '#lib/messages.ts'
import type { TrialMod } from './contract.ts'
import { stageOf, stateOf } from './rules.ts'
import { type Checklist, COMPLETION_STATUSES, STAGE_KEYS, STAGE_STATES } from './stage-rules.ts'

/** Spec, section 2: the table's columns, in order. */
export const columnsOf = ({ person, stages }: Checklist) => [
  t('Staff ID'),
  person,
  t('Assigned Instructor'),
  ...stages.map(({ column }) => column),
  t('Status'),
  t('Completed (date)'),
  t('Official Instructor'),
  t('Instructor Review (name)'),
  t('Review Date'),
  t('Trainee Review (name)'),
  t('Review Date'),
]

/** The name of each column in the address, in order. */
export const sortKeysOf = ({ stages }: Pick<Checklist, 'stages'>): string[] => [
  ...['staffId', 'name', 'assignedInstructor'],
  ...stages.map(({ key }) => key),
  ...['status', 'completed', 'officialInstructor'],
  ...['instructorReviewName', 'instructorReviewDate', 'traineeReviewName', 'traineeReviewDate'],
]

/** The value that a column sorts by. Stages sort by their state, done first. */
export function sortValueOf(record: TrialMod, column: string): string | number | null {
  switch (column) {
    case 'name':
      return record.trialMod.name
    case 'status':
      return COMPLETION_STATUSES.indexOf(record.completion.status)
    case 'completed':
      return record.dates.completed
    case 'staffId':
    case 'assignedInstructor':
    case 'officialInstructor':
    case 'instructorReviewName':
    case 'instructorReviewDate':
    case 'traineeReviewName':
    case 'traineeReviewDate':
      return record[column]
    default: {
      const key = STAGE_KEYS.find((each) => each === column)
      const state = key === undefined ? null : stateOf(stageOf(record, key))
      return state === null ? null : STAGE_STATES.indexOf(state)
    }
  }
}
