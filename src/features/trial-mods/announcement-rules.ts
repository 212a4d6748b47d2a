import * as z from 'zod/mini'
import type { AnnouncementEvents, AnnouncementRules, EventOf } from '#lib/announcements.ts'
import { type LoggedChange, listOfTarget, parseRecord } from '#lib/inbox.ts'

const events = {
  trialModPassed: ['checklist', 'name', 'by'],
  trialModFailed: ['checklist', 'name', 'by'],
  trialModsImported: ['checklist', 'passed', 'failed', 'by'],
  checklistPassed: ['checklist', 'name', 'by'],
  checklistFailed: ['checklist', 'name', 'by'],
  checklistImported: ['checklist', 'passed', 'failed', 'by'],
} as const satisfies AnnouncementEvents

const Trainee = z.object({
  traineeId: z.string(),
  trialMod: z.object({ name: z.string() }),
  completion: z.object({ status: z.string() }),
})

const OF_STATUS = ['trialModPassed', 'trialModFailed', 'checklistPassed', 'checklistFailed'] as const
const OUTCOMES = ['Passed', 'Failed'] as const

export const announcementRules: AnnouncementRules<EventOf<typeof events>> = {
  events,
  undoable: OF_STATUS,
  ofStatus: {
    events: OF_STATUS,
    isChanged: ({ before, after }) => {
      const [was, is] = [parseRecord(Trainee, before), parseRecord(Trainee, after)]
      return was !== null && was.completion.status !== is?.completion.status
    },
  },
  read: (change, { by, places }) => {
    const list = listOfTarget(change.target)
    const place = places[list]
    const outcome = change.action === 'changeCompletion' ? outcomeOf(change) : null
    if (outcome === null || place === undefined) return null
    return {
      event: eventsOf(list)[outcome.status],
      placeholders: { checklist: place.title, name: outcome.name, by },
      path: `${place.path}?archived=true`,
      about: outcome.traineeId,
      list,
    }
  },
  readFile: ({ action, target }, changes, { by, places }) => {
    const place = places[target]
    if (action !== 'importTrialMods' || place === undefined) return null
    const statuses = changes.map((change) => outcomeOf(change)?.status)
    const [passed, failed] = OUTCOMES.map((outcome) => statuses.filter((each) => each === outcome).length)
    if (!passed && !failed) return null
    const placeholders = { checklist: place.title, passed: String(passed), failed: String(failed), by }
    return { event: eventsOf(target).imported, placeholders, path: `${place.path}?archived=true`, about: null }
  },
}

/** The new outcome that a change sets, and whose it is. Null if the change sets none. */
function outcomeOf({ before, after }: LoggedChange) {
  const [was, is] = [parseRecord(Trainee, before), parseRecord(Trainee, after)]
  const status = OUTCOMES.find((outcome) => outcome === is?.completion.status)
  if (was === null || is === null || status === undefined || status === was.completion.status) return null
  return { status, traineeId: is.traineeId, name: is.trialMod.name }
}

/** The checklist of the trial moderators has its own events, so that its channel and texts can differ. */
const eventsOf = (list: string) =>
  list === 'trialmods'
    ? ({ Passed: 'trialModPassed', Failed: 'trialModFailed', imported: 'trialModsImported' } as const)
    : ({ Passed: 'checklistPassed', Failed: 'checklistFailed', imported: 'checklistImported' } as const)
