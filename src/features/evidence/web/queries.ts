import { useQuery } from '@tanstack/react-query'
import { useCan } from '#features/auth/web/use-can.ts'
import { addressOf, call, request } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import {
  addImage,
  addLink,
  changeEvidence,
  copyPicture,
  listAppealEvidence,
  listEvidence,
  listEvidenceToApprove,
  listOwnEvidence,
  removeEvidence,
  restoreEvidence,
} from '../contract.ts'
import { readFormat } from '../format-rules.ts'
import type { Family } from '../rules.ts'

interface OfAction {
  family: Family
  action: number
}

const queryFor = ({ family, action }: OfAction) => ({ family, action: String(action) })

/**
 * The evidence of one action. People who approve the action, and people who decide on its appeal without being staff,
 * use a read-only call.
 */
export function useEvidence(of: OfAction, isToApprove: boolean) {
  const isStaff = useCan(listEvidence)
  const onlyLooked = isToApprove ? listEvidenceToApprove : isStaff ? null : listAppealEvidence
  return useQuery({
    queryKey: [listEvidence.path, onlyLooked?.path ?? '', of.family, of.action],
    meta: { topic: listEvidence.topic },
    queryFn: async ({ signal }) =>
      onlyLooked === null
        ? call(listEvidence, { query: queryFor(of), signal })
        : { ...(await call(onlyLooked, { query: queryFor(of), signal })), may_add: false, is_about_you: false },
  })
}

/** The evidence that is shown to the viewer, of actions against them. */
export const useOwnEvidence = () => useQuery(queryOf(listOwnEvidence))

export const useAddImage = (of: OfAction) =>
  useWrite(
    ({ bytes, isShown }: { bytes: Uint8Array<ArrayBuffer>; isShown: boolean }) =>
      call(addImage, { query: { ...queryFor(of), shown: isShown ? 'true' : 'false' }, body: bytes }),
    listEvidence,
  )

export const useAddLink = (of: OfAction) =>
  useWrite((body: { link: string; shown: boolean }) => call(addLink, { query: queryFor(of), body }), listEvidence)

/** Fetches a picture on Discord through the server for this action. Throws `CallFailed`. */
export async function fetchPicture(of: OfAction, link: string): Promise<Blob> {
  const { method, path, bodyType } = copyPicture
  const headers = { 'content-type': bodyType }
  const body = JSON.stringify({ link })
  const answer = await request(method, addressOf(path, {}, queryFor(of)), { headers, body })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const format = readFormat(bytes)
  return new Blob([bytes], { type: 'type' in format ? format.type : '' })
}

export const useChangeEvidence = () =>
  useWrite(
    ({ id, isShown }: { id: number; isShown: boolean }) =>
      call(changeEvidence, { params: { id: String(id) }, body: { is_shown: isShown } }),
    listEvidence,
  )

export const useRemoveEvidence = () =>
  useWrite((id: number) => call(removeEvidence, { params: { id: String(id) } }), listEvidence)

export const useRestoreEvidence = () =>
  useWrite((id: number) => call(restoreEvidence, { params: { id: String(id) } }), listEvidence)
