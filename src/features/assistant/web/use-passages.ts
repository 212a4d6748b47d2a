import { useQuery } from '@tanstack/react-query'
import { send } from '#web/call.ts'
import type { findPassages } from '../contract.ts'
import { type Book, searchAddress } from '../search-rules.ts'

/** What a search over rules and codes finds, in one of the books or in all. Nothing is asked without a search. */
export function usePassages(search: string, book: Book | null) {
  const address = searchAddress(search, book)
  return useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => send<typeof findPassages>('GET', address, { signal }),
    enabled: search.trim() !== '',
    staleTime: 60_000,
    // What was found before stays in sight until the next is there.
    placeholderData: (before) => before,
  })
}
