import { matchesSearch } from '#lib/search.ts'

/** The people whom an offence is about. Each family has its own record of actions. */
export const FAMILIES = ['staff', 'players'] as const

/**
 * The codes that occur twice, each with its path. Upper and lower case are the same, because people say codes aloud.
 */
export function codeProblems(offences: readonly { code: string }[]): { path: (string | number)[]; message: string }[] {
  const first = new Map<string, string>()
  return offences.flatMap(({ code }, index) => {
    const other = first.get(code.toLowerCase())
    first.set(code.toLowerCase(), other ?? code)
    return other === undefined
      ? []
      : [{ path: ['offences', index, 'code'], message: `a code that no other offence has: there is ${other} already` }]
  })
}

/** What is wrong with the types of the ladders, each with its path. Each must be a type of the offence's family. */
export function ladderProblems(
  offences: readonly { family: (typeof FAMILIES)[number]; ladder: readonly { type: string }[] }[],
  types: Record<(typeof FAMILIES)[number], readonly string[]>,
): { path: (string | number)[]; message: string }[] {
  return offences.flatMap(({ family, ladder }, index) =>
    ladder.flatMap(({ type }, step) =>
      types[family].includes(type)
        ? []
        : [{ path: ['offences', index, 'ladder', step, 'type'], message: `one of ${types[family].join(', ')}` }],
    ),
  )
}

/** The offences that a search finds, by category in the order of the community. */
export function byCategory<O extends { code: string; name: string; category: string; text: string }>(
  offences: readonly O[],
  search: string,
): { category: string; offences: O[] }[] {
  const found = offences.filter(({ code, name, category, text }) => matchesSearch(search, [code, name, category, text]))
  return [...new Set(found.map(({ category }) => category))].map((category) => ({
    category,
    offences: found.filter((offence) => offence.category === category),
  }))
}
