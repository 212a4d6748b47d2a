import { STAFF_LEVELS, type StaffLevel } from './access.ts'

/** A list that only this community has: its page is `/rosters/` or `/checklists/` and its key. */
export interface Place {
  key: string
  title: string
  readBy: StaffLevel
  changedBy: StaffLevel
  /** Whose it is, where it is a department's: then who may change its ranks changes it. */
  department?: string | undefined
}

/** All of them, or those that somebody may read. */
export interface FurtherLists {
  rosters: readonly Place[]
  checklists: readonly Place[]
}

/** What the community's file says of such a list. */
interface Described {
  title: string
  readBy?: StaffLevel | undefined
  changedBy?: StaffLevel | undefined
  department?: string | undefined
}

/** Letters in the address of a further list. */
const MAX_KEY = 40

/** The lists beside those that every community may have, in their order. */
export function furtherPlaces(lists: Readonly<Record<string, Described>>, usual: readonly string[]): Place[] {
  return Object.entries(lists)
    .filter(([key]) => !usual.includes(key))
    .map(([key, { title, readBy = 'staff', changedBy = atLeast('management', readBy), department }]) => {
      return { key, title, readBy, changedBy, ...(department === undefined ? {} : { department }) }
    })
}

const rankOf = (level: StaffLevel) => STAFF_LEVELS.indexOf(level)
const atLeast = (one: StaffLevel, other: StaffLevel) => (rankOf(one) < rankOf(other) ? other : one)

/** What is wrong with the names of such lists, and with who reads and changes them. */
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
