import { useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import { addImage, listEvidence, listOwnEvidence, removeEvidence, restoreEvidence } from '../contract.ts'
import type { Family } from '../rules.ts'

interface OfAction {
  family: Family
  action: number
}

const queryFor = ({ family, action }: OfAction) => ({ family, action: String(action) })

/** The evidence of one action. */
export function useEvidence(of: OfAction) {
  return useQuery({
    queryKey: [listEvidence.path, of.family, of.action],
    meta: { topic: listEvidence.topic },
    queryFn: ({ signal }) => call(listEvidence, { query: queryFor(of), signal }),
  })
}

/** The evidence of actions against oneself that one is shown. */
export const useOwnEvidence = () => useQuery(queryOf(listOwnEvidence))

export const useAddImage = (of: OfAction) =>
  useWrite(
    ({ bytes, isShown }: { bytes: Uint8Array<ArrayBuffer>; isShown: boolean }) =>
      call(addImage, { query: { ...queryFor(of), shown: isShown ? 'true' : 'false' }, body: bytes }),
    listEvidence,
  )

export const useRemoveEvidence = () =>
  useWrite((id: number) => call(removeEvidence, { params: { id: String(id) } }), listEvidence)

export const useRestoreEvidence = () =>
  useWrite((id: number) => call(restoreEvidence, { params: { id: String(id) } }), listEvidence)
