import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { findRulebook, listRulebooks, Rulebook, RulebookEntry } from '../contract.ts'
import type { RulePlace } from '../share-rules.ts'

export function useRulebook(slug: string): Rulebook {
  return useSuspenseQuery({ ...queryAt<typeof findRulebook>(`/api/rules/${slug}`), select: ({ data }) => data }).data
}

/** All rulebooks and their chapters, without their rules. */
export function useRulebooks(): readonly RulebookEntry[] {
  return useSuspenseQuery({ ...queryAt<typeof listRulebooks>('/api/rules'), select: ({ data }) => data }).data
}

/** Whether one of these rules is among ours. */
export function useHasRule(places: readonly RulePlace[]): boolean {
  const books = useRulebooks()
  const named = new Set(places.map(({ slug }) => slug))
  const queries = books
    .filter(({ slug }) => named.has(slug))
    .map(({ slug }) => queryAt<typeof findRulebook>(`/api/rules/${slug}`))
  return useSuspenseQueries({ queries }).some(({ data: { data } }) =>
    places.some(
      ({ slug, anchor }) =>
        slug === data.slug && data.chapters.some(({ rules }) => rules.some((rule) => rule.anchor === anchor)),
    ),
  )
}
