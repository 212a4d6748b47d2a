import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Endpoint } from '#lib/endpoint.ts'
import { type ChosenSheet, listSheetSent } from '#lib/sheet.ts'
import { call } from '#web/call.ts'
import {
  addPenalCode,
  addTenCode,
  changePenalCode,
  changeTenCode,
  type importPenalCodes,
  type importTenCodes,
  listPenalCodes,
  listTenCodes,
  type PenalCode,
  type PenalCodeDraft,
  removePenalCode,
  removeTenCode,
  type TenCode,
  type TenCodeDraft,
} from '../contract.ts'

/** A write to a list; it is done once the list was read again. */
function useWrite<Sent, Answer>(list: Endpoint, write: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [list.path] }),
  })
}

/** Reads a list again as staff: the page came with what everybody may read. True once it tells who wrote each code. */
export function useStaffList(list: Endpoint, codes: readonly (TenCode | PenalCode)[]): boolean {
  const queryClient = useQueryClient()
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: [list.path] })
  }, [queryClient, list])
  return codes.every((code) => code.updated_by_username !== undefined)
}

interface Change<Draft> {
  id: number
  version: number
  draft: Draft
}

// Spec, section 5: what is empty is left out when adding, and null when editing.
export const useAddTenCode = () =>
  useWrite(listTenCodes, ({ category, ...draft }: TenCodeDraft) =>
    call(addTenCode, { body: { ...draft, category: category ?? undefined } }),
  )

export const useChangeTenCode = () =>
  useWrite(listTenCodes, ({ id, version, draft }: Change<TenCodeDraft>) =>
    call(changeTenCode, { params: { id: String(id) }, body: { ...draft, version } }),
  )

export const useRemoveTenCode = () =>
  useWrite(listTenCodes, (id: number) => call(removeTenCode, { params: { id: String(id) } }))

export const useAddPenalCode = () =>
  useWrite(listPenalCodes, ({ statute, title, ...rest }: PenalCodeDraft) =>
    call(addPenalCode, {
      body: {
        statute,
        title,
        class: rest.class ?? undefined,
        fine: rest.fine ?? undefined,
        jail: rest.jail ?? undefined,
        points: rest.points ?? undefined,
        notes: rest.notes ?? undefined,
      },
    }),
  )

export const useChangePenalCode = () =>
  useWrite(listPenalCodes, ({ id, version, draft }: Change<PenalCodeDraft>) =>
    call(changePenalCode, { params: { id: String(id) }, body: { ...draft, version } }),
  )

export const useRemovePenalCode = () =>
  useWrite(listPenalCodes, (id: number) => call(removePenalCode, { params: { id: String(id) } }))

/** What a spreadsheet would change; nothing is written. */
export function useTryCodeImport(endpoint: typeof importTenCodes | typeof importPenalCodes) {
  return useMutation({ mutationFn: (file: ChosenSheet) => call(endpoint, listSheetSent(file, 'dryRun')) })
}

export const useImportCodes = (
  endpoint: typeof importTenCodes | typeof importPenalCodes,
  list: typeof listTenCodes | typeof listPenalCodes,
) => useWrite(list, (file: ChosenSheet) => call(endpoint, listSheetSent(file)))
