import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { useWrite } from '#web/use-write.ts'
import { findJoin, type Join, joinSubjects, listPlayerActions, listSubjects, type Subject } from '../player-contract.ts'

/** People of the player record by name, identifier or id. */
export function useSubjects(query: string) {
  return useQuery({
    queryKey: [listSubjects.path, query],
    meta: { topic: listSubjects.topic },
    queryFn: ({ signal }) => call(listSubjects, { query: { query }, signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
}

/** Distinguishes a person from others of the same name. */
export const distinguishingIdOf = ({ who, account, identifiers }: Subject) => account ?? identifiers[0] ?? who

/** A player as the person of an action. */
export const playerOf = (subject: Subject) => ({
  id: subject.who,
  name: subject.name,
  note: distinguishingIdOf(subject),
})

/** What joining two people would do. It is fetched once each time that a user is about to join them. */
export function useJoin(who: string, other: string) {
  return useQuery({
    queryKey: [findJoin.path, who, other],
    queryFn: ({ signal }) => call(findJoin, { params: { who }, query: { other }, signal }),
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })
}

export const useJoinSubjects = () =>
  useWrite(
    ({ stays, goes }: Pick<Join, 'stays' | 'goes'>) =>
      call(joinSubjects, {
        params: { who: stays.who },
        body: { other: goes.who, stays_version: stays.version, goes_version: goes.version },
      }),
    listPlayerActions,
    listSubjects,
  )
