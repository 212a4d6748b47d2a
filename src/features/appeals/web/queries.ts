import { useQuery } from '@tanstack/react-query'
import type { input } from 'zod/v4/core'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import {
  type AppealDraft,
  addAppeal,
  findAppealable,
  findAppealPromise,
  findOwnAppeal,
  listOwnAppeals,
  replyToAppeal,
  withdrawAppeal,
} from '../contract.ts'
import {
  askIssuer,
  closeLiftTask,
  commentOnAppeal,
  type DecisionDraft,
  decideAppeal,
  findAppeal,
  listAppeals,
  messageAppellant,
  reviewAppeal,
} from '../decision-contract.ts'
import { addStatement, findGivenAppeal, type LiftDraft, liftAppealed, listGivenAppeals } from '../given-contract.ts'
import type { Family } from '../rules.ts'

const paramsOf = (id: number) => ({ id: String(id) })

/** How often (ms) to reload while the live connection is lost. It normally reports changes at once. */
const POLL_EVERY = 60_000

export const useAppealPromise = () => useQuery(queryOf(findAppealPromise))

/** The viewer's own appeals, and whether each action against them can be appealed. */
export const useOwnAppeals = () => useQuery(queryOf(listOwnAppeals))

export function useOwnAppeal(id: number) {
  return useQuery({
    queryKey: [listOwnAppeals.path, id],
    meta: { topic: listOwnAppeals.topic },
    queryFn: ({ signal }) => call(findOwnAppeal, { params: paramsOf(id), signal }),
  })
}

/** An action against the viewer that is not appealed yet. */
export function useAppealable({ family, action }: { family: Family; action: number }) {
  return useQuery({
    queryKey: [listOwnAppeals.path, family, action],
    meta: { topic: listOwnAppeals.topic },
    queryFn: ({ signal }) => call(findAppealable, { query: { family, action: String(action) }, signal }),
  })
}

export const useAddAppeal = () => useWrite((body: AppealDraft) => call(addAppeal, { body }), listOwnAppeals)

export const useReply = (id: number) =>
  useWrite((text: string) => call(replyToAppeal, { params: paramsOf(id), body: { text } }), listOwnAppeals)

export const useWithdraw = (id: number) =>
  useWrite((version: number) => call(withdrawAppeal, { params: paramsOf(id), body: { version } }), listOwnAppeals)

export const useAppeals = () => useQuery({ ...queryOf(listAppeals), refetchInterval: POLL_EVERY })

export function useAppeal(id: number) {
  return useQuery({
    queryKey: [listAppeals.path, id],
    meta: { topic: listAppeals.topic },
    queryFn: ({ signal }) => call(findAppeal, { params: paramsOf(id), signal }),
  })
}

/** Asks the issuer for a statement, or takes the appeal into review. The argument is the version of the appeal. */
export const useAppealStep = (id: number, step: 'ask' | 'review') =>
  useWrite(
    (version: number) => call(step === 'ask' ? askIssuer : reviewAppeal, { params: paramsOf(id), body: { version } }),
    listAppeals,
  )

export const useMessageAppellant = (id: number) =>
  useWrite((text: string) => call(messageAppellant, { params: paramsOf(id), body: { text } }), listAppeals)

export const useComment = (id: number) =>
  useWrite((text: string) => call(commentOnAppeal, { params: paramsOf(id), body: { text } }), listAppeals)

export const useDecide = (id: number) =>
  useWrite((body: input<typeof DecisionDraft>) => call(decideAppeal, { params: paramsOf(id), body }), listAppeals)

export const useCloseLiftTask = (id: number) =>
  useWrite(() => call(closeLiftTask, { params: paramsOf(id) }), listAppeals)

export const useGivenAppeals = () => useQuery({ ...queryOf(listGivenAppeals), refetchInterval: POLL_EVERY })

export function useGivenAppeal(id: number) {
  return useQuery({
    queryKey: [listGivenAppeals.path, id],
    meta: { topic: listGivenAppeals.topic },
    queryFn: ({ signal }) => call(findGivenAppeal, { params: paramsOf(id), signal }),
  })
}

export const useAddStatement = (id: number) =>
  useWrite((text: string) => call(addStatement, { params: paramsOf(id), body: { text } }), listGivenAppeals)

export const useLift = (id: number) =>
  useWrite((body: input<typeof LiftDraft>) => call(liftAppealed, { params: paramsOf(id), body }), listGivenAppeals)
