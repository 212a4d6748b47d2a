import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { input } from 'zod/v4/core'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import {
  addPhrase,
  changeQuestions,
  findRules,
  listMissedQuestions,
  listPhrases,
  type PhraseDraft,
  removePhrase,
} from '../contract.ts'

/** In milliseconds. New questions are not announced over the live connection, so the list is polled. */
const POLL_EVERY = 30_000

export function useMissedQuestions() {
  return useQuery({ ...queryOf(listMissedQuestions), refetchInterval: POLL_EVERY })
}

export function usePhrases() {
  return useQuery({ ...queryOf(listPhrases), refetchInterval: POLL_EVERY })
}

/** The rules that contain the search text. Without a search, the rules closest to a question. */
export function useFoundRules(search: string, question: string) {
  return useQuery({
    queryKey: [findRules.path, search, question],
    queryFn: ({ signal }) => call(findRules, { query: { search, question }, signal }),
    placeholderData: keepPreviousData,
  })
}

export const useAddPhrase = () =>
  useWrite((body: input<typeof PhraseDraft>) => call(addPhrase, { body }), listMissedQuestions, listPhrases)

export const useRemovePhrase = () =>
  useWrite((id: number) => call(removePhrase, { params: { id: String(id) } }), listMissedQuestions, listPhrases)

export const useChangeQuestions = () =>
  useWrite((body: input<typeof changeQuestions.body>) => call(changeQuestions, { body }), listMissedQuestions)
