import type { InboxPlace } from '#features/inbox/place-rules.ts'
import { rosterIn } from '#features/roster/content-rules.ts'
import { rostersOf } from '#features/roster/contract.ts'
import { listTrainingQueue } from '#features/training/contract.ts'
import { allCalls, checklistIn, trialModCalls } from '#features/trial-mods/contract.ts'
import type { ListPlaces } from '#lib/announcements.ts'
import { PAGES } from './routes.tsx'
import type { AppDeps } from './settings.ts'

type Lists = Pick<AppDeps, 'rosterContent' | 'checklists'>

/** Every roster and checklist of the community, with the community's title for it. */
const listsOf = ({ rosterContent, checklists }: Lists) => [
  ...rostersOf(rosterContent).map((each) => ({ ...each, title: rosterIn(rosterContent, each.key).title })),
  ...allCalls(checklists).map((each) => ({ ...each, title: checklistIn(checklists, each.key).title })),
]

/** The community's titles of staff pages, by path, where they differ from the site's own titles. */
export function ownTitles(lists: Lists): Record<string, string> {
  return Object.fromEntries(
    listsOf(lists)
      .filter((list) => PAGES.some(({ path, title }) => path === list.page && title !== list.title))
      .map(({ page, title }) => [page, title]),
  )
}

/** The title and path of each list for announcements. Lists that only some of the staff may read are not announced. */
export function listPlaces(lists: Lists): ListPlaces {
  return Object.fromEntries(
    listsOf(lists)
      .filter(({ list }) => list.access === 'staff')
      .map(({ name, title, page }) => [name, { title, path: page }]),
  )
}

/** The title, path and access of each list for the inbox. These include lists that only some of the staff may read. */
export function inboxPlaces(lists: Lists): Record<string, InboxPlace> {
  const places = listsOf(lists).map(({ name, title, page, list }): [string, InboxPlace] => [
    name,
    { title, path: page, access: list.access },
  ])
  const checklist = places.find(([name]) => name === trialModCalls.name)?.[1]
  // The mentors of trainees are on the checklist, so inbox rows about training lead there.
  return Object.fromEntries([
    ...places,
    ...(checklist ? [['training', { ...checklist, access: listTrainingQueue.access }] as const] : []),
  ])
}
