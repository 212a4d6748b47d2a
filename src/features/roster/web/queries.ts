import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { input } from 'zod/v4/core'
import { checkAuth } from '#features/auth/contract.ts'
import { findMessage } from '#lib/messages.ts'
import { type ChosenSheet, recordSheetRequest } from '#lib/sheet.ts'
import { CallFailed, call } from '#web/call.ts'
import { callImport } from '#web/import-call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import { ladderOf, rosterIn } from '../content-rules.ts'
import type { Roster, RosterContent, RosterDraft, RosterMember, StatusChange } from '../contract.ts'
import type { Ladder } from '../rules.ts'

/** Spec, section 4: the roster refreshes every 10 s and on demand. */
const POLL_EVERY = 10_000

/**
 * The title, positions and statuses of a roster. They are part of the server-rendered document. Coming from a public
 * page, the component suspends until they are loaded.
 */
export function useLadder({ key, content: from }: Pick<Roster, 'key' | 'content'>): Ladder & { title: string } {
  const select = useCallback(
    (content: RosterContent) => ({ title: findMessage(rosterIn(content, key).title), ...ladderOf(content, key) }),
    [key],
  )
  return useSuspenseQuery({ ...queryOf(from), staleTime: Number.POSITIVE_INFINITY, select }).data
}

export type RosterInput = input<typeof RosterDraft>

/**
 * All members of a roster, fetched while `isWanted`. After a 401 or 403, the page checks again who is signed in,
 * because the person's roles may have changed.
 */
export function useRosterMembers(roster: Roster, isWanted = true) {
  const queryClient = useQueryClient()
  const query = useQuery({ ...queryOf(roster.list), refetchInterval: POLL_EVERY, enabled: isWanted })
  const isRefused = query.error instanceof CallFailed && (query.error.status === 401 || query.error.status === 403)
  useEffect(() => {
    if (isRefused) void queryClient.invalidateQueries({ queryKey: [checkAuth.path] })
  }, [isRefused, queryClient])
  return query
}

export const useAddRosterMember = (roster: Roster) =>
  useWrite((body: RosterInput) => call(roster.add, { body }), roster.list)

/** Changes a member, based on the version that was edited. */
export const useChangeRosterMember = (roster: Roster) =>
  useWrite(
    ({ draft, edited }: { draft: RosterInput; edited: Pick<RosterMember, 'id' | 'version'> }) =>
      call(roster.change, { params: { id: edited.id }, body: { ...draft, version: edited.version } }),
    roster.list,
  )

/** Changes the status of several members, for all or none. */
export const useChangeStatuses = (roster: Roster) =>
  useWrite((members: StatusChange[]) => call(roster.changeStatuses, { body: { members } }), roster.list)

export const useRemoveRosterMember = (roster: Roster) =>
  useWrite((id: string) => call(roster.remove, { params: { id } }), roster.list)

/** Restores a member that this person removed, under the same id. */
export const useUndoRosterRemoval = (roster: Roster) =>
  useWrite((id: string) => call(roster.undoRemoval, { params: { id } }), roster.list)

/** Reports what a spreadsheet would change. Nothing is written. */
export const useTryRosterImport = (roster: Roster) =>
  useWrite((file: ChosenSheet) => call(roster.import, recordSheetRequest(file, 'dryRun')))

export const useImportRoster = (roster: Roster) =>
  useWrite((file: ChosenSheet) => callImport(roster.import, recordSheetRequest(file), file.onProgress), roster.list)
