import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { findPeople } from '../contract.ts'

/** People by a part of a name, callsign or Discord ID; what is on screen stays there while the next answer comes. */
export function useFindPeople(query: string, isWanted = true) {
  return useQuery({
    queryKey: [findPeople.path, query],
    queryFn: ({ signal }) => call(findPeople, { query: { query }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
}
