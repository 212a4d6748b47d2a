import { useQuery } from '@tanstack/react-query'
import { send } from '#web/call.ts'
import type { findPassages } from '../contract.ts'
import { type Book, searchAddress } from '../search-rules.ts'

/** Searches the rules and codes, in one of the books or in all of them. An empty search sends no request. */
export function usePassages(search: string, book: Book | null) {
  const address = searchAddress(search, book)
  return useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => send<typeof findPassages>('GET', address, { signal }),
    enabled: search.trim() !== '',
    staleTime: 60_000,
    // Previous results stay visible until the new ones arrive.
    placeholderData: (before) => before,
  })
}
