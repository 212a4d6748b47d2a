import { useSuspenseQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { findRulebook, listRulebooks, Rulebook, RulebookEntry } from '../contract.ts'

export function useRulebook(slug: string): Rulebook {
  return useSuspenseQuery({ ...queryAt<typeof findRulebook>(`/api/rules/${slug}`), select: ({ data }) => data }).data
}

/** All rulebooks with their chapters, without the rules. */
export function useRulebooks(): readonly RulebookEntry[] {
  return useSuspenseQuery({ ...queryAt<typeof listRulebooks>('/api/rules'), select: ({ data }) => data }).data
}
