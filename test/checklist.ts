import { join } from 'node:path'
import { namesOnRosters } from '#features/roster/content-rules.ts'
import type { TrialMod } from '#features/trial-mods/contract.ts'
import { EMPTY_STAGE } from '#features/trial-mods/rules.ts'
import { readChecklists } from '#features/trial-mods/server/gateway.ts'
import { root } from '#server/paths.ts'
import { ROSTER_CONTENT } from './rosters.ts'

/** The checklists of the shipped community. */
export const CHECKLISTS = readChecklists(join(root, 'community'), namesOnRosters(ROSTER_CONTENT))
export const CHECKLIST = CHECKLISTS['trial-mods']

/** A checklist record of a trainee's first day. */
export function trialMod(name: string, more: Partial<TrialMod> = {}): TrialMod {
  return {
    traineeId: '310000000000000101',
    version: 1,
    staffId: 'TM-15',
    trialMod: { name },
    assignedInstructor: 'Marcus Delgado',
    officialInstructor: null,
    completion: { status: 'In-Training' },
    dates: { completed: null },
    instructorReviewName: null,
    instructorReviewDate: null,
    instructorReviewRating: null,
    traineeReviewName: null,
    traineeReviewDate: null,
    traineeReviewRating: null,
    classroom: EMPTY_STAGE,
    inGame: EMPTY_STAGE,
    supervised: Array.from({ length: 5 }, () => EMPTY_STAGE),
    notes: 0,
    failed: 0,
    passed: 0,
    ...more,
  }
}
