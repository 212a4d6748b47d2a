import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import type { input } from 'zod/v4/core'
import { findMessage } from '#lib/messages.ts'
import { type ChosenSheet, recordSheetRequest } from '#lib/sheet.ts'
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

/** Open pages are notified of changes at once. Polling is for pages that lost their live connection. */
const POLL_EVERY = 30_000

const Calls = createContext<ChecklistCalls>(trialModCalls)
/** Sets the checklist for all components below it. Default: the checklist of the trial moderators. */
export const ChecklistProvider = Calls.Provider
export const useCalls = () => useContext(Calls)

export function useTrialMods() {
  return useQuery({ ...queryOf(useCalls().list), refetchInterval: POLL_EVERY })
}

/**
 * The stages of the checklist. They are part of the server-rendered document. Coming from a public page, the component
 * suspends until they are loaded.
 */
export function useChecklist(): Checklist {
  return useSuspenseQuery({ ...queryOf(useCalls().content), staleTime: Number.POSITIVE_INFINITY, select: named }).data
}

/** Translates the title, as links to the page do. */
const named = (checklist: Checklist): Checklist => ({ ...checklist, title: findMessage(checklist.title) })

/** The signed-in person's training progress. It changes with the checklist. */
export function useOwnProgress() {
  return useQuery({ ...queryOf(useCalls().own), refetchInterval: POLL_EVERY })
}

/** The signed-in person's progress on further checklists. */
export function useOwnChecklists() {
  return useQuery({ ...queryOf(listOwnChecklists), refetchInterval: POLL_EVERY })
}

/** Every saved state of a trainee's stages, newest first. */
export function useStageHistory({ traineeId, version }: Pick<TrialMod, 'traineeId' | 'version'>) {
  const { history } = useCalls()
  return useQuery({
    queryKey: [history.path, traineeId, version],
    queryFn: ({ signal }) => call(history, { params: { id: traineeId }, signal }),
  })
}

/** One change to one part of a record, based on the record that the person saw. */
export interface ChecklistWrite {
  record: TrialMod
  part: Part
  /** This change undoes another one. */
  undoes?: boolean
  /** Returns the record after the change. */
  apply(record: TrialMod): TrialMod
  send(version: number): Promise<{ item: TrialMod }>
  /** Reports that the change was saved. */
  onSaved?(item: TrialMod): void
  /** Restores what was written after a failure. Without it, only the error message is shown. */
  recover?(why: string): void
}

/** Called for every write, even if another write has followed since. */
interface WriteCallbacks {
  onWritten(item: TrialMod, write: ChecklistWrite): void
  onFailed(error: Error, write: ChecklistWrite): void
}

/**
 * Spec, section 4: changes are applied optimistically; if a save fails, the list is reloaded. Writes are sent one after
 * another. A write that follows our own write to the same part is not stale because of it.
 */
export function useChangeChecklist({ onWritten, onFailed }: WriteCallbacks) {
  const queryClient = useQueryClient()
  const { path } = useCalls().list
  const list = [path]
  const written = useRef(new Map<string, number>())
  /** The records with pending writes, as the server has them. */
  const saved = useRef(new Map<string, TrialMod>())
  const keyOf = ({ record, part }: ChecklistWrite) => `${record.traineeId} ${part}`
  const replace = (traineeId: string, change: (record: TrialMod) => TrialMod) =>
    queryClient.setQueryData<TrialMod[]>(list, (records) =>
      records?.map((record) => (record.traineeId === traineeId ? change(record) : record)).sort(compareTrialMods),
    )
  /** Unsent changes stay visible. After the last one, the saved records are shown, even without a connection. */
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

/** Reports what a spreadsheet would change. Nothing is written. */
export function useTryTrialModImport() {
  const calls = useCalls()
  return useWrite((file: ChosenSheet) => call(calls.import, recordSheetRequest(file, 'dryRun')))
}

export function useImportTrialMods() {
  const calls = useCalls()
  return useWrite(
    (file: ChosenSheet) => callImport(calls.import, recordSheetRequest(file), file.onProgress),
    calls.list,
  )
}
