import type { Colour } from '#lib/colour.ts'
import { keyOf } from '#lib/text.ts'

/** A status as the community's file describes it. */
export interface Status {
  name: string
  /** What else people call it. */
  aliases?: readonly string[] | undefined
  colour: Colour
  /** Anyone who is present is offered as a mentor, and the person who is away cannot become one. */
  counts?: 'present' | 'away' | undefined
}

/** The statuses of every roster. */
export interface Statuses {
  /** In the order of the pages. */
  all: readonly Status[]
  /** What no status at all means. */
  empty: string
  byKey: ReadonlyMap<string, Status>
}

export function statusesOf(all: readonly Status[], empty: string): Statuses {
  const byKey = new Map(
    all.flatMap((status) =>
      [status.name, ...(status.aliases ?? [])].map((name): [string, Status] => [keyOf(name), status]),
    ),
  )
  return { all, empty, byKey }
}

/** Spec, section 4: aliases become their status, unknown values pass through unchanged, empty is Active. */
export function normaliseStatus(text: string, statuses: Statuses): string {
  const typed = text.trim()
  return typed === '' ? statuses.empty : (statusOf(typed, statuses)?.name ?? typed)
}

/** The status that a text means; undefined for one that the community does not have. */
export function statusOf(text: string, statuses: Statuses): Status | undefined {
  return statuses.byKey.get(keyOf(text.trim() || statuses.empty))
}

/** The colour of a status; an unknown one has none. */
export function statusColour(status: string, statuses: Statuses): Colour {
  return statusOf(status, statuses)?.colour ?? 'plain'
}
