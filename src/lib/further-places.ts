import { STAFF_LEVELS, type StaffLevel } from './access.ts'

/** A roster or checklist that only this community has. Its page is `/rosters/{key}` or `/checklists/{key}`. */
export interface Place {
  key: string
  title: string
  readBy: StaffLevel
  changedBy: StaffLevel
  /**
   * The department of the list, if it has one. People who may change the department's ranks may then change the list.
   */
  department?: string | undefined
}

/** The further lists: all of them, or those that a person may read. */
export interface FurtherLists {
  rosters: readonly Place[]
  checklists: readonly Place[]
}

/** A further list as the community's file describes it. */
interface Described {
  title: string
  readBy?: StaffLevel | undefined
  changedBy?: StaffLevel | undefined
  department?: string | undefined
}

/** The most characters of the key of a further list. */
const MAX_KEY = 40

/** The lists of a community except the `usual` ones that every community may have, in the order of the file. */
export function furtherPlaces(lists: Readonly<Record<string, Described>>, usual: readonly string[]): Place[] {
  return Object.entries(lists)
    .filter(([key]) => !usual.includes(key))
    .map(([key, { title, readBy = 'staff', changedBy = atLeast('management', readBy), department }]) => {
      return { key, title, readBy, changedBy, ...(department === undefined ? {} : { department }) }
    })
}

const rankOf = (level: StaffLevel) => STAFF_LEVELS.indexOf(level)
const atLeast = (one: StaffLevel, other: StaffLevel) => (rankOf(one) < rankOf(other) ? other : one)

/** The problems in the keys of lists and in who may read and change them. */
export function placeProblems(
  what: 'roster' | 'checklist',
  lists: Readonly<Record<string, Described>>,
  usual: readonly string[],
): { path: string[]; message: string }[] {
  return Object.entries(lists).flatMap(([key, list]) => {
    const { readBy = 'staff', changedBy } = list
    if (usual.includes(key)) {
      const message = `of further ${what}s only: staff read this one, and management changes it`
      const given = (['readBy', 'changedBy', 'department'] as const).filter((name) => list[name] !== undefined)
      return given.map((name) => ({ path: [key, name], message }))
    }
    if (list.department !== undefined && (list.readBy ?? changedBy) !== undefined) {
      const message = 'nothing beside readBy or changedBy: staff read the roster of a department'
      return [{ path: [key, 'department'], message }]
    }
    const isName = key.length <= MAX_KEY && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(key)
    const least = STAFF_LEVELS.slice(rankOf(readBy))
    return [
      ...(isName
        ? []
        : [{ path: [key], message: `at most ${MAX_KEY} lower-case letters, digits and hyphens, as fire-academy` }]),
      ...(changedBy === undefined || least.includes(changedBy)
        ? []
        : [{ path: [key, 'changedBy'], message: `${least.join(' or ')}: those who change a ${what} read it` }]),
    ]
  })
}
