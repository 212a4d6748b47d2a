import { can } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { FurtherLists, Place } from '#lib/further-places.ts'
import type { Page, PageIcon } from '#lib/page.ts'

/** A kind of list that only some communities have. */
interface Further {
  /** The first part of the paths of the pages and endpoints. */
  folder: 'rosters' | 'checklists'
  icon: PageIcon
  /** The name of the page's file. */
  file: string
  /** The lists that the pages are built from. */
  listsOf(place: Place): readonly Endpoint['path'][]
  load: Page['load']
  loadImport: Page['load']
}

const ROSTERS: Further = {
  folder: 'rosters',
  icon: 'users-round',
  file: 'further-roster',
  // The same path as `content` of the roster contract. Importing the contract would load zod for every visitor.
  listsOf: ({ key, readBy }) => [readBy === 'staff' ? '/api/rosters' : `/api/rosters/${key}/content`],
  load: () => import('./pages/further-roster.tsx'),
  loadImport: () => import('./pages/further-roster-import.tsx'),
}

const CHECKLISTS: Further = {
  folder: 'checklists',
  icon: 'clipboard-check',
  file: 'further-checklist',
  listsOf: ({ key }) => ['/api/rosters', `/api/checklists/${key}/checklist`],
  load: () => import('./pages/further-checklist.tsx'),
  loadImport: () => import('./pages/further-checklist-import.tsx'),
}

/** The page of one list, and the page that imports a spreadsheet into it. */
const listPages =
  ({ folder, icon, file, listsOf, load, loadImport }: Further) =>
  (place: Place): Page[] => {
    const { key, title, readBy, changedBy, department } = place
    const path = `/${folder}/${key}`
    const shared = { title, lists: listsOf(place) }
    return [
      {
        ...shared,
        path,
        access: readBy,
        link: { group: 'Staff', icon },
        file: `${file}.tsx`,
        preload: [`/api${path}`],
        load,
      },
      {
        ...shared,
        path: `${path}/import`,
        access: department === undefined ? changedBy : can('import.run', department),
        isImport: true,
        file: `${file}-import.tsx`,
        load: loadImport,
      },
    ]
  }

/** The pages of the lists that only this community has, in their order. */
export const furtherPages = ({ rosters = [], checklists = [] }: Partial<FurtherLists>): Page[] => [
  ...rosters.flatMap(listPages(ROSTERS)),
  ...checklists.flatMap(listPages(CHECKLISTS)),
]
