/** The positions of a roster: its groups in order, and what each title is called in everyday words. */
export interface Positions {
  groups: readonly string[]
  /** Where unknown positions go. */
  others: string
  titles: ReadonlyMap<string, { title: string; group: string; rank: number }>
}

/** Short forms and plurals that may stand in any title. An empty text drops the word. */
const SPELLINGS = new Map([
  ['sr', 'senior'],
  ['snr', 'senior'],
  ['jr', 'junior'],
  ['jnr', 'junior'],
  ['asst', 'assistant'],
  ['assist', 'assistant'],
  ['dir', 'director'],
  ['directors', 'director'],
  ['admin', 'administrator'],
  ['admins', 'administrator'],
  ['administrators', 'administrator'],
  ['mod', 'moderator'],
  ['mods', 'moderator'],
  ['moderators', 'moderator'],
  ['aux', 'auxiliary'],
  ['auxilary', 'auxiliary'],
  ['auxillary', 'auxiliary'],
  ['auxiliaries', 'auxiliary'],
  ['dev', 'developer'],
  ['devs', 'developer'],
  ['developers', 'developer'],
  ['leads', 'lead'],
  ['vehicles', 'vehicle'],
  ['maps', 'map'],
  ['testers', 'tester'],
  ['team', ''],
])

/** A position as keys see it: "Sr. Mods", "senior_moderator" and "SrMod" are the same. */
function positionKey(text: string): string {
  const words = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.map((word) => SPELLINGS.get(word) ?? word).join('')
}

/** Describes the positions of a roster; titles of a group stand in the order of their rank. */
export function positionsOf(
  groups: readonly { group: string; titles: Readonly<Record<string, readonly string[]>> }[],
  others: string,
): Positions {
  const titles = new Map<string, { title: string; group: string; rank: number }>()
  let rank = 0
  for (const { group, titles: aliasesOf } of groups) {
    for (const [title, aliases] of Object.entries(aliasesOf)) {
      for (const name of [title, ...aliases]) titles.set(positionKey(name), { title, group, rank })
      rank += 1
    }
  }
  return { groups: groups.map(({ group }) => group), others, titles }
}

/** Spec, section 4: position groups in order. Spellings that `SPELLINGS` covers are not repeated here. */
export const STAFF_POSITIONS = positionsOf(
  [
    {
      group: 'Staff Director',
      titles: {
        'Staff Director': ['Director', 'SD'],
        'Assistant Staff Director': ['Assistant Director', 'Staff Assistant Director', 'ASD'],
      },
    },
    { group: 'Head Administrator', titles: { 'Head Administrator': ['HA'] } },
    { group: 'Senior Administrator', titles: { 'Senior Administrator': ['SA', 'SrA'] } },
    { group: 'Administrator', titles: { Administrator: [] } },
    { group: 'Junior Administrator', titles: { 'Junior Administrator': ['JA', 'JrA'] } },
    { group: 'Senior Moderator', titles: { 'Senior Moderator': ['SM', 'SMod', 'SrM'] } },
    { group: 'Moderator', titles: { Moderator: [] } },
    { group: 'Trial Moderator', titles: { 'Trial Moderator': ['TM', 'TMod', 'TMods', 'T-Mod', 'Trial'] } },
    { group: 'Auxiliary Staff', titles: { 'Auxiliary Staff': ['Auxiliary', 'Staff Auxiliary'] } },
  ],
  'Auxiliary Staff',
)

export const POSITION_GROUPS = STAFF_POSITIONS.groups

/** The development team, which the spec does not name: who leads, who writes code, who makes things, who tries them. */
export const DEV_POSITIONS = positionsOf(
  [
    {
      group: 'Lead Developer',
      titles: {
        'Lead Developer': ['Lead', 'Head Developer', 'Head of Development', 'Development Lead', 'LD'],
        'Assistant Lead Developer': ['Assistant Lead', 'Deputy Lead Developer', 'ALD'],
      },
    },
    { group: 'Senior Developer', titles: { 'Senior Developer': ['SrDev', 'SrD'] } },
    {
      group: 'Developer',
      titles: { Developer: ['Scripter', 'Script Developer', 'Programmer', 'Coder', 'Full Developer'] },
    },
    {
      group: 'Junior Developer',
      titles: { 'Junior Developer': ['JrDev', 'JrD'], 'Trial Developer': ['Developer in Training', 'DiT'] },
    },
    {
      group: 'Vehicle Developer',
      titles: {
        'Vehicle Developer': ['Vehicle', 'Vehicle Artist', 'Vehicle Modeler', 'Car Developer', 'Livery Artist'],
      },
    },
    {
      group: 'Map Developer',
      titles: { 'Map Developer': ['Map', 'Mapper', 'Mapping', 'MLO Developer', 'Interior Developer'] },
    },
    {
      group: 'Clothing Developer',
      titles: { 'Clothing Developer': ['Clothing', 'Uniform Developer', 'EUP', 'EUP Developer'] },
    },
    {
      group: 'Quality Tester',
      titles: { 'Quality Tester': ['QA', 'QA Tester', 'Quality Assurance', 'Tester', 'Beta Tester'] },
    },
    {
      group: 'Auxiliary Developer',
      titles: { 'Auxiliary Developer': ['Auxiliary', 'Development Auxiliary', 'Development Support', 'Consultant'] },
    },
  ],
  'Auxiliary Developer',
)

/** The title that a text means; unknown positions stay as typed. */
export function normalisePosition(text: string, positions = STAFF_POSITIONS): string {
  return positions.titles.get(positionKey(text))?.title ?? text.trim()
}

/** The group that a position stands in. */
export function groupOf(position: string, positions = STAFF_POSITIONS): string {
  return positions.titles.get(positionKey(position))?.group ?? positions.others
}

/** Where a position stands among those of its roster, 0 the highest; unknown ones last. */
export function positionRank(position: string, positions: Positions): number {
  return positions.titles.get(positionKey(position))?.rank ?? Number.POSITIVE_INFINITY
}
