import { useQuery } from '@tanstack/react-query'
import type { Topic } from '#lib/topics.ts'
import { call } from '#web/call.ts'
import { useWrite } from '#web/use-write.ts'
import { findUndoing, listImports, undoImport } from '../contract.ts'

export function usePastImports(list: Topic) {
  return useQuery({
    queryKey: [listImports.path, list],
    queryFn: ({ signal }) => call(listImports, { query: { list }, signal }),
    meta: { topic: listImports.topic },
  })
}

/** What undoing an import would do. Requested anew each time the dialog opens, and only once. */
export function useUndoing(id: number, isAsked = true) {
  return useQuery({
    enabled: isAsked,
    queryKey: [findUndoing.path, id],
    queryFn: ({ signal }) => call(findUndoing, { params: { id: String(id) }, signal }),
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })
}

export const useUndoImport = () =>
  useWrite((id: number) => call(undoImport, { params: { id: String(id) } }), listImports)
