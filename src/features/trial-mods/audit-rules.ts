import type { AuditWords } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    addTrialMod: { name: msg('Add to checklist'), sentence: msg('{who} added {person} to {list}') },
    changeCompletion: { name: msg('Change completion'), sentence: msg('{who} changed {person}: {changes}') },
    changeReview: { name: msg('Change review'), sentence: msg('{who} changed {person}: {changes}') },
    changeStage: {
      name: msg('Change stage'),
      sentence: msg('{who} changed {person}: {changes}'),
      ofStage: {
        alone: msg('{who} marked {stage} of {person} {state} (was {before})'),
        withMore: msg('{who} marked {stage} of {person} {state} (was {before}): {changes}'),
      },
    },
    changeTrialMod: { name: msg('Change checklist'), sentence: msg('{who} changed {person}: {changes}') },
    fillTrialMods: { name: msg('Fill checklist'), sentence: msg('{who} put the first entries into {list}: {changes}') },
    importTrialMods: { name: msg('Import checklist'), sentence: msg('{who} imported a file into {list}: {changes}') },
    removeTrialMod: { name: msg('Remove from checklist'), sentence: msg('{who} removed {person} from {list}') },
    undoCompletion: { name: msg('Undo completion'), sentence: msg('{who} took back a change of {person}: {changes}') },
  },
  fields: {
    assignedInstructor: msg('assigned instructor'),
    classroom: msg('classroom'),
    completed: msg('completed'),
    completion: msg('completion'),
    dates: msg('dates'),
    done: msg('passed // a stage'),
    failed: msg('failed // a stage'),
    inGame: msg('in-game'),
    inProgress: msg('in progress // a stage'),
    instructorReviewDate: msg('date of the review by the instructor'),
    instructorReviewName: msg('review by the instructor'),
    instructorReviewRating: msg('rating by the instructor'),
    lastMove: msg('last move'),
    officialInstructor: msg('official instructor'),
    passed: msg('passed stages'),
    staffId: msg('staff ID'),
    supervised: msg('supervised'),
    // The sentence names the person.
    traineeId: null,
    traineeReviewDate: msg('date of the review by the trainee'),
    traineeReviewName: msg('review by the trainee'),
    traineeReviewRating: msg('rating by the trainee'),
    trialMod: msg('name'),
  },
} satisfies AuditWords
