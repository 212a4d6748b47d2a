import type { Colour } from '#lib/colour.ts'
import { msg } from '#lib/messages.ts'

/** A group of positions as the community's file describes it, its titles in the order of their rank. */
export interface PositionGroup {
  name: string
  colour?: Colour | undefined
  /** What else people call each title. Left out, the group's name is its only title. */
  titles?: Readonly<Record<string, readonly string[]>> | undefined
}

/** The positions of a roster: its groups in order, and what each title is called in everyday words. */
export interface Positions {
  groups: readonly string[]
  /** Where unknown positions go. */
  others: string
  /** By their keys. */
  titles: ReadonlyMap<string, { title: string; group: string; rank: number }>
  /** Of the groups that have one of their own. */
  colours: ReadonlyMap<string, Colour>
  spellings: Spellings
}

/** Short forms and plurals that may stand in any title, each with the word that is meant. An empty text drops the word. */
export type Spellings = ReadonlyMap<string, string>

/** A position as keys see it: "Sr. Mods", "senior_moderator" and "SrMod" are the same. */
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

/** The title that a text means; unknown positions stay as typed. */
export function normalisePosition(text: string, { titles, spellings }: Positions): string {
  return titles.get(positionKey(text, spellings))?.title ?? text.trim()
}

/** The group that a position stands in. */
export function groupOf(position: string, { titles, others, spellings }: Positions): string {
  return titles.get(positionKey(position, spellings))?.group ?? others
}

/** Where a position stands among those of its roster, 0 the highest; unknown ones last. */
export function positionRank(position: string, { titles, spellings }: Positions): number {
  return titles.get(positionKey(position, spellings))?.rank ?? Number.POSITIVE_INFINITY
}

/** Somebody at a position. */
interface Placed {
  discordId: string
  position: string
}

export const TOO_HIGH = msg(
  'Only management moves people to or from positions as high as yours or higher. Without a place on this roster you move nobody.',
)

/**
 * Whether a change of the Staff Roster is management's alone: where somebody stands there decides whose appeals they may
 * judge. Who may change ranks without being management moves people who stand below them, to positions below theirs;
 * `own` is where they stand, Infinity for nowhere. What moves nobody is free. Null before: new; null after: removed.
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
