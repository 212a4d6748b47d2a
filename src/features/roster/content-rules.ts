import { STAFF_LEVELS, type StaffLevel } from '#lib/access.ts'
import type { PlacedColour } from '#lib/colour.ts'
import type { RosterPlace } from '#lib/site.ts'
import { keyOf } from '#lib/text.ts'
import { allTitles, groupOf, type PositionGroup, positionKey, positionsOf, titlesOf } from './position-rules.ts'
import type { Ladder } from './rules.ts'
import { type Status, statusesOf } from './status-rules.ts'

/** What the community's file says of its rosters. */
interface Content {
  statuses: readonly Status[]
  emptyStatus: string
  spellings: Readonly<Record<string, string>>
  rosters: Readonly<Record<string, RosterTitles>>
}

interface RosterTitles {
  title: string
  readBy?: StaffLevel | undefined
  changedBy?: StaffLevel | undefined
  groups: readonly PositionGroup[]
  others: string
}

interface Problem {
  path: (string | number)[]
  message: string
}

/** The rosters that every community may have, with pages of their own. */
const USUAL = ['roster', 'dev-roster']

/** Letters in the address of a further roster. */
const MAX_KEY = 40

/** What the file says of one roster. */
export function rosterIn({ rosters }: Pick<Content, 'rosters'>, key: string): RosterTitles {
  const titles = rosters[key]
  if (titles === undefined) throw new Error(`rosters.yaml has no roster ${key}`)
  return titles
}

/** The rosters that only this community has, in their order. */
export function furtherPlaces({ rosters }: Pick<Content, 'rosters'>): RosterPlace[] {
  return Object.entries(rosters)
    .filter(([key]) => !USUAL.includes(key))
    .map(([key, { title, readBy = 'staff', changedBy = atLeast('management', readBy) }]) => {
      return { key, title, readBy, changedBy }
    })
}

const rankOf = (level: StaffLevel) => STAFF_LEVELS.indexOf(level)
const atLeast = (one: StaffLevel, other: StaffLevel) => (rankOf(one) < rankOf(other) ? other : one)

/** What the people of one of the rosters are called. */
export function ladderOf(content: Content, roster: string): Ladder {
  return {
    positions: positionsOf(rosterIn(content, roster), spellingsOf(content)),
    statuses: statusesOf(content.statuses, content.emptyStatus),
  }
}

/** Every name that a roster has, for files that name them too. */
export function namesOnRoster(content: Content, roster: string) {
  const { positions, statuses } = ladderOf(content, roster)
  return {
    groups: positions.groups,
    titles: allTitles(positions),
    statuses: statuses.all.map(({ name }) => name),
    groupOf: (title: string) => groupOf(title, positions),
  }
}

const spellingsOf = ({ spellings }: Pick<Content, 'spellings'>) => new Map(Object.entries(spellings))

/** Every colour that the file names. */
export function coloursIn({ statuses, rosters }: Content): PlacedColour[] {
  return [
    ...statuses.map(({ colour }, index) => ({ path: ['statuses', index, 'colour'], colour })),
    ...Object.entries(rosters).flatMap(([roster, { groups }]) =>
      groups.map(({ colour }, index) => ({ path: ['rosters', roster, 'groups', index, 'colour'], colour })),
    ),
  ]
}

/** What is wrong with the parts together: a name that stands for two things, or one that stands nowhere. */
export function contentProblems(content: Content): Problem[] {
  const { statuses, emptyStatus, rosters } = content
  const names = statuses.map(({ name }) => name)
  const ofStatuses = doubles(
    statuses.flatMap(({ name, aliases = [] }, index) => [
      { text: name, means: String(index), path: ['statuses', index, 'name'] },
      ...aliases.map((text, at) => ({ text, means: String(index), path: ['statuses', index, 'aliases', at] })),
    ]),
    keyOf,
  )
  const spellings = spellingsOf(content)
  const ofRosters = Object.entries(rosters).flatMap(([roster, { groups, others }]) => {
    const at = ['rosters', roster]
    const groupNames = groups.map(({ name }) => name)
    return [
      ...doubles(
        groups.map(({ name }, index) => ({ text: name, means: String(index), path: [...at, 'groups', index, 'name'] })),
        keyOf,
      ),
      ...doubles(
        groups.flatMap((group, index) =>
          Object.entries(titlesOf(group)).flatMap(([title, aliases]) => {
            const path = [...at, 'groups', index, ...(group.titles === undefined ? ['name'] : ['titles', title])]
            const means = `${index} ${title}`
            return [{ text: title, means, path }, ...aliases.map((text, n) => ({ text, means, path: [...path, n] }))]
          }),
        ),
        (text) => positionKey(text, spellings),
      ),
      ...missing(others, groupNames, [...at, 'others']),
    ]
  })
  const staff =
    rosters.roster === undefined ? [{ path: ['rosters'], message: 'roster is missing: the Staff Roster' }] : []
  const all = [
    ...ofStatuses,
    ...missing(emptyStatus, names, ['emptyStatus']),
    ...staff,
    ...Object.entries(rosters).flatMap(levelProblems),
    ...ofRosters,
  ]
  // The name of a group without titles is looked at twice.
  return all.filter(({ path }, index) => all.findIndex((other) => other.path.join() === path.join()) === index)
}

/** What is wrong with the name of a roster, and with who reads and changes it. */
function levelProblems([key, roster]: [string, RosterTitles]): Problem[] {
  const { readBy = 'staff', changedBy } = roster
  const path = ['rosters', key]
  if (USUAL.includes(key)) {
    const message = 'of further rosters only: staff read this one, and management changes it'
    const given = (['readBy', 'changedBy'] as const).filter((name) => roster[name] !== undefined)
    return given.map((name) => ({ path: [...path, name], message }))
  }
  const isName = key.length <= MAX_KEY && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(key)
  const least = STAFF_LEVELS.slice(rankOf(readBy))
  return [
    ...(isName
      ? []
      : [{ path, message: `at most ${MAX_KEY} lower-case letters, digits and hyphens, as fire-academy` }]),
    ...(changedBy === undefined || least.includes(changedBy)
      ? []
      : [{ path: [...path, 'changedBy'], message: `${least.join(' or ')}: whoever changes a roster reads it` }]),
  ]
}

interface Named {
  text: string
  /** What it stands for. */
  means: string
  path: (string | number)[]
}

/** Texts that mean two things, where they stand the second time, and texts of which nothing is left to compare. */
function doubles(all: readonly Named[], asKey: (text: string) => string): Problem[] {
  const first = new Map<string, Named>()
  return all.flatMap((named) => {
    const key = asKey(named.text)
    if (key === '') return [{ path: named.path, message: `a name with letters or digits, not "${named.text}"` }]
    const other = first.get(key)
    first.set(key, other ?? named)
    return other === undefined || other.means === named.means
      ? []
      : [{ path: named.path, message: `a name that nothing else has: "${named.text}" is read as "${other.text}"` }]
  })
}

function missing(name: string, known: readonly string[], path: (string | number)[]): Problem[] {
  return known.includes(name) ? [] : [{ path, message: `one of ${known.join(', ')}` }]
}
