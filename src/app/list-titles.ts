import type { ListPlaces } from '#features/announcements/rules.ts'
import { listGivenAppeals, listOwnAppeals } from '#features/appeals/contract.ts'
import { listActions } from '#features/discipline/contract.ts'
import { listPlayerActions } from '#features/discipline/player-contract.ts'
import type { InboxPlace } from '#features/inbox/place-rules.ts'
import { rosterIn } from '#features/roster/content-rules.ts'
import { rostersOf } from '#features/roster/contract.ts'
import { listTrainingQueue } from '#features/training/contract.ts'
import { allCalls, checklistIn, trialModCalls } from '#features/trial-mods/contract.ts'
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

const STAFF_DA: InboxPlace = {
  ...{ title: 'Staff DA Database', path: '/staff-da-database', access: listActions.access },
  pathOf: (id) => `/staff-da-database?entry=${id}`,
}

const PLAYER_ACTIONS: InboxPlace = {
  ...{ title: 'Player record', path: '/player-record', access: listPlayerActions.access },
  pathOf: (id) => `/player-record?entry=${id}`,
}

const OWN_APPEALS: InboxPlace = {
  ...{ title: 'Your appeals', path: '/me/appeals', access: listOwnAppeals.access },
  pathOf: (id) => `/me/appeals#appeal-${id}`,
}

/** What the inbox calls each list or page that it leads to, and who may open it: also what only some of the staff may. */
export function inboxPlaces(lists: Lists): Record<string, InboxPlace> {
  const places = listsOf(lists).map(({ name, title, page, list }): [string, InboxPlace] => [
    name,
    { title, path: page, access: list.access },
  ])
  const checklist = places.find(([name]) => name === trialModCalls.name)?.[1]
  // Who mentors whom stands on the checklist.
  return Object.fromEntries([
    ...places,
    ['appeals', OWN_APPEALS],
    [
      'given-appeals',
      { title: 'Appeals of actions you gave', path: '/given-appeals', access: listGivenAppeals.access },
    ],
    ['staff-da', STAFF_DA],
    ['player-actions', PLAYER_ACTIONS],
    ['claims', { title: 'Your appeals', path: '/me/appeals', access: listOwnAppeals.access }],
    ...(checklist ? [['training', { ...checklist, access: listTrainingQueue.access }] as const] : []),
  ])
}
