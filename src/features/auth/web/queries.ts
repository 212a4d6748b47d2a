import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MINUTE } from '#lib/dates.ts'
import { call } from '#web/call.ts'
import { findPeople, listPictures, MAX_PICTURES } from '../contract.ts'

/**
 * Searches people by a part of a name, callsign or Discord ID. The previous results stay visible while the next ones
 * load.
 */
export function useFindPeople(query: string, isWanted = true) {
  return useQuery({
    queryKey: [findPeople.path, query],
    queryFn: ({ signal }) => call(findPeople, { query: { query }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
}

/** The pictures of people of a list, by Discord ID. The list shows initials for everybody without a picture here. */
export function usePictures(people: readonly string[]): Readonly<Record<string, string>> {
  const ids = [...new Set(people.filter((id) => /^\d+$/.test(id)))].toSorted().slice(0, MAX_PICTURES).join()
  const { data } = useQuery({
    queryKey: [listPictures.path, ids],
    queryFn: ({ signal }) => call(listPictures, { query: { ids }, signal }),
    enabled: ids !== '',
    placeholderData: keepPreviousData,
    staleTime: 10 * MINUTE,
  })
  return data?.data ?? NONE
}

const NONE = {}
