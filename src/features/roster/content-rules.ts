import type { StaffLevel } from '#lib/access.ts'
import type { PlacedColour } from '#lib/colour.ts'
import { furtherPlaces, placeProblems } from '#lib/further-places.ts'
import { comparisonKey } from '#lib/text.ts'
import { allTitles, groupOf, type PositionGroup, positionKey, positionsOf, titlesOf } from './position-rules.ts'
import type { Ladder } from './rules.ts'
import { type Status, statusesOf } from './status-rules.ts'

/** The content of the community's file about its rosters. */
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
  department?: string | undefined
  groups: readonly PositionGroup[]
  others: string
}

interface Problem {
  path: (string | number)[]
  message: string
}

/** The rosters that have pages of their own in every community. */
const BUILT_IN_ROSTERS = ['roster', 'dev-roster']

/** The file's entry for one roster. Throws if there is none. */
export function rosterIn({ rosters }: Pick<Content, 'rosters'>, key: string): RosterTitles {
  const titles = rosters[key]
  if (titles === undefined) throw new Error(`rosters.yaml has no roster ${key}`)
  return titles
}

/** Limits the content to the rosters that all staff read, and one more. */
export function withReadableRosters<C extends Pick<Content, 'rosters'>>(content: C, key?: string): C {
  const known = Object.entries(content.rosters).filter(
    ([each, { readBy = 'staff' }]) => readBy === 'staff' || each === key,
  )
  return { ...content, rosters: Object.fromEntries(known) }
}

/** The further rosters of this community, in their order. */
export const furtherRosterPlaces = ({ rosters }: Pick<Content, 'rosters'>) => furtherPlaces(rosters, BUILT_IN_ROSTERS)

/** The positions and statuses of one roster. */
export function ladderOf(content: Content, roster: string): Ladder {
  return {
    positions: positionsOf(rosterIn(content, roster), spellingsOf(content)),
    statuses: statusesOf(content.statuses, content.emptyStatus),
  }
}

/** All names on each roster, for other files that refer to them. */
export function namesOnRosters(content: Content) {
  const namesByRoster = Object.keys(content.rosters).map((roster) => {
    const { positions, statuses } = ladderOf(content, roster)
    const names = {
      groups: positions.groups,
      titles: allTitles(positions),
      statuses: statuses.all.map(({ name }) => name),
      groupOf: (title: string) => groupOf(title, positions),
    }
    return [roster, names] as const
  })
  return Object.fromEntries(namesByRoster)
}

const spellingsOf = ({ spellings }: Pick<Content, 'spellings'>) => new Map(Object.entries(spellings))

/** Every colour in the file, with its place. */
export function coloursIn({ statuses, rosters }: Content): PlacedColour[] {
  return [
    ...statuses.map(({ colour }, index) => ({ path: ['statuses', index, 'colour'], colour })),
    ...Object.entries(rosters).flatMap(([roster, { groups }]) =>
      groups.map(({ colour }, index) => ({ path: ['rosters', roster, 'groups', index, 'colour'], colour })),
    ),
  ]
}

/** Problems between the parts of the file: names that stand for two things, and references to unknown names. */
export function contentProblems(content: Content): Problem[] {
  const { statuses, emptyStatus, rosters } = content
  const names = statuses.map(({ name }) => name)
  const ofStatuses = doubles(
    statuses.flatMap(({ name, aliases = [] }, index) => [
      { text: name, means: String(index), path: ['statuses', index, 'name'] },
      ...aliases.map((text, at) => ({ text, means: String(index), path: ['statuses', index, 'aliases', at] })),
    ]),
    comparisonKey,
  )
  const spellings = spellingsOf(content)
  const ofRosters = Object.entries(rosters).flatMap(([roster, { groups, others }]) => {
    const at = ['rosters', roster]
    const groupNames = groups.map(({ name }) => name)
    return [
      ...doubles(
        groups.map(({ name }, index) => ({ text: name, means: String(index), path: [...at, 'groups', index, 'name'] })),
        comparisonKey,
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
    ...placeProblems('roster', rosters, BUILT_IN_ROSTERS).map(({ path, message }) => ({
      path: ['rosters', ...path],
      message,
    })),
    ...ofRosters,
  ]
  // The name of a group without titles is checked twice.
  return all.filter(({ path }, index) => all.findIndex((other) => other.path.join() === path.join()) === index)
}

interface Named {
  text: string
  /** What the text stands for. */
  means: string
  path: (string | number)[]
}

/** Reports texts that mean two things, at their second place, and texts without letters or digits. */
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
