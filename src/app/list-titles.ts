import type { InboxPlace } from '#features/inbox/place-rules.ts'
import { rosterIn } from '#features/roster/content-rules.ts'
import { rostersOf } from '#features/roster/contract.ts'
import { listTrainingQueue } from '#features/training/contract.ts'
import { allCalls, checklistIn, trialModCalls } from '#features/trial-mods/contract.ts'
import type { ListPlaces } from '#lib/announcements.ts'
import { PAGES } from './routes.tsx'
import type { AppDeps } from './settings.ts'

type Lists = Pick<AppDeps, 'rosterContent' | 'checklists'>

/** Every roster and checklist of the community, with what it is called there. */
const listsOf = ({ rosterContent, checklists }: Lists) => [
  ...rostersOf(rosterContent).map((each) => ({ ...each, title: rosterIn(rosterContent, each.key).title })),
  ...allCalls(checklists).map((each) => ({ ...each, title: checklistIn(checklists, each.key).title })),
]

/** What the community calls pages of the staff, by their paths, where the site calls them something else. */
export function ownTitles(lists: Lists): Record<string, string> {
  return Object.fromEntries(
    listsOf(lists)
      .filter((list) => PAGES.some(({ path, title }) => path === list.page && title !== list.title))
      .map(({ page, title }) => [page, title]),
  )
}

/** What announcements call each list, and where it stands. What only some of the staff may read is not announced. */
export function listPlaces(lists: Lists): ListPlaces {
  return Object.fromEntries(
    listsOf(lists)
      .filter(({ list }) => list.access === 'staff')
      .map(({ name, title, page }) => [name, { title, path: page }]),
  )
}

/** What the inbox calls each list, and who may open its page: also what only some of the staff may. */
export function inboxPlaces(lists: Lists): Record<string, InboxPlace> {
  const places = listsOf(lists).map(({ name, title, page, list }): [string, InboxPlace] => [
    name,
    { title, path: page, access: list.access },
  ])
  const checklist = places.find(([name]) => name === trialModCalls.name)?.[1]
  // Who mentors whom stands on the checklist.
  return Object.fromEntries([
    ...places,
    ...(checklist ? [['training', { ...checklist, access: listTrainingQueue.access }] as const] : []),
  ])
}
