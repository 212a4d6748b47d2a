import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import type { input } from 'zod/v4/core'
import { findMessage } from '#lib/messages.ts'
import { type ChosenSheet, recordSheetSent } from '#lib/sheet.ts'
import { call } from '#web/call.ts'
import { callImport } from '#web/import-call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import {
  type Checklist,
  type ChecklistCalls,
  listOwnChecklists,
  type TrialMod,
  type TrialModDraft,
  trialModCalls,
} from '../contract.ts'
import { compareTrialMods, type Part } from '../rules.ts'

/** Open pages hear of changes at once; asking again is for those that lost their live connection. */
const POLL_EVERY = 30_000

const Calls = createContext<ChecklistCalls>(trialModCalls)
/** Says which checklist all below it is about; without it that of the trial moderators. */
export const ChecklistProvider = Calls.Provider
export const useCalls = () => useContext(Calls)

export function useTrialMods() {
  return useQuery({ ...queryOf(useCalls().list), refetchInterval: POLL_EVERY })
}

/** What the checklist consists of. The document brings it; the person who comes from a public page waits for it. */
export function useChecklist(): Checklist {
  return useSuspenseQuery({ ...queryOf(useCalls().content), staleTime: Number.POSITIVE_INFINITY, select: named }).data
}

/** It is called as links to its page say it. */
const named = (checklist: Checklist): Checklist => ({ ...checklist, title: findMessage(checklist.title) })

/** How far one's own training is; it changes with the checklist. */
export function useOwnProgress() {
  return useQuery({ ...queryOf(useCalls().own), refetchInterval: POLL_EVERY })
}

/** The same of each further checklist that one is on. */
export function useOwnChecklists() {
  return useQuery({ ...queryOf(listOwnChecklists), refetchInterval: POLL_EVERY })
}

/** Every saved state of the stages of a trainee, newest first. */
export function useStageHistory({ traineeId, version }: Pick<TrialMod, 'traineeId' | 'version'>) {
  const { history } = useCalls()
  return useQuery({
    queryKey: [history.path, traineeId, version],
    queryFn: ({ signal }) => call(history, { params: { id: traineeId }, signal }),
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
  /** Says that it was written. */
  told?(item: TrialMod): void
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
  const { path } = useCalls().list
  const list = [path]
  const written = useRef(new Map<string, number>())
  /** Those that are being written, as the server has them. */
  const saved = useRef(new Map<string, TrialMod>())
  const keyOf = ({ record, part }: ChecklistWrite) => `${record.traineeId} ${part}`
  const replace = (traineeId: string, change: (record: TrialMod) => TrialMod) =>
    queryClient.setQueryData<TrialMod[]>(list, (records) =>
      records?.map((record) => (record.traineeId === traineeId ? change(record) : record)).sort(compareTrialMods),
    )
  /** What is changed and not sent yet stays on the screen. After that it shows what is saved, also without a connection. */
  function showSaved(): void {
    if (queryClient.isMutating({ mutationKey: list }) > 1) return
    for (const [traineeId, record] of saved.current) replace(traineeId, () => record)
    saved.current.clear()
  }
  return useMutation({
    mutationKey: list,
    scope: { id: path },
    mutationFn: (write: ChecklistWrite) =>
      write.send(Math.max(write.record.version, written.current.get(keyOf(write)) ?? 0)),
    onMutate: async (write) => {
      await queryClient.cancelQueries({ queryKey: list })
      const { traineeId } = write.record
      const before = queryClient.getQueryData<TrialMod[]>(list)?.find((record) => record.traineeId === traineeId)
      if (before !== undefined && !saved.current.has(traineeId)) saved.current.set(traineeId, before)
      replace(traineeId, write.apply)
    },
    onSuccess: ({ item }, write) => {
      written.current.set(keyOf(write), item.version)
      saved.current.set(item.traineeId, item)
      showSaved()
      onWritten(item, write)
    },
    onError: (error, write) => {
      showSaved()
      onFailed(error, write)
      return queryClient.invalidateQueries({ queryKey: list })
    },
  })
}

export function useAddTrialMod() {
  const { add, list } = useCalls()
  return useWrite((body: input<typeof TrialModDraft>) => call(add, { body }), list)
}

export function useChangeTrialMod() {
  const { change, list } = useCalls()
  return useWrite(
    ({ traineeId, ...body }: input<typeof TrialModDraft> & { version: number }) =>
      call(change, { params: { id: traineeId }, body }),
    list,
  )
}

export function useRemoveTrialMod() {
  const { remove, list } = useCalls()
  return useWrite((id: string) => call(remove, { params: { id } }), list)
}

/** What a spreadsheet would change; nothing is written. */
export function useTryTrialModImport() {
  const calls = useCalls()
  return useWrite((file: ChosenSheet) => call(calls.import, recordSheetSent(file, 'dryRun')))
}

export function useImportTrialMods() {
  const calls = useCalls()
  return useWrite((file: ChosenSheet) => callImport(calls.import, recordSheetSent(file), file.onProgress), calls.list)
}
