import type { Colour } from '#lib/colour.ts'
import { comparisonKey } from '#lib/text.ts'

/** A status from the community's file. */
export interface Status {
  name: string
  /** Other names of the status. */
  aliases?: readonly string[] | undefined
  colour: Colour
  /** People who are `present` are suggested as mentors. People who are `away` cannot become a mentor. */
  counts?: 'present' | 'away' | undefined
}

/** The statuses of every roster. */
export interface Statuses {
  /** In the order of the pages. */
  all: readonly Status[]
  /** The status that an empty text stands for. */
  empty: string
  byKey: ReadonlyMap<string, Status>
}

export function statusesOf(all: readonly Status[], empty: string): Statuses {
  const byKey = new Map(
    all.flatMap((status) =>
      [status.name, ...(status.aliases ?? [])].map((name): [string, Status] => [comparisonKey(name), status]),
    ),
  )
  return { all, empty, byKey }
}

/** Spec, section 4: aliases become their status, unknown values stay unchanged, empty becomes the default (Active). */
export function normaliseStatus(text: string, statuses: Statuses): string {
  const typed = text.trim()
  return typed === '' ? statuses.empty : (statusOf(typed, statuses)?.name ?? typed)
}

/** The status that a text means. Undefined if the community does not have it. */
export function statusOf(text: string, statuses: Statuses): Status | undefined {
  return statuses.byKey.get(comparisonKey(text.trim() || statuses.empty))
}

/** The colour of a status. Unknown ones are plain. */
export function statusColour(status: string, statuses: Statuses): Colour {
  return statusOf(status, statuses)?.colour ?? 'plain'
}
