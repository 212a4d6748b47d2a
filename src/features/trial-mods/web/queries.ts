import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { input } from 'zod/v4/core'
import { type ChosenSheet, recordSheetSent } from '#lib/sheet.ts'
import { call } from '#web/call.ts'
import { callImport } from '#web/import-call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import {
  addTrialMod,
  type Checklist,
  changeTrialMod,
  findChecklist,
  findOwnProgress,
  importTrialMods,
  listStageHistory,
  listTrialMods,
  removeTrialMod,
  type TrialMod,
  type TrialModDraft,
} from '../contract.ts'
import { compareTrialMods, type Part } from '../rules.ts'

/** Open pages hear of changes at once; asking again is for those that lost their live connection. */
const POLL_EVERY = 30_000
const LIST = [listTrialMods.path]

export function useTrialMods() {
  return useQuery({ ...queryOf(listTrialMods), refetchInterval: POLL_EVERY })
}

/** What the checklist consists of. The document brings it; whoever comes from a public page waits for it. */
export function useChecklist(): Checklist {
  return useSuspenseQuery({ ...queryOf(findChecklist), staleTime: Number.POSITIVE_INFINITY }).data
}

/** How far one's own training is; it changes with the checklist. */
export function useOwnProgress() {
  return useQuery({ ...queryOf(findOwnProgress), refetchInterval: POLL_EVERY })
}

/** Every saved state of the stages of a trainee, newest first. */
export function useStageHistory({ traineeId, version }: Pick<TrialMod, 'traineeId' | 'version'>) {
  return useQuery({
    queryKey: [listStageHistory.path, traineeId, version],
    queryFn: ({ signal }) => call(listStageHistory, { params: { id: traineeId }, signal }),
  })
}

/** One change of one part of a record, as it was seen when somebody made it. */
export interface ChecklistWrite {
  record: TrialMod
  part: Part
  /** It takes another one back. */
  undoes?: boolean
  /** What the change makes of a record. */
  apply(record: TrialMod): TrialMod
  send(version: number): Promise<{ item: TrialMod }>
  /** Gives back what was written; without it the words suffice. */
  recover?(why: string): void
}

/** Called for every write, also for one that another has followed since. */
interface WriteHearers {
  onWritten(item: TrialMod, write: ChecklistWrite): void
  onFailed(error: Error, write: ChecklistWrite): void
}

/**
 * Spec, section 4: changes are applied optimistically; if a save fails, the list is reloaded. Writes go out one after
 * another, and one that follows a write of our own to the same part is not stale because of that.
 */
export function useChangeChecklist({ onWritten, onFailed }: WriteHearers) {
  const queryClient = useQueryClient()
  const written = useRef(new Map<string, number>())
  const keyOf = ({ record, part }: ChecklistWrite) => `${record.traineeId} ${part}`
  const replace = (traineeId: string, change: (record: TrialMod) => TrialMod) =>
    queryClient.setQueryData<TrialMod[]>(LIST, (records) =>
      records?.map((record) => (record.traineeId === traineeId ? change(record) : record)).sort(compareTrialMods),
    )
  return useMutation({
    mutationKey: LIST,
    scope: { id: listTrialMods.path },
    mutationFn: (write: ChecklistWrite) =>
      write.send(Math.max(write.record.version, written.current.get(keyOf(write)) ?? 0)),
    onMutate: async (write) => {
      await queryClient.cancelQueries({ queryKey: LIST })
      replace(write.record.traineeId, write.apply)
    },
    onSuccess: ({ item }, write) => {
      written.current.set(keyOf(write), item.version)
      // What was changed since and not yet sent stays on the screen.
      if (queryClient.isMutating({ mutationKey: LIST }) === 1) replace(item.traineeId, () => item)
      onWritten(item, write)
    },
    onError: (error, write) => {
      onFailed(error, write)
      return queryClient.invalidateQueries({ queryKey: LIST })
    },
  })
}

export const useAddTrialMod = () =>
  useWrite((body: input<typeof TrialModDraft>) => call(addTrialMod, { body }), listTrialMods)

export const useChangeTrialMod = () =>
  useWrite(
    ({ traineeId, ...body }: input<typeof TrialModDraft> & { version: number }) =>
      call(changeTrialMod, { params: { id: traineeId }, body }),
    listTrialMods,
  )

export const useRemoveTrialMod = () => useWrite((id: string) => call(removeTrialMod, { params: { id } }), listTrialMods)

/** What a spreadsheet would change; nothing is written. */
export const useTryTrialModImport = () =>
  useWrite((file: ChosenSheet) => call(importTrialMods, recordSheetSent(file, 'dryRun')))

export const useImportTrialMods = () =>
  useWrite((file: ChosenSheet) => callImport(importTrialMods, recordSheetSent(file), file.onProgress), listTrialMods)
