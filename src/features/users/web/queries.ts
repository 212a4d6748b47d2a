import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import {
  findOwnAccount,
  findUserSessions,
  listUserSessions,
  removeOtherSessions,
  removeOwnSession,
  removeUserSessions,
} from '../contract.ts'

/** People sign in and out all the time, and no event reports it to pages. */
const POLL_EVERY = 10_000

export function useUserSessions() {
  return useQuery({ ...queryOf(listUserSessions), refetchInterval: POLL_EVERY })
}

export function useFindUserSessions(id: string) {
  return useQuery({
    queryKey: [findUserSessions.path, id],
    queryFn: ({ signal }) => call(findUserSessions, { params: { id }, signal }),
    refetchInterval: POLL_EVERY,
  })
}

export const useRemoveUserSessions = () =>
  useWrite((id: string) => call(removeUserSessions, { params: { id } }), listUserSessions, findUserSessions)

export function useFindOwnAccount() {
  return useQuery({ ...queryOf(findOwnAccount), refetchInterval: POLL_EVERY })
}

interface WriteCallbacks {
  onSuccess(): void
  onError(error: Error): void
}

/** The callbacks run even if the pressed button has unmounted. */
function useRemoveOwn<Sent>(write: (sent: Sent) => Promise<unknown>, callbacks: WriteCallbacks) {
  const queryClient = useQueryClient()
  return useMutation({
    ...callbacks,
    mutationFn: write,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [findOwnAccount.path] }),
  })
}

export const useRemoveOwnSession = (callbacks: WriteCallbacks) =>
  useRemoveOwn((id: string) => call(removeOwnSession, { params: { id } }), callbacks)

export const useRemoveOtherSessions = (callbacks: WriteCallbacks) =>
  useRemoveOwn(() => call(removeOtherSessions), callbacks)
