import { useSuspenseQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { listRulebooks, type Rulebook, type RulebookEntry, rulebookAt } from '../contract.ts'

export function useRulebook(slug: string): Rulebook {
  return useSuspenseQuery({ ...queryOf(rulebookAt(slug)), select: ({ data }) => data }).data
}

/** All rulebooks and their chapters, without their rules. */
export function useRulebooks(): readonly RulebookEntry[] {
  return useSuspenseQuery({ ...queryOf(listRulebooks), select: ({ data }) => data }).data
}
