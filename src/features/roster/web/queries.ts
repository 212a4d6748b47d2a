import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { input } from 'zod/v4/core'
import { checkAuth } from '#features/auth/contract.ts'
import { type ChosenSheet, sheetSent } from '#lib/sheet.ts'
import { CallFailed, call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import type { Roster, RosterDraft, RosterMember } from '../contract.ts'

/** Spec, section 4: the roster refreshes every 10 s and on demand. */
const POLL_EVERY = 10_000

export type RosterInput = input<typeof RosterDraft>

/** Everybody on a roster. A refusal makes the page ask again who is here: the roles may be gone. */
export function useRosterMembers(roster: Roster) {
  const queryClient = useQueryClient()
  const query = useQuery({ ...queryOf(roster.list), refetchInterval: POLL_EVERY })
  const isRefused = query.error instanceof CallFailed && (query.error.status === 401 || query.error.status === 403)
  useEffect(() => {
    if (isRefused) void queryClient.invalidateQueries({ queryKey: [checkAuth.path] })
  }, [isRefused, queryClient])
  return query
}

/** After a write of our own there is no need to wait for the server's word that something changed. */
function useListAgain(roster: Roster): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [roster.list.path] })
}

/** Adds a member, or changes the one whose version was edited. */
export function useSaveRosterMember(roster: Roster) {
  const onSuccess = useListAgain(roster)
  return useMutation({
    mutationFn: ({ draft, edited }: { draft: RosterInput; edited: Pick<RosterMember, 'id' | 'version'> | null }) =>
      edited === null
        ? call(roster.add, { body: draft })
        : call(roster.change, { params: { id: edited.id }, body: { ...draft, version: edited.version } }),
    onSuccess,
  })
}

export function useRemoveRosterMember(roster: Roster) {
  const onSuccess = useListAgain(roster)
  return useMutation({
    mutationFn: (id: string) => call(roster.remove, { params: { id } }),
    onSuccess,
  })
}

/** What a spreadsheet would change; nothing is written. */
export function useTryRosterImport(roster: Roster) {
  return useMutation({
    mutationFn: (file: ChosenSheet) => call(roster.import, sheetSent(file, 'dryRun')),
  })
}

export function useImportRoster(roster: Roster) {
  const onSuccess = useListAgain(roster)
  return useMutation({ mutationFn: (file: ChosenSheet) => call(roster.import, sheetSent(file)), onSuccess })
}
