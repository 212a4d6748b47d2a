import type { Colour } from '#lib/colour.ts'
import { msg } from '#lib/messages.ts'

/** A position group from the community's file. Its titles are in the order of their rank. */
export interface PositionGroup {
  name: string
  colour?: Colour | undefined
  /** The aliases of each title. Without titles, the group's name is its only title. */
  titles?: Readonly<Record<string, readonly string[]>> | undefined
}

/** The positions of a roster: its groups in order, and the titles that each spelling stands for. */
export interface Positions {
  groups: readonly string[]
  /** The group of unknown positions. */
  others: string
  /** Titles by the keys of their spellings. `rank` 0 is the highest. */
  titles: ReadonlyMap<string, { title: string; group: string; rank: number }>
  /** The colours of the groups that have their own. */
  colours: ReadonlyMap<string, Colour>
  spellings: Spellings
}

/** Abbreviations and plurals in titles, each with the word they stand for. An empty text drops the word. */
export type Spellings = ReadonlyMap<string, string>

/** The key that positions are compared by: "Sr. Mods", "senior_moderator" and "SrMod" have the same one. */
export function positionKey(text: string, spellings: Spellings): string {
  const words = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.map((word) => spellings.get(word) ?? word).join('')
}

export const titlesOf = ({ name, titles = { [name]: [] } }: PositionGroup) => titles

export function positionsOf(
  { groups, others }: { groups: readonly PositionGroup[]; others: string },
  spellings: Spellings,
): Positions {
  const titles = new Map<string, { title: string; group: string; rank: number }>()
  let rank = 0
  for (const group of groups) {
    for (const [title, aliases] of Object.entries(titlesOf(group))) {
      for (const name of [title, ...aliases]) {
        titles.set(positionKey(name, spellings), { title, group: group.name, rank })
      }
      rank += 1
    }
  }
  const colours = new Map(groups.flatMap(({ name, colour }) => (colour === undefined ? [] : [[name, colour] as const])))
  return { groups: groups.map(({ name }) => name), others, titles, colours, spellings }
}

/** Every title of a roster, the highest first. */
export function allTitles({ titles }: Positions): string[] {
  return [...new Set([...titles.values()].map(({ title }) => title))]
}

/** The title that a text stands for. Unknown positions stay as typed. */
export function normalisePosition(text: string, { titles, spellings }: Positions): string {
  return titles.get(positionKey(text, spellings))?.title ?? text.trim()
}

export function groupOf(position: string, { titles, others, spellings }: Positions): string {
  return titles.get(positionKey(position, spellings))?.group ?? others
}

/** The rank of a position on its roster. 0 is the highest; unknown positions have Infinity. */
export function positionRank(position: string, { titles, spellings }: Positions): number {
  return titles.get(positionKey(position, spellings))?.rank ?? Number.POSITIVE_INFINITY
}

/** A person at a position. */
interface Placed {
  discordId: string
  position: string
}

export const TOO_HIGH = msg(
  'Only management can move people to or from positions as high as yours or higher. If you are not on this roster, you cannot move anybody.',
)

/**
 * Whether only management may make a change of the Staff Roster, because a person's position there decides whose
 * appeals they may judge. People who may change ranks but are not management may move people from positions below their
 * own to positions below their own. `own` is the rank of their position, or Infinity if they have none. Changes that
 * move nobody are free. `before` is null for a new member, and `after` is null for a removed one.
 */
export function needsManagement(
  before: Placed | null,
  after: Placed | null,
  own: number,
  positions: Positions,
): boolean {
  const rankOf = (placed: Placed) => positionRank(placed.position, positions)
  if (before !== null && after !== null && before.discordId === after.discordId && rankOf(before) === rankOf(after)) {
    return false
  }
  return [before, after].some((placed) => placed !== null && Number.isFinite(rankOf(placed)) && rankOf(placed) <= own)
}
